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
import org.ndd.core.group.WinnerRule.Order;

public class WinnersTests extends LuceneTestCase {

    private static final WinnerRule POPULARITY = WinnerRule.of("popularity");
    private static final WinnerRule GERMAN = WinnerRule.preferring("lang", List.of("de"));
    private static final WinnerRule LONGEST = WinnerRule.of("_length");

    private static SortedMap<String, List<WinnerRule>> markets(String... names) {
        SortedMap<String, List<WinnerRule>> markets = new TreeMap<>();
        Arrays.stream(names).forEach(name -> markets.put(name, List.of(LONGEST)));
        return markets;
    }

    public void testFieldsAreReadOnceForAllRules() {
        Winners winners = new Winners(
                List.of(LONGEST, POPULARITY, POPULARITY),
                new TreeMap<>(Map.of(
                        "b", List.of(POPULARITY, new WinnerRule("popularity", Order.ASC)),
                        "a", List.of(GERMAN, POPULARITY))));
        assertEquals(List.of(POPULARITY, GERMAN, new WinnerRule("popularity", Order.ASC)), winners.fields());
        assertEquals(List.of(), Winners.DEFAULT.fields());
        assertTrue(Winners.DEFAULT.markets().isEmpty());
    }

    public void testNames() {
        String longest = "a".repeat(32);
        assertEquals(
                List.of("-", "0", longest, "de", "us_1-x"),
                List.copyOf(new Winners(List.of(), markets("de", "us_1-x", "-", "0", longest))
                        .markets()
                        .keySet()));
        for (String wrong : List.of("", "DE", "d e", "de:at", "é", longest + "a")) {
            assertEquals(
                    "[winners] must name a market with 1 to 32 lower-case letters, digits, [_] and [-], but was ["
                            + wrong + "]",
                    expectThrows(IllegalArgumentException.class, () -> new Winners(List.of(), markets("de", wrong)))
                            .getMessage());
        }
        String[] many = new String[Winners.MOST_MARKETS];
        Arrays.setAll(many, i -> "m" + i);
        assertEquals(
                many.length, new Winners(List.of(), markets(many)).markets().size());
        SortedMap<String, List<WinnerRule>> tooMany = markets(many);
        tooMany.put("one-more", List.of());
        assertEquals(
                "[winners] must have at most [16] markets, but was " + tooMany.keySet(),
                expectThrows(IllegalArgumentException.class, () -> new Winners(List.of(), tooMany))
                        .getMessage());
    }

    public void testWhoLooksAtGroups() {
        assertFalse("the winner is not asked", Winners.DEFAULT.marketsLookAtGroups());
        assertFalse(new Winners(WinnerRule.DEFAULT, markets("a", "b")).marketsLookAtGroups());
        SortedMap<String, List<WinnerRule>> typical = markets("a");
        typical.put("b", WinnerRule.DEFAULT);
        assertTrue(new Winners(List.of(), typical).marketsLookAtGroups());
    }

    /** One page wins in each market, and the first of all by the rules of that market, in whatever order the pages come. */
    public void testEachMarketByItsOwnRules() {
        Winners winners = new Winners(
                List.of(POPULARITY, LONGEST),
                new TreeMap<>(Map.of(
                        "de", List.of(GERMAN, POPULARITY),
                        "short", List.of(new WinnerRule("_length", Order.ASC)),
                        "us", List.of(WinnerRule.preferring("_host_suffix", List.of("us")), LONGEST))));
        List<WinnerCandidate> pages = new ArrayList<>();
        for (int i = RandomNumbers.randomIntBetween(random(), 1, 40); i > 0; i--) {
            pages.add(new WinnerCandidate(
                    "page" + i,
                    Rank.of("page" + i),
                    random().nextInt(5),
                    RandomPicks.randomFrom(random(), List.of("http://a.us/", "http://a.de/")),
                    Arrays.asList(
                            random().nextInt(4) == 0 ? null : (double) random().nextInt(3),
                            random().nextBoolean() ? null : 0.0)));
        }
        Comparator<WinnerCandidate> byPopularity = Comparator.comparing(
                page -> page.fields().get(0) == null ? -1 : page.fields().get(0), Comparator.reverseOrder());
        Comparator<WinnerCandidate> byLength = Comparator.comparingLong(WinnerCandidate::length);
        Map<String, Comparator<WinnerCandidate>> literal = Map.of(
                "de",
                Comparator.<WinnerCandidate, Boolean>comparing(
                                page -> page.fields().get(1) == null)
                        .thenComparing(byPopularity),
                "short",
                byLength,
                "us",
                Comparator.<WinnerCandidate, Boolean>comparing(
                                page -> page.url().equals("http://a.de/"))
                        .thenComparing(byLength.reversed()));
        Map<WinnerCandidate, List<String>> expected = new TreeMap<>(Comparator.comparing(WinnerCandidate::id));
        for (String market : List.of("de", "short", "us")) {
            WinnerCandidate first = pages.stream()
                    .min(literal.get(market).thenComparing(WinnerCandidate::rank))
                    .orElseThrow();
            expected.computeIfAbsent(first, page -> new ArrayList<>()).add(market);
        }
        Collections.shuffle(pages, random());
        Comparator<WinnerCandidate> otherwise = Comparator.comparing(WinnerCandidate::id);
        assertEquals(expected, winners.byMarket(pages, Function.identity(), otherwise));
        assertEquals(
                pages.stream()
                        .min(byPopularity.thenComparing(byLength.reversed()).thenComparing(WinnerCandidate::rank))
                        .orElseThrow(),
                winners.winner(pages, Function.identity(), otherwise));
        assertEquals(Map.of(), Winners.DEFAULT.byMarket(pages, Function.identity(), otherwise));
    }
}
