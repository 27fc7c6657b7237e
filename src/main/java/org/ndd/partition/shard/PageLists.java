package org.ndd.partition.shard;

import java.util.List;
import java.util.function.IntConsumer;
import org.ndd.config.GroupFields;
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

    /** Number of lists in addition to those of every run. */
    int ofMarkets() {
        return markets.size();
    }

    /** The prefix of the ids of a list in the run's index; the name of the source index follows. */
    public String prefix(int list) {
        return switch (list) {
            case DUPLICATES -> GroupFields.DUPLICATE_LIST;
            case SAME -> GroupFields.SAME_LIST;
            default -> GroupFields.marketList(markets.get(list - OF_CANONICALS));
        };
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
