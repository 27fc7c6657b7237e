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
    private static final int HITS_PER_RESULT = 3;

    private static final int MIN_HITS = 30;

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

        private static final Look EMPTY = new Look(List.of(), WindowGroups.NONE);

        /** Number of hits that represent themselves. */
        int distinctCount() {
            return (int)
                    IntStream.range(0, hits.size()).filter(groups::isLeader).count();
        }
    }

    /**
     * Compares hits until enough are distinct, or until all are compared.
     *
     * @param minDistinct required number of distinct hits
     */
    void compareUntil(int minDistinct, ActionListener<Look> listener) {
        compareMore(Look.EMPTY, Math.max(MIN_HITS, HITS_PER_RESULT * minDistinct), minDistinct, listener);
    }

    /** @param target number of hits to compare; all if few would remain for another call */
    private void compareMore(Look previous, int target, int minDistinct, ActionListener<Look> listener) {
        int seen = previous.hits().size();
        if (seen == hits.size()) {
            listener.onResponse(previous);
            return;
        }
        int end = 2 * target > hits.size() ? hits.size() : target;
        pages.hits(hits.subList(seen, end), listener.delegateFailureAndWrap((l, next) -> {
            List<WindowHit> all = new ArrayList<>(previous.hits());
            all.addAll(next);
            grouping.group(all, l.delegateFailureAndWrap((m, groups) -> {
                Look look = new Look(all, groups);
                if (look.distinctCount() >= minDistinct) {
                    m.onResponse(look);
                } else {
                    compareMore(look, 2 * end, minDistinct, m);
                }
            }));
        }));
    }
}
