package org.ndd.backfill;

import org.elasticsearch.action.ActionType;
import org.ndd.bulk.BulkTaskResponse;

/** Sends documents that the processor has not processed, or not in their current state, through the pipeline again. */
public final class BackfillAction {

    public static final String NAME = "indices:data/write/ndd/backfill";

    public static final ActionType<BulkTaskResponse<BackfillReport>> TYPE = new ActionType<>(NAME);

    private BackfillAction() {}
}
