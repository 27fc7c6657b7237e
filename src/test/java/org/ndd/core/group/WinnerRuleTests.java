package org.ndd.core.group;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.group.WinnerRule.Order;

public class WinnerRuleTests extends LuceneTestCase {

    private static WinnerCandidate page(String id, long length, String url, Double... fields) {
        return new WinnerCandidate(id, Rank.of(id), length, url, Arrays.asList(fields));
    }

    private String winner(List<WinnerRule> rules, WinnerCandidate... pages) {
        List<WinnerCandidate> shuffled = new ArrayList<>(List.of(pages));
        Collections.shuffle(shuffled, random());
        return Winners.of(rules)
                .winner(shuffled, Function.identity(), Comparator.comparing(WinnerCandidate::id))
                .id();
    }

    public void testDefaultIsInTheMiddleThenTheMostCompleteThenTheShortestUrl() {
        WinnerCandidate middle = page("c", 12, null);
        assertEquals("c", winner(WinnerRule.DEFAULT, page("a", 10, "http://x/"), page("b", 40, "http://x/"), middle));
        assertEquals("b", winner(WinnerRule.DEFAULT, page("a", 10, "http://x/"), page("b", 11, "http://x/long")));
        assertEquals("a", winner(WinnerRule.DEFAULT, page("a", 10, "http://x/"), page("b", 10, "http://x/long")));
        assertEquals("a", winner(WinnerRule.DEFAULT, page("a", 10, "http://x/"), page("b", 10, null)));
    }

    /** One page of three licences is no winner over copies of one of them, nor is one that is cut short. */
    public void testTypicalLengthIsInTheMiddleOfItsGroup() {
        List<WinnerRule> typical = List.of(WinnerRule.of("_typical_length"), WinnerRule.of("_length"));
        WinnerCandidate outlier = page("outlier", 900, "http://x/");
        WinnerCandidate shortened = page("shortened", 20, "http://x/");
        WinnerCandidate copy = page("copy", 300, "http://x/copy");
        WinnerCandidate shorter = page("shorter", 290, "http://x/");
        assertEquals("copy", winner(typical, outlier, copy, copy, shorter, shortened));
        assertEquals("outlier", winner(List.of(WinnerRule.of("_length")), outlier, copy, copy, shorter, shortened));
        assertEquals("copy", winner(typical, outlier, copy, shortened));
    }

    public void testRankDecidesBetweenEquals() {
        String lower = Rank.of("a").compareTo(Rank.of("b")) < 0 ? "a" : "b";
        assertEquals(lower, winner(WinnerRule.DEFAULT, page("a", 10, null), page("b", 10, null)));
    }

    public void testFieldWithMissingLast() {
        List<WinnerRule> desc = List.of(WinnerRule.of("popularity"));
        List<WinnerRule> asc = List.of(new WinnerRule("popularity", Order.ASC));
        WinnerCandidate low = page("low", 0, null, 1.0);
        WinnerCandidate high = page("high", 0, null, 2.0);
        WinnerCandidate none = page("none", 0, null, (Double) null);
        assertEquals("high", winner(desc, low, high, none));
        assertEquals("low", winner(asc, low, high, none));
        assertEquals("low", winner(desc, low, none));
    }

    public void testPreferredValuesAreComparedByTheirPlaces() {
        WinnerRule rule = WinnerRule.preferring("lang", List.of("en", "de"));
        assertTrue(rule.isField());
        WinnerCandidate first = page("first", 0, null, 0.0);
        WinnerCandidate second = page("second", 9, null, 1.0);
        WinnerCandidate other = page("other", 99, null, (Double) null);
        assertEquals("first", winner(List.of(rule), first, second, other));
        assertEquals("second", winner(List.of(rule), second, other));
    }

    public void testPreferencesThatSayNothingAreRefused() {
        for (List<String> values : List.of(List.<String>of(), List.of("en", "en"))) {
            assertEquals(
                    "[winner] must prefer between [1] and [1000] different values of [lang], but was " + values,
                    expectThrows(IllegalArgumentException.class, () -> WinnerRule.preferring("lang", values))
                            .getMessage());
        }
        assertEquals(
                "[winner] must be a field or [_host_suffix] where values are preferred, but was [_length]",
                expectThrows(IllegalArgumentException.class, () -> WinnerRule.preferring("_length", List.of("1")))
                        .getMessage());
    }

    public void testFieldsAreTakenInTheOrderOfTheRules() {
        List<WinnerRule> rules = List.of(WinnerRule.of("a"), WinnerRule.of("_length"), WinnerRule.of("b"));
        assertEquals("2", winner(rules, page("1", 5, null, 1.0, 1.0), page("2", 5, null, 1.0, 2.0)));
        assertEquals("1", winner(rules, page("1", 6, null, 1.0, 1.0), page("2", 5, null, 1.0, 2.0)));
        assertEquals("2", winner(rules, page("1", 6, null, 1.0, 1.0), page("2", 5, null, 3.0, 0.0)));
    }

    public void testStaticUrl() {
        List<WinnerRule> rules = List.of(WinnerRule.of("_static_url"));
        assertEquals(
                "s", winner(rules, page("s", 0, "http://x/page"), page("d", 0, "http://x/?p=1"), page("n", 0, null)));
    }

    public void testHostSuffix() {
        List<WinnerRule> rules = List.of(WinnerRule.of("_host_suffix"));
        assertEquals("edu", winner(rules, page("com", 0, "http://a.com/x.edu"), page("edu", 0, "https://B.EDU:8080/")));
        assertEquals(
                "org", winner(rules, page("org", 0, "a.org/index"), page("xyz", 0, "a.xyz"), page("none", 0, null)));
        assertEquals("xyz", winner(rules, page("xyz", 0, "http://a.xyz"), page("none", 0, null)));
    }

    public void testPreferredHostSuffixesAreWholeLabels() {
        WinnerRule rule = WinnerRule.preferring("_host_suffix", List.of(".DE", "co.uk", "uk", "example.com"));
        assertFalse(rule.isField());
        assertEquals(List.of("de", "co.uk", "uk", "example.com"), rule.preferred());
        List<WinnerRule> rules = List.of(rule);
        WinnerCandidate german = page("de", 0, "https://www.Beispiel.De:8080/x");
        WinnerCandidate company = page("co.uk", 0, "https://shop.example.co.uk/de");
        WinnerCandidate british = page("uk", 0, "https://example.org.uk");
        WinnerCandidate named = page("named", 0, "http://www.example.com?de");
        WinnerCandidate other = page("other", 0, "http://other-example.com/example.com.de");
        WinnerCandidate none = page("none", 0, null);
        List<WinnerCandidate> best = List.of(german, company, british, named, other, none);
        for (int i = 0; i + 1 < best.size(); i++) {
            assertEquals(
                    best.get(i).id(), winner(rules, best.subList(i, best.size()).toArray(WinnerCandidate[]::new)));
        }
    }

    public void testHostSuffixesThatAreNoneAreRefused() {
        for (String suffix : List.of("", ".", "http://de", "de/", "a b", "..de")) {
            assertEquals(
                    "[winner] must prefer suffixes of hosts such as [.de] in [_host_suffix], but was [" + suffix + "]",
                    expectThrows(
                                    IllegalArgumentException.class,
                                    () -> WinnerRule.preferring("_host_suffix", List.of("at", suffix)))
                            .getMessage());
        }
        List<String> twice = List.of(".de", "DE");
        assertEquals(
                "[winner] must prefer between [1] and [1000] different values of [_host_suffix], but was " + twice,
                expectThrows(IllegalArgumentException.class, () -> WinnerRule.preferring("_host_suffix", twice))
                        .getMessage());
    }

    public void testPagesWithoutUrlComeLastInEitherOrder() {
        for (String name : List.of("_url_length", "_static_url", "_host_suffix")) {
            for (Order order : Order.values()) {
                List<WinnerRule> rules = List.of(new WinnerRule(name, order));
                assertEquals("url", winner(rules, page("url", 0, "http://a.zz/?q"), page("none", 0, null)));
            }
        }
    }

    public void testId() {
        assertEquals("1", winner(List.of(WinnerRule.of("_id")), page("1", 0, null), page("2", 0, null)));
        assertEquals("2", winner(List.of(new WinnerRule("_id", Order.DESC)), page("1", 0, null), page("2", 0, null)));
    }

    public void testUnknownRuleAndOrderAreRefused() {
        assertEquals(
                "[winner] must be a field or one of [_length, _typical_length, _url_length, _static_url, _host_suffix, _id], but was "
                        + "[_size]",
                expectThrows(IllegalArgumentException.class, () -> WinnerRule.of("_size"))
                        .getMessage());
        assertEquals(
                "[order] must be one of [asc, desc], but was [up]",
                expectThrows(IllegalArgumentException.class, () -> Order.of("up"))
                        .getMessage());
        assertEquals(Order.ASC, Order.of("asc"));
    }
}
