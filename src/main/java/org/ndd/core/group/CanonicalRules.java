package org.ndd.core.group;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ndd.core.group.CanonicalRule.CanonicalCandidate;

/**
 * The rules for the documents of a group to keep. The rules of the run select the canonical document, with which all others are compared.
 * For each market, such as a country or a product, the rules of the market select one of that canonical document and its duplicates (Zhu et
 * al., section 5). Immutable.
 *
 * @param rules rules for the canonical document, in the order in which they are applied
 * @param markets the rules of each market by its name, in the order of the names
 */
public record CanonicalRules(List<CanonicalRule> rules, SortedMap<String, List<CanonicalRule>> markets) {

    /** Maximum number of markets of a run: each takes one bit per document and a separate list. */
    public static final int MAX_MARKETS = 16;

    /** Maximum number of rules of a run, and of a market: each takes a value of each document, and a stack frame of each comparison. */
    static final int MAX_RULES = 16;

    /** The document of median length is canonical in its group, and there are no markets. */
    public static final CanonicalRules DEFAULT = of(CanonicalRule.DEFAULT);

    private static final Pattern NAME = Pattern.compile("[a-z0-9_-]{1,32}");

    /** @throws IllegalArgumentException if there are too many rules or markets, or if the name of a market is invalid */
    public CanonicalRules {
        checkNumber("canonical", rules);
        rules = List.copyOf(rules);
        checkMarkets(markets.keySet());
        SortedMap<String, List<CanonicalRule>> copy = new TreeMap<>();
        markets.forEach((name, own) -> {
            checkName("markets", name);
            checkNumber("markets." + name + ".canonical", own);
            copy.put(name, List.copyOf(own));
        });
        markets = Collections.unmodifiableSortedMap(copy);
    }

    /** @throws IllegalArgumentException if there are too many markets */
    public static void checkMarkets(Set<String> markets) {
        if (markets.size() > MAX_MARKETS) {
            throw new IllegalArgumentException(
                    "[markets] must have at most [" + MAX_MARKETS + "] markets, but was " + markets);
        }
    }

    private static void checkNumber(String parameter, List<CanonicalRule> rules) {
        if (rules.size() > MAX_RULES) {
            throw new IllegalArgumentException(
                    "[" + parameter + "] must have at most [" + MAX_RULES + "] rules, but had [" + rules.size() + "]");
        }
    }

    public static CanonicalRules of(List<CanonicalRule> rules) {
        return new CanonicalRules(rules, new TreeMap<>());
    }

    /** @throws IllegalArgumentException if the name is not valid for a market */
    public static void checkName(String parameter, String market) {
        if (NAME.matcher(market).matches() == false) {
            throw new IllegalArgumentException("[" + parameter
                    + "] must name a market with 1 to 32 lower-case letters, digits, [_] and [-], but was [" + market
                    + "]");
        }
    }

    /** Returns all rules that name a field, each once: the fields to read of a candidate, see {@link CanonicalCandidate#fields}. */
    public List<CanonicalRule> fields() {
        return Stream.concat(rules.stream(), markets.values().stream().flatMap(List::stream))
                .filter(CanonicalRule::isField)
                .distinct()
                .toList();
    }

    /** Returns whether adding or removing a document may change which of the other documents is canonical in a market. */
    public boolean marketsDependOnGroups() {
        return markets.values().stream().flatMap(List::stream).anyMatch(CanonicalRule::dependsOnGroup);
    }

    /**
     * Returns the canonical document of a set of documents. O(n log n).
     *
     * @param pages one document or more, including those of equal text
     * @param otherwise decides if no rule does
     */
    public <T> T canonical(List<T> pages, Function<T, CanonicalCandidate> candidate, Comparator<T> otherwise) {
        return CanonicalRule.canonical(rules, fields(), pages, candidate, otherwise);
    }

    /**
     * Returns the markets that keep each document, in the order of their names; without the documents that no market keeps. O(n log n) per
     * market.
     *
     * @param pages a canonical document and its duplicates
     * @param otherwise decides if no rule does
     */
    public <T> Map<T, List<String>> byMarket(
            List<T> pages, Function<T, CanonicalCandidate> candidate, Comparator<T> otherwise) {
        Map<T, List<String>> kept = new TreeMap<>(otherwise);
        List<CanonicalRule> fields = fields();
        markets.forEach((market, own) -> kept.computeIfAbsent(
                        CanonicalRule.canonical(own, fields, pages, candidate, otherwise), page -> new ArrayList<>())
                .add(market));
        return kept;
    }
}
