package org.ndd.rank;

import java.util.List;
import org.elasticsearch.action.ActionListener;

/** A way to find out which hits of a window are near-duplicates. */
@FunctionalInterface
interface Grouping {

    /**
     * Groups hits.
     *
     * @param hits the best first
     * @param listener gets what became of them, on any thread
     */
    void group(List<WindowHit> hits, ActionListener<WindowGroups> listener);
}
