package org.ndd.rank;

import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.core.Releasable;

/** A way to find out which hits of a window are near-duplicates. */
@FunctionalInterface
interface Grouping extends Releasable {

    /**
     * Groups hits. A later call with more hits after the same ones, once the earlier call has completed, may reuse its results.
     *
     * @param hits the best first
     * @param listener gets the groups, on any thread
     */
    void group(List<WindowHit> hits, ActionListener<WindowGroups> listener);

    /** Warnings for the user about the last grouping. */
    default List<String> warnings() {
        return List.of();
    }

    /** Releases the state that it keeps from one call to the next. */
    @Override
    default void close() {}
}
