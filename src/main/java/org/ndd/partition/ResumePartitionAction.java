package org.ndd.partition;

import org.elasticsearch.action.ActionType;

/** Lets a run go on that was cancelled or has failed, from what it kept, with the rights of who asks. */
public final class ResumePartitionAction extends ActionType<PartitionResponse> {

    public static final String NAME = "cluster:admin/ndd/partition/resume";

    public static final ResumePartitionAction INSTANCE = new ResumePartitionAction();

    private ResumePartitionAction() {
        super(NAME);
    }
}
