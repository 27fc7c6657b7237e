package org.ndd.partition.shard;

import java.util.List;
import java.util.function.IntConsumer;
import org.ndd.core.compare.Relation;
import org.ndd.core.group.CanonicalRules;
import org.ndd.core.group.Verdict;

/**
 * Numbers the lists of ids that a run writes for each index of its source: a list of all duplicates, one of the duplicates that are the
 * same as their canonical document, and one per market. The list of a market has the canonical documents and duplicates that are not
 * canonical in it.
 *
 * @param markets names, in their order
 */
public record PageLists(List<String> markets) {

    /** Number of the list of all duplicates. */
    public static final int DUPLICATES = 0;

    /** Number of the list of duplicates that are the same as their canonical document. */
    public static final int SAME = 1;

    private static final int OF_CANONICALS = 2;

    /** Returns the lists of a run. */
    public static PageLists of(CanonicalRules canonicals) {
        return new PageLists(List.copyOf(canonicals.markets().keySet()));
    }

    /** Returns the number of lists. */
    public int count() {
        return OF_CANONICALS + markets.size();
    }

    /** Returns the market of a list. */
    public String market(int list) {
        return markets.get(list - OF_CANONICALS);
    }

    /** Returns the number of lists of markets. */
    int ofMarkets() {
        return markets.size();
    }

    /**
     * Passes the numbers of a document's lists to a sink.
     *
     * @param toCanonical verdict on the document and the canonical document; {@code null} for the canonical document itself
     * @param canonicalIn markets in which it is canonical
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
