package org.ndd.core.group;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.group.CanonicalRule.CanonicalCandidate;
import org.ndd.core.group.CanonicalRule.Order;

public class CanonicalRuleTests extends LuceneTestCase {

    private static CanonicalCandidate page(String id, long length, String url, Double... fields) {
        return new CanonicalCandidate(id, Rank.of(id), length, url, Arrays.asList(fields));
    }

    private String canonical(List<CanonicalRule> rules, CanonicalCandidate... pages) {
        List<CanonicalCandidate> shuffled = new ArrayList<>(List.of(pages));
        Collections.shuffle(shuffled, random());
        return CanonicalRules.of(rules)
                .canonical(shuffled, Function.identity(), Comparator.comparing(CanonicalCandidate::id))
                .id();
    }

    public void testDefaultRules() {
        CanonicalCandidate middle = page("c", 12, null);
        assertEquals(
                "c", canonical(CanonicalRule.DEFAULT, page("a", 10, "http://x/"), page("b", 40, "http://x/"), middle));
        assertEquals("b", canonical(CanonicalRule.DEFAULT, page("a", 10, "http://x/"), page("b", 11, "http://x/long")));
        assertEquals("a", canonical(CanonicalRule.DEFAULT, page("a", 10, "http://x/"), page("b", 10, "http://x/long")));
        assertEquals("a", canonical(CanonicalRule.DEFAULT, page("a", 10, "http://x/"), page("b", 10, null)));
    }

    /** Neither a document of three licenses nor a truncated one is canonical for copies of one license. */
    public void testTypicalLengthIsMedianOfGroup() {
        List<CanonicalRule> typical = List.of(CanonicalRule.of("_typical_length"), CanonicalRule.of("_length"));
        CanonicalCandidate outlier = page("outlier", 900, "http://x/");
        CanonicalCandidate shortened = page("shortened", 20, "http://x/");
        CanonicalCandidate copy = page("copy", 300, "http://x/copy");
        CanonicalCandidate shorter = page("shorter", 290, "http://x/");
        assertEquals("copy", canonical(typical, outlier, copy, copy, shorter, shortened));
        assertEquals(
                "outlier", canonical(List.of(CanonicalRule.of("_length")), outlier, copy, copy, shorter, shortened));
        assertEquals("copy", canonical(typical, outlier, copy, shortened));
    }

    public void testRankBreaksTies() {
        String lower = Rank.of("a").compareTo(Rank.of("b")) < 0 ? "a" : "b";
        assertEquals(lower, canonical(CanonicalRule.DEFAULT, page("a", 10, null), page("b", 10, null)));
    }

    public void testMissingFieldSortsLast() {
        List<CanonicalRule> desc = List.of(CanonicalRule.of("popularity"));
        List<CanonicalRule> asc = List.of(new CanonicalRule("popularity", Order.ASC));
        CanonicalCandidate low = page("low", 0, null, 1.0);
        CanonicalCandidate high = page("high", 0, null, 2.0);
        CanonicalCandidate none = page("none", 0, null, (Double) null);
        assertEquals("high", canonical(desc, low, high, none));
        assertEquals("low", canonical(asc, low, high, none));
        assertEquals("low", canonical(desc, low, none));
    }

    public void testPreferredValuesSortByPosition() {
        CanonicalRule rule = CanonicalRule.preferring("lang", List.of("en", "de"));
        assertTrue(rule.isField());
        CanonicalCandidate first = page("first", 0, null, 0.0);
        CanonicalCandidate second = page("second", 9, null, 1.0);
        CanonicalCandidate other = page("other", 99, null, (Double) null);
        assertEquals("first", canonical(List.of(rule), first, second, other));
        assertEquals("second", canonical(List.of(rule), second, other));
    }

    public void testRejectsInvalidPreferences() {
        for (List<String> values : List.of(List.<String>of(), List.of("en", "en"))) {
            assertEquals(
                    "[canonical] must prefer between [1] and [1000] different values of [lang], but was " + values,
                    expectThrows(IllegalArgumentException.class, () -> CanonicalRule.preferring("lang", values))
                            .getMessage());
        }
        assertEquals(
                "[canonical] must be a field or [_host_suffix] if values are preferred, but was [_length]",
                expectThrows(IllegalArgumentException.class, () -> CanonicalRule.preferring("_length", List.of("1")))
                        .getMessage());
    }

    public void testRulesApplyInOrder() {
        List<CanonicalRule> rules = List.of(CanonicalRule.of("a"), CanonicalRule.of("_length"), CanonicalRule.of("b"));
        assertEquals("2", canonical(rules, page("1", 5, null, 1.0, 1.0), page("2", 5, null, 1.0, 2.0)));
        assertEquals("1", canonical(rules, page("1", 6, null, 1.0, 1.0), page("2", 5, null, 1.0, 2.0)));
        assertEquals("2", canonical(rules, page("1", 6, null, 1.0, 1.0), page("2", 5, null, 3.0, 0.0)));
    }

    public void testStaticUrl() {
        List<CanonicalRule> rules = List.of(CanonicalRule.of("_static_url"));
        assertEquals(
                "s",
                canonical(rules, page("s", 0, "http://x/page"), page("d", 0, "http://x/?p=1"), page("n", 0, null)));
    }

    public void testHostSuffix() {
        List<CanonicalRule> rules = List.of(CanonicalRule.of("_host_suffix"));
        assertEquals(
                "edu", canonical(rules, page("com", 0, "http://a.com/x.edu"), page("edu", 0, "https://B.EDU:8080/")));
        assertEquals(
                "org", canonical(rules, page("org", 0, "a.org/index"), page("xyz", 0, "a.xyz"), page("none", 0, null)));
        assertEquals("xyz", canonical(rules, page("xyz", 0, "http://a.xyz"), page("none", 0, null)));
        assertEquals("gov", canonical(rules, page("gov", 0, "//a.gov/x"), page("com", 0, "http://a.com/")));
        assertEquals(
                "a name and password of a user are not the host",
                "edu",
                canonical(rules, page("edu", 0, "https://reader:pw@b.edu/"), page("com", 0, "http://a.com/@c.edu")));
        assertEquals(
                "an absolute name of a host ends with a dot",
                "edu",
                canonical(rules, page("edu", 0, "https://b.edu.:8080/"), page("com", 0, "http://a.com./")));
        assertEquals(
                "a URL within the query is not the host",
                "gov",
                canonical(rules, page("gov", 0, "a.gov/to?url=http://a.xyz/"), page("com", 0, "http://a.com/")));
    }

    public void testPreferredHostSuffixesMatchWholeLabels() {
        CanonicalRule rule = CanonicalRule.preferring("_host_suffix", List.of(".DE", "co.uk", "uk", "example.com"));
        assertFalse(rule.isField());
        assertEquals(List.of("de", "co.uk", "uk", "example.com"), rule.preferred());
        List<CanonicalRule> rules = List.of(rule);
        CanonicalCandidate german = page("de", 0, "https://www.Beispiel.De:8080/x");
        CanonicalCandidate company = page("co.uk", 0, "https://shop.example.co.uk/de");
        CanonicalCandidate british = page("uk", 0, "https://example.org.uk");
        CanonicalCandidate named = page("named", 0, "http://www.example.com?de");
        CanonicalCandidate other = page("other", 0, "http://other-example.com/example.com.de");
        CanonicalCandidate none = page("none", 0, null);
        List<CanonicalCandidate> best = List.of(german, company, british, named, other, none);
        for (int i = 0; i + 1 < best.size(); i++) {
            assertEquals(
                    best.get(i).id(),
                    canonical(rules, best.subList(i, best.size()).toArray(CanonicalCandidate[]::new)));
        }
    }

    public void testRejectsInvalidHostSuffixes() {
        for (String suffix : List.of("", ".", "http://de", "de/", "a b", "..de")) {
            assertEquals(
                    "[canonical] must prefer suffixes of hosts such as [.de] in [_host_suffix], but was [" + suffix
                            + "]",
                    expectThrows(
                                    IllegalArgumentException.class,
                                    () -> CanonicalRule.preferring("_host_suffix", List.of("at", suffix)))
                            .getMessage());
        }
        List<String> twice = List.of(".de", "DE");
        assertEquals(
                "[canonical] must prefer between [1] and [1000] different values of [_host_suffix], but was " + twice,
                expectThrows(IllegalArgumentException.class, () -> CanonicalRule.preferring("_host_suffix", twice))
                        .getMessage());
    }

    public void testRejectsLongHostSuffix() {
        CanonicalRule.preferring("_host_suffix", List.of("a.".repeat(126) + "a"));
        // a recursive match would overflow the stack, which ends the node
        expectThrows(
                IllegalArgumentException.class,
                () -> CanonicalRule.preferring("_host_suffix", List.of("a.".repeat(1_000_000) + "a")));
    }

    public void testMissingUrlSortsLastInEitherOrder() {
        for (String name : List.of("_url_length", "_static_url", "_host_suffix")) {
            for (Order order : Order.values()) {
                List<CanonicalRule> rules = List.of(new CanonicalRule(name, order));
                assertEquals("url", canonical(rules, page("url", 0, "http://a.zz/?q"), page("none", 0, null)));
            }
        }
    }

    public void testId() {
        assertEquals("1", canonical(List.of(CanonicalRule.of("_id")), page("1", 0, null), page("2", 0, null)));
        assertEquals(
                "2", canonical(List.of(new CanonicalRule("_id", Order.DESC)), page("1", 0, null), page("2", 0, null)));
    }

    public void testRejectsUnknownRuleAndOrder() {
        assertEquals(
                "[canonical] must be a field or one of [_length, _typical_length, _url_length, _static_url, _host_suffix, _id], but was "
                        + "[_size]",
                expectThrows(IllegalArgumentException.class, () -> CanonicalRule.of("_size"))
                        .getMessage());
        assertEquals(
                "[order] must be one of [asc, desc], but was [up]",
                expectThrows(IllegalArgumentException.class, () -> Order.of("up"))
                        .getMessage());
        assertEquals(Order.ASC, Order.of("asc"));
    }
}
