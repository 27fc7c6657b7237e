package org.ndd.partition;

import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.master.AcknowledgedResponse;

/** Cancels a run. What it wrote stays in its own index, which no alias shows; {@link ResumePartitionAction} lets it go on. */
public final class CancelPartitionAction extends ActionType<AcknowledgedResponse> {

    public static final String NAME = "cluster:admin/ndd/partition/cancel";

    public static final CancelPartitionAction INSTANCE = new CancelPartitionAction();

    private CancelPartitionAction() {
        super(NAME);
    }
}
