package org.ndd.partition;

import org.elasticsearch.action.ActionType;

/** Partitions an index into groups of near-duplicates. */
public final class PartitionAction extends ActionType<PartitionResponse> {

    /** Needs {@code read} on the source. */
    public static final String NAME = "indices:data/read/ndd/partition";

    public static final PartitionAction INSTANCE = new PartitionAction();

    private PartitionAction() {
        super(NAME);
    }
}
