package org.ndd.eval.method;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.ndd.core.group.Rank;

/**
 * Makes groups of verdicts on pairs, the same way for every system: in rank order, a page joins the first leader that it
 * is similar to, else it leads. These are the groups that our method makes too; connected components, the other usual way, let two pages
 * share a group through a chain of others. Pages of equal text are not treated apart: a system has to find them.
 */
final class Leaders {

    private Leaders() {}

    /** Leaders that a page may join. */
    interface Candidates {

        /** Candidate leaders of a page, each once, in any order. */
        int[] of(int page);

        /** Says that a page leads from now on. */
        void lead(int page);
    }

    /** A verdict on two pages. */
    interface Verdict {
        boolean similar(int page, int other);
    }

    /**
     * Groups pages.
     *
     * @param salt of the rank order
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
        List<Rank> ranks = pages.stream().map(page -> Rank.of(page.id(), salt)).toList();
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
