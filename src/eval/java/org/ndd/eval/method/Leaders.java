package org.ndd.eval.method;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.ndd.core.group.Rank;

/**
 * Groups documents by verdicts on pairs, in the same way for every system: in rank order, a document joins the first similar leader, or
 * becomes a leader. These are the groups of ndd too. Connected components, the usual alternative, put documents into one group that are
 * connected through a chain of others. Documents with equal texts are not special: each system has to find them.
 */
final class Leaders {

    private Leaders() {}

    /** Candidate leaders. */
    interface Candidates {

        /** Returns the distinct candidate leaders of a document in any order. */
        int[] of(int page);

        /** Adds a leader. */
        void lead(int page);
    }

    /** A verdict on two documents. */
    interface Verdict {
        boolean similar(int page, int other);
    }

    /**
     * Groups documents.
     *
     * @param salt salt of the rank order
     */
    static Grouping group(List<Page> pages, String salt, Candidates candidates, Verdict verdict) {
        int[] order = order(pages, salt);
        int[] places = new int[order.length];
        for (int place = 0; place < order.length; place++) {
            places[order[place]] = place;
        }
        int[] groups = new int[order.length];
        long comparisons = 0;
        for (int page : order) {
            int leader = page;
            for (int candidate : byPlace(candidates.of(page), places)) {
                comparisons++;
                if (verdict.similar(page, candidate)) {
                    leader = candidate;
                    break;
                }
            }
            groups[page] = leader;
            if (leader == page) {
                candidates.lead(page);
            }
        }
        return new Grouping(groups, comparisons);
    }

    private static int[] order(List<Page> pages, String salt) {
        List<Rank> ranks = pages.stream().map(page -> Rank.of(salt + page.id())).toList();
        return IntStream.range(0, pages.size())
                .boxed()
                .sorted(Comparator.comparing(ranks::get))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private static int[] byPlace(int[] candidates, int[] places) {
        return IntStream.of(candidates)
                .boxed()
                .sorted(Comparator.comparingInt(candidate -> places[candidate]))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
