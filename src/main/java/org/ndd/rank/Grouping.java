package org.ndd.rank;

import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.core.Releasable;

/** A way to find out which hits of a window are near-duplicates. */
@FunctionalInterface
interface Grouping extends Releasable {

    /**
     * Groups hits. Called with more hits after those of the call before, once that is answered, it may use what it knows of these.
     *
     * @param hits the best first
     * @param listener gets what became of them, on any thread
     */
    void group(List<WindowHit> hits, ActionListener<WindowGroups> listener);

    /** What whoever searches should know of what was grouped last. */
    default List<String> warnings() {
        return List.of();
    }

    /** Lets go of what it keeps from one call to the next. */
    @Override
    default void close() {}
}
