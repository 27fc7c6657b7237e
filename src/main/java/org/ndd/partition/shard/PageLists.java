package org.ndd.partition.shard;

import java.util.List;
import java.util.function.IntConsumer;
import org.ndd.config.GroupFields;
import org.ndd.core.compare.Relation;
import org.ndd.core.group.Winners;

/**
 * The lists of ids that a run makes for each index of its source, by their numbers: of losers, of those losers that are the same as their
 * winner, and for each market of the documents that are near a winner, or are one, and do not win there.
 *
 * @param markets names, in their order
 */
public record PageLists(List<String> markets) {

    /** Number of the list of all losers. */
    public static final int LOSERS = 0;

    /** Number of the list of those that are the same as their winner. */
    public static final int SAME = 1;

    private static final int OF_WINNERS = 2;

    /** The lists of a run. */
    public static PageLists of(Winners winners) {
        return new PageLists(List.copyOf(winners.markets().keySet()));
    }

    /** Number of lists. */
    public int count() {
        return OF_WINNERS + markets.size();
    }

    /** Number of lists in addition to those of every run. */
    int ofMarkets() {
        return markets.size();
    }

    /** The prefix of the ids of a list in the run's index; the name of the source index follows. */
    public String prefix(int list) {
        return switch (list) {
            case LOSERS -> GroupFields.LOSER_LIST;
            case SAME -> GroupFields.SAME_LIST;
            default -> GroupFields.marketList(markets.get(list - OF_WINNERS));
        };
    }

    /**
     * Names the lists that a document is on.
     *
     * @param toWinner how it compares with the winner; {@code null} for the winner itself
     * @param winsIn markets in which it wins
     */
    void forEach(Member page, Verdict toWinner, List<String> winsIn, IntConsumer sink) {
        if (toWinner != null && toWinner.verifies(page.role()) == false) {
            return;
        }
        if (toWinner != null) {
            sink.accept(LOSERS);
        }
        if (toWinner != null && toWinner.relation() == Relation.SAME) {
            sink.accept(SAME);
        }
        for (int market = 0; market < markets.size(); market++) {
            if (winsIn.contains(markets.get(market)) == false) {
                sink.accept(OF_WINNERS + market);
            }
        }
    }
}
