package org.ndd.partition.shard;

import java.util.List;
import java.util.function.IntConsumer;
import org.ndd.core.compare.Relation;
import org.ndd.core.group.CanonicalRules;
import org.ndd.core.group.Verdict;

/**
 * The lists of ids that a run makes for each index of its source, by their numbers: of duplicates, of those duplicates that are the same as
 * their canonical document, and for each market of the documents that are near a canonical document, or are one, and do not win there.
 *
 * @param markets names, in their order
 */
public record PageLists(List<String> markets) {

    /** Number of the list of all duplicates. */
    public static final int DUPLICATES = 0;

    /** Number of the list of those that are the same as their canonical document. */
    public static final int SAME = 1;

    private static final int OF_CANONICALS = 2;

    /** The lists of a run. */
    public static PageLists of(CanonicalRules canonicals) {
        return new PageLists(List.copyOf(canonicals.markets().keySet()));
    }

    /** Number of lists. */
    public int count() {
        return OF_CANONICALS + markets.size();
    }

    /** The market of a list that is not one of every run. */
    public String market(int list) {
        return markets.get(list - OF_CANONICALS);
    }

    /** Number of lists in addition to those of every run. */
    int ofMarkets() {
        return markets.size();
    }

    /**
     * Names the lists that a document is on.
     *
     * @param toCanonical how it compares with the canonical document; {@code null} for the canonical document itself
     * @param canonicalIn markets that keep it
     */
    void forEach(Member page, Verdict toCanonical, List<String> canonicalIn, IntConsumer sink) {
        if (toCanonical != null && toCanonical.verifies(page.role()) == false) {
            return;
        }
        if (toCanonical != null) {
            sink.accept(DUPLICATES);
        }
        if (toCanonical != null && toCanonical.relation() == Relation.SAME) {
            sink.accept(SAME);
        }
        for (int market = 0; market < markets.size(); market++) {
            if (canonicalIn.contains(markets.get(market)) == false) {
                sink.accept(OF_CANONICALS + market);
            }
        }
    }
}
