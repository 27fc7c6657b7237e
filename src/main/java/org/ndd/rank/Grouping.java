package org.ndd.rank;

import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.core.Releasable;

/** Determines which hits of a window are near-duplicates. */
@FunctionalInterface
interface Grouping extends Releasable {

    /**
     * Groups hits. A later call with the same hits and additional ones after them may reuse results, if the earlier call has completed.
     *
     * @param hits hits, best first
     * @param listener receives the groups, on any thread
     */
    void group(List<WindowHit> hits, ActionListener<WindowGroups> listener);

    /** Returns warnings for the user about the last grouping. */
    default List<String> warnings() {
        return List.of();
    }

    /** Releases the state that is kept between calls. */
    @Override
    default void close() {}
}
