package org.ndd.rank;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.search.ScoreDoc;
import org.elasticsearch.action.ActionListener;

/**
 * Compares the hits of a window, the best first, and only as many as are necessary to find enough different ones. The result for a hit does
 * not depend on those after it, so these are the same hits that a comparison of all would find; only the hits that they represent may be
 * more.
 */
final class IncrementalWindow {

    /** Hits that are compared first for each requested different one; also the minimum. */
    private static final int HITS_FOR_ONE = 3;

    private static final int LEAST_HITS = 30;

    private final List<ScoreDoc> hits;
    private final Pages pages;
    private final Grouping grouping;

    /** Reads the necessary data of hits. */
    @FunctionalInterface
    interface Pages {

        /** @param listener gets one for each hit, in their order */
        void hits(List<ScoreDoc> hits, ActionListener<List<WindowHit>> listener);
    }

    /**
     * @param hits the best first
     * @param pages reads their necessary data
     * @param grouping determines which are near-duplicates
     */
    IncrementalWindow(List<ScoreDoc> hits, Pages pages, Grouping grouping) {
        this.hits = hits;
        this.pages = pages;
        this.grouping = grouping;
    }

    /**
     * The best hits, as many as were compared.
     *
     * @param hits the best first
     * @param groups of these hits
     */
    record Look(List<WindowHit> hits, WindowGroups groups) {

        private static final Look AT_NONE = new Look(List.of(), WindowGroups.NONE);

        /** Number of hits that represent themselves. */
        int different() {
            return (int) IntStream.range(0, hits.size()).filter(groups::leads).count();
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

    /** @param most number of hits to compare; all if few would remain for another call */
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
