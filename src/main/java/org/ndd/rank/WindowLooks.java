package org.ndd.rank;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.search.ScoreDoc;
import org.elasticsearch.action.ActionListener;

/**
 * Looks at the hits of a window, the best first, and at no more of them than it takes for enough that are different. What becomes of a hit
 * does not depend on those after it, so these are the same that a look at all would find; only what they stand for may be more.
 */
final class WindowLooks {

    /** Hits that are looked at first for each different one that is asked for, and at least. */
    private static final int HITS_FOR_ONE = 3;

    private static final int LEAST_HITS = 30;

    private final List<ScoreDoc> hits;
    private final Pages pages;
    private final Grouping grouping;

    /** Reads what has to be known of hits. */
    @FunctionalInterface
    interface Pages {

        /** @param listener gets one for each hit, in their order */
        void hits(List<ScoreDoc> hits, ActionListener<List<WindowHit>> listener);
    }

    /**
     * @param hits the best first
     * @param pages reads what has to be known of them
     * @param grouping finds out which are near-duplicates
     */
    WindowLooks(List<ScoreDoc> hits, Pages pages, Grouping grouping) {
        this.hits = hits;
        this.pages = pages;
        this.grouping = grouping;
    }

    /**
     * The best hits, as many as were looked at.
     *
     * @param hits the best first
     * @param groups what became of them
     */
    record Look(List<WindowHit> hits, WindowGroups groups) {

        private static final Look AT_NONE = new Look(List.of(), WindowGroups.NONE);

        /** Hits that stand for themselves. */
        int different() {
            return (int) IntStream.range(0, hits.size())
                    .filter(groups.clusters()::leads)
                    .count();
        }
    }

    /**
     * Looks until there are enough different hits, or at all.
     *
     * @param enough hits that are different
     */
    void lookUntil(int enough, ActionListener<Look> listener) {
        lookOn(Look.AT_NONE, Math.max(LEAST_HITS, HITS_FOR_ONE * enough), enough, listener);
    }

    /** @param most hits that are looked at; all where another look would not have much left to do */
    private void lookOn(Look before, int most, int enough, ActionListener<Look> listener) {
        int seen = before.hits().size();
        if (seen == hits.size()) {
            listener.onResponse(before);
            return;
        }
        int end = 2 * most > hits.size() ? hits.size() : most;
        pages.hits(hits.subList(seen, end), listener.delegateFailureAndWrap((l, next) -> {
            List<WindowHit> all = new ArrayList<>(before.hits());
            all.addAll(next);
            grouping.group(all, l.delegateFailureAndWrap((m, groups) -> {
                Look look = new Look(all, groups);
                if (look.different() >= enough) {
                    m.onResponse(look);
                } else {
                    lookOn(look, 2 * end, enough, m);
                }
            }));
        }));
    }
}
