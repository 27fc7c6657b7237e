package org.ndd.resolve;

import org.elasticsearch.action.ActionType;
import org.ndd.bulk.BulkTaskResponse;

/**
 * Deletes duplicates or marks them, and undoes both. Needs {@code read} and {@code write} on the pages, and {@code read} on the
 * destination.
 */
public final class ResolveAction {

    public static final String NAME = "indices:data/write/ndd/resolve";

    public static final ActionType<BulkTaskResponse<ResolveReport>> TYPE = new ActionType<>(NAME);

    private ResolveAction() {}

    /** The operation of a request. */
    public enum Operation {
        DELETE("deletion"),
        RESTORE("restoration"),
        MARK("marking"),
        UNMARK("removal of marks");

        private final String noun;

        Operation(String noun) {
            this.noun = noun;
        }

        /** The noun for such a task in messages. */
        String noun() {
            return noun;
        }
    }
}
