package org.ndd.partition.node;

/** The steps that the coordinator orders, each for a shard, a range of terms, or the node as a whole. */
public enum RunStep {
    /** Node: learns or loads the boilerplate of its slice of the sites. */
    BOILERPLATE,
    /** Range: finds equal digests. */
    MERGE_DIGESTS,
    /** Shard: verifies that texts of equal digest are equal. */
    VERIFY_EXACT,
    /** Shard: starts to collect candidates of a window. */
    BEGIN_WINDOW,
    /** Range: merges fingerprints and sends the heads of posting lists to the shards. */
    MERGE_FINGERPRINTS,
    /** Shard: selects the best predecessors. */
    END_CANDIDATES,
    /** Shard: executes one round of decisions. */
    DECIDE,
    /** Shard: sends bridges to the home shards of their leaders. */
    SEND_BRIDGES,
    /** Shard: counts leaders that must be decided again. */
    BEGIN_MERGING,
    /** Shard: executes one round of merging groups. */
    MERGE_LEADERS,
    /** Shard: finds the documents of decisions of people. */
    FIND_DECIDED,
    /** Node: changes the leaders on its shards so that groups agree with the decisions. */
    APPLY_DECISIONS,
    /** Shard: sends members to the home shards of their leaders. */
    SEND_MEMBERS,
    /** Shard: counts documents in groups. */
    BEGIN_GROUPS,
    /** Shard: executes one round of creating groups: selects canonical documents, verifies, writes. */
    WRITE_GROUPS,
    /** Shard: counts documents whose input changed after the processor ran. */
    COUNT_OUTDATED,
    /** Shard: counts documents that changed since the start of the run. */
    COUNT_CHANGES,
    /** Shard: deletes the decisions that were stored for the case of a failure. */
    FORGET_DECISIONS
}
