package org.ndd.core.group;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.group.CanonicalRule.CanonicalCandidate;
import org.ndd.core.group.CanonicalRule.Order;

public class CanonicalRulesTests extends LuceneTestCase {

    private static final CanonicalRule POPULARITY = CanonicalRule.of("popularity");
    private static final CanonicalRule GERMAN = CanonicalRule.preferring("lang", List.of("de"));
    private static final CanonicalRule LONGEST = CanonicalRule.of("_length");

    private static SortedMap<String, List<CanonicalRule>> markets(String... names) {
        SortedMap<String, List<CanonicalRule>> markets = new TreeMap<>();
        Arrays.stream(names).forEach(name -> markets.put(name, List.of(LONGEST)));
        return markets;
    }

    public void testFieldsAreDistinct() {
        CanonicalRules canonicals = new CanonicalRules(
                List.of(LONGEST, POPULARITY, POPULARITY),
                new TreeMap<>(Map.of(
                        "b", List.of(POPULARITY, new CanonicalRule("popularity", Order.ASC)),
                        "a", List.of(GERMAN, POPULARITY))));
        assertEquals(List.of(POPULARITY, GERMAN, new CanonicalRule("popularity", Order.ASC)), canonicals.fields());
        assertEquals(List.of(), CanonicalRules.DEFAULT.fields());
        assertTrue(CanonicalRules.DEFAULT.markets().isEmpty());
    }

    public void testNumberOfRules() {
        CanonicalRules.of(Collections.nCopies(CanonicalRules.MAX_RULES, CanonicalRule.of("views")));
        List<CanonicalRule> many = Collections.nCopies(100_000, CanonicalRule.of("views"));
        Exception e = expectThrows(IllegalArgumentException.class, () -> CanonicalRules.of(many));
        assertEquals("[canonical] must have at most [16] rules, but had [100000]", e.getMessage());
        e = expectThrows(
                IllegalArgumentException.class, () -> new CanonicalRules(List.of(), new TreeMap<>(Map.of("de", many))));
        assertEquals("[markets.de.canonical] must have at most [16] rules, but had [100000]", e.getMessage());
    }

    public void testMarketNames() {
        String longest = "a".repeat(32);
        assertEquals(
                List.of("-", "0", longest, "de", "us_1-x"),
                List.copyOf(new CanonicalRules(List.of(), markets("de", "us_1-x", "-", "0", longest))
                        .markets()
                        .keySet()));
        for (String wrong : List.of("", "DE", "d e", "de:at", "é", longest + "a")) {
            assertEquals(
                    "[markets] must name a market with 1 to 32 lower-case letters, digits, [_] and [-], but was ["
                            + wrong + "]",
                    expectThrows(
                                    IllegalArgumentException.class,
                                    () -> new CanonicalRules(List.of(), markets("de", wrong)))
                            .getMessage());
        }
        String[] many = new String[CanonicalRules.MAX_MARKETS];
        Arrays.setAll(many, i -> "m" + i);
        assertEquals(
                many.length,
                new CanonicalRules(List.of(), markets(many)).markets().size());
        SortedMap<String, List<CanonicalRule>> tooMany = markets(many);
        tooMany.put("one-more", List.of());
        assertEquals(
                "[markets] must have at most [16] markets, but was " + tooMany.keySet(),
                expectThrows(IllegalArgumentException.class, () -> new CanonicalRules(List.of(), tooMany))
                        .getMessage());
    }

    public void testMarketsOfGroups() {
        assertFalse("rules of the canonical document do not count", CanonicalRules.DEFAULT.marketsDependOnGroups());
        assertFalse(new CanonicalRules(CanonicalRule.DEFAULT, markets("a", "b")).marketsDependOnGroups());
        SortedMap<String, List<CanonicalRule>> typical = markets("a");
        typical.put("b", CanonicalRule.DEFAULT);
        assertTrue(new CanonicalRules(List.of(), typical).marketsDependOnGroups());
    }

    /** Each market has one canonical document, the first by the rules of that market, in any input order. */
    public void testCanonicalPerMarket() {
        CanonicalRules canonicals = new CanonicalRules(
                List.of(POPULARITY, LONGEST),
                new TreeMap<>(Map.of(
                        "de", List.of(GERMAN, POPULARITY),
                        "short", List.of(new CanonicalRule("_length", Order.ASC)),
                        "us", List.of(CanonicalRule.preferring("_host_suffix", List.of("us")), LONGEST))));
        List<CanonicalCandidate> pages = new ArrayList<>();
        for (int i = RandomNumbers.randomIntBetween(random(), 1, 40); i > 0; i--) {
            pages.add(new CanonicalCandidate(
                    "page" + i,
                    Rank.of("page" + i),
                    random().nextInt(5),
                    RandomPicks.randomFrom(random(), List.of("http://a.us/", "http://a.de/")),
                    Arrays.asList(
                            random().nextInt(4) == 0 ? null : (double) random().nextInt(3),
                            random().nextBoolean() ? null : 0.0)));
        }
        Comparator<CanonicalCandidate> byPopularity = Comparator.comparing(
                page -> page.fields().get(0) == null ? -1 : page.fields().get(0), Comparator.reverseOrder());
        Comparator<CanonicalCandidate> byLength = Comparator.comparingLong(CanonicalCandidate::length);
        Map<String, Comparator<CanonicalCandidate>> literal = Map.of(
                "de",
                Comparator.<CanonicalCandidate, Boolean>comparing(
                                page -> page.fields().get(1) == null)
                        .thenComparing(byPopularity),
                "short",
                byLength,
                "us",
                Comparator.<CanonicalCandidate, Boolean>comparing(
                                page -> page.url().equals("http://a.de/"))
                        .thenComparing(byLength.reversed()));
        Map<CanonicalCandidate, List<String>> expected = new TreeMap<>(Comparator.comparing(CanonicalCandidate::id));
        for (String market : List.of("de", "short", "us")) {
            CanonicalCandidate first = pages.stream()
                    .min(literal.get(market).thenComparing(CanonicalCandidate::rank))
                    .orElseThrow();
            expected.computeIfAbsent(first, page -> new ArrayList<>()).add(market);
        }
        Collections.shuffle(pages, random());
        Comparator<CanonicalCandidate> otherwise = Comparator.comparing(CanonicalCandidate::id);
        assertEquals(expected, canonicals.byMarket(pages, Function.identity(), otherwise));
        assertEquals(
                pages.stream()
                        .min(byPopularity.thenComparing(byLength.reversed()).thenComparing(CanonicalCandidate::rank))
                        .orElseThrow(),
                canonicals.canonical(pages, Function.identity(), otherwise));
        assertEquals(Map.of(), CanonicalRules.DEFAULT.byMarket(pages, Function.identity(), otherwise));
    }
}
