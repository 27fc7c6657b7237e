package org.ndd.partition.node;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.partition.shard.ShardDecisions.Window;

/**
 * Orders a node to execute a step.
 *
 * @param prefix range of terms of a merge, empty for all
 * @param window the ranks to decide
 * @param documents number of documents of the run that are not exact duplicates, for steps that need it
 * @param most maximum number of documents that the step may decide, 0 or more
 */
public record StepRequest(RunStep step, String prefix, Window window, long documents, long most) implements Writeable {

    public StepRequest(StreamInput in) throws IOException {
        this(RunStep.valueOf(in.readString()), in.readString(), new Window(in), in.readVLong(), in.readVLong());
    }

    public static StepRequest of(RunStep step) {
        return new StepRequest(step, "", Window.ALL, 0, Long.MAX_VALUE);
    }

    public StepRequest withPrefix(String termPrefix) {
        return new StepRequest(step, termPrefix, window, documents, most);
    }

    public StepRequest withWindow(Window ranks) {
        return new StepRequest(step, prefix, ranks, documents, most);
    }

    public StepRequest withDocuments(long all) {
        return new StepRequest(step, prefix, window, all, most);
    }

    public StepRequest atMost(long decisions) {
        return new StepRequest(step, prefix, window, documents, decisions);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(step.name());
        out.writeString(prefix);
        window.writeTo(out);
        out.writeVLong(documents);
        out.writeVLong(most);
    }

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
}
