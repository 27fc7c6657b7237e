package org.ndd.core.group;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The rules for the pages of a group to keep: by the rules of the run the winner, with which all others are compared; and for each market,
 * such as a country or a product, one page of that winner and its losers, by the rules of the market (Zhu et al., section 5). Immutable.
 *
 * @param rules of the winner, in the order in which they are applied
 * @param markets the rules of each market by its name, in the order of the names
 */
public record Winners(List<WinnerRule> rules, SortedMap<String, List<WinnerRule>> markets) {

    /** Maximum number of markets of a run: each takes one bit per document and a separate list. */
    public static final int MOST_MARKETS = 16;

    /** The page of median length in its group wins, and there are no markets. */
    public static final Winners DEFAULT = of(WinnerRule.DEFAULT);

    private static final Pattern NAME = Pattern.compile("[a-z0-9_-]{1,32}");

    /** @throws IllegalArgumentException if there are too many markets, or if the name of one is invalid */
    public Winners {
        rules = List.copyOf(rules);
        if (markets.size() > MOST_MARKETS) {
            throw new IllegalArgumentException(
                    "[winners] must have at most [" + MOST_MARKETS + "] markets, but was " + markets.keySet());
        }
        SortedMap<String, List<WinnerRule>> copy = new TreeMap<>();
        markets.forEach((name, own) -> {
            checkName("winners", name);
            copy.put(name, List.copyOf(own));
        });
        markets = Collections.unmodifiableSortedMap(copy);
    }

    /** No markets. */
    public static Winners of(List<WinnerRule> rules) {
        return new Winners(rules, new TreeMap<>());
    }

    /** @throws IllegalArgumentException if the name is not valid for a market */
    public static void checkName(String parameter, String market) {
        if (NAME.matcher(market).matches() == false) {
            throw new IllegalArgumentException("[" + parameter
                    + "] must name a market with 1 to 32 lower-case letters, digits, [_] and [-], but was [" + market
                    + "]");
        }
    }

    /** All rules that name a field, each once: the fields to read of a candidate, see {@link WinnerCandidate#fields}. */
    public List<WinnerRule> fields() {
        return Stream.concat(rules.stream(), markets.values().stream().flatMap(List::stream))
                .filter(WinnerRule::isField)
                .distinct()
                .toList();
    }

    /** Whether adding or removing a page may change the winner of a market among other pages. */
    public boolean marketsLookAtGroups() {
        return markets.values().stream().flatMap(List::stream).anyMatch(WinnerRule::looksAtGroup);
    }

    /**
     * The winner of some pages. O(n log n).
     *
     * @param pages one or more, those of equal text too
     * @param candidate the properties of a page
     * @param otherwise decides if no rule does
     */
    public <T> T winner(List<T> pages, Function<T, WinnerCandidate> candidate, Comparator<T> otherwise) {
        return WinnerRule.winner(rules, fields(), pages, candidate, otherwise);
    }

    /**
     * The markets that each of some pages wins in, in the order of their names; those that win in none are left out. O(n log n) per market.
     *
     * @param pages a winner and its losers
     * @param candidate the properties of a page
     * @param otherwise decides if no rule does
     */
    public <T> Map<T, List<String>> byMarket(
            List<T> pages, Function<T, WinnerCandidate> candidate, Comparator<T> otherwise) {
        Map<T, List<String>> wins = new TreeMap<>(otherwise);
        List<WinnerRule> fields = fields();
        markets.forEach((market, own) -> wins.computeIfAbsent(
                        WinnerRule.winner(own, fields, pages, candidate, otherwise), page -> new ArrayList<>())
                .add(market));
        return wins;
    }
}
