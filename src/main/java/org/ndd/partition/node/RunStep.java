package org.ndd.partition.node;

/** The steps that the coordinator orders from nodes, each for a shard, for a range of terms, for an index, or for the node as a whole. */
public enum RunStep {
    /** Node: learns or loads the templates of its slice of the sites. */
    TEMPLATES,
    /** Range: finds equal digests. */
    MERGE_DIGESTS,
    /** Shard: makes sure that texts of equal digest are equal. */
    VERIFY_EXACT,
    /** Shard: begins to gather candidates of a window. */
    BEGIN_WINDOW,
    /** Range: merges fingerprints and sends the heads of posting lists to the shards. */
    MERGE_FINGERPRINTS,
    /** Shard: picks the best predecessors. */
    END_CANDIDATES,
    /** Shard: one round of decisions. */
    DECIDE,
    /** Shard: sends the home shards of leaders the documents that lead to them from other groups. */
    SEND_BRIDGES,
    /** Shard: counts how many leaders are to be decided once more. */
    BEGIN_MERGING,
    /** Shard: one round of merging groups. */
    MERGE_LEADERS,
    /** Shard: sends the home shards of leaders their members. */
    SEND_MEMBERS,
    /** Shard: counts how many documents are in groups. */
    BEGIN_GROUPS,
    /** Shard: one round of making groups: picks winners, verifies, writes. */
    WRITE_GROUPS,
    /** Index: lists the losers. */
    LIST_LOSERS,
    /** Shard: counts documents whose input changed after the processor saw it. */
    COUNT_STALE,
    /** Shard: counts documents that changed since the run began. */
    COUNT_CHANGES,
    /** Shard: deletes the decisions that were kept for the case of a failure. */
    FORGET_DECISIONS
}
