package org.ndd.rank;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.apache.lucene.search.ScoreDoc;
import org.elasticsearch.action.ActionListener;

/**
 * Compares the hits of a window, best first, until enough distinct hits are found. The result for a hit does not depend on the hits after
 * it. So the distinct hits are the same as if all hits were compared; only the hits that they represent may be incomplete.
 */
final class IncrementalWindow {

    /** Number of hits per requested distinct hit that the first comparison includes; also the minimum. */
    private static final int HITS_PER_RESULT = 3;

    private static final int MIN_HITS = 30;

    private final List<ScoreDoc> hits;
    private final BiConsumer<List<ScoreDoc>, ActionListener<List<WindowHit>>> pages;
    private final Grouping grouping;

    /**
     * @param hits hits, best first
     * @param pages reads the required data of hits; its listener receives one element per hit, in the order of the hits
     * @param grouping determines which hits are near-duplicates
     */
    IncrementalWindow(
            List<ScoreDoc> hits, BiConsumer<List<ScoreDoc>, ActionListener<List<WindowHit>>> pages, Grouping grouping) {
        this.hits = hits;
        this.pages = pages;
        this.grouping = grouping;
    }

    /**
     * The compared hits.
     *
     * @param hits compared hits, best first
     * @param groups groups of these hits
     */
    record ComparedHits(List<WindowHit> hits, WindowGroups groups) {

        private static final ComparedHits EMPTY = new ComparedHits(List.of(), WindowGroups.NONE);

        /** Returns the number of hits that represent themselves. */
        int distinctCount() {
            return (int)
                    IntStream.range(0, hits.size()).filter(groups::isLeader).count();
        }
    }

    /**
     * Compares hits until the required number is distinct, or all are compared.
     *
     * @param minDistinct required number of distinct hits, 1 or more
     */
    void compareUntil(int minDistinct, ActionListener<ComparedHits> listener) {
        compareMore(ComparedHits.EMPTY, Math.max(MIN_HITS, HITS_PER_RESULT * minDistinct), minDistinct, listener);
    }

    /**
     * Compares more hits.
     *
     * @param target number of hits to compare; all hits are compared if few would remain for another call
     */
    private void compareMore(
            ComparedHits previous, int target, int minDistinct, ActionListener<ComparedHits> listener) {
        int seen = previous.hits().size();
        if (seen == hits.size()) {
            listener.onResponse(previous);
            return;
        }
        int end = 2 * target > hits.size() ? hits.size() : target;
        pages.accept(hits.subList(seen, end), listener.delegateFailureAndWrap((l, next) -> {
            List<WindowHit> all = new ArrayList<>(previous.hits());
            all.addAll(next);
            grouping.group(all, l.delegateFailureAndWrap((m, groups) -> {
                ComparedHits compared = new ComparedHits(all, groups);
                if (compared.distinctCount() >= minDistinct) {
                    m.onResponse(compared);
                } else {
                    compareMore(compared, 2 * end, minDistinct, m);
                }
            }));
        }));
    }
}
