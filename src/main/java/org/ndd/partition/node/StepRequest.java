package org.ndd.partition.node;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.partition.shard.Window;

/**
 * An order to a node to execute a step.
 *
 * @param step the step
 * @param prefix range of terms of a merge, empty for all; if the step is for an index, its name
 * @param window the ranks to decide
 * @param documents number of documents of the run that are not exact duplicates, if the step needs it
 * @param most maximum number of documents that the step may decide, 0 or more
 */
public record StepRequest(RunStep step, String prefix, Window window, long documents, long most) implements Writeable {

    public StepRequest(StreamInput in) throws IOException {
        this(RunStep.valueOf(in.readString()), in.readString(), new Window(in), in.readVLong(), in.readVLong());
    }

    public static StepRequest of(RunStep step) {
        return new StepRequest(step, "", Window.ALL, 0, Long.MAX_VALUE);
    }

    public StepRequest over(String termPrefix) {
        return new StepRequest(step, termPrefix, window, documents, most);
    }

    public StepRequest in(Window ranks) {
        return new StepRequest(step, prefix, ranks, documents, most);
    }

    public StepRequest among(long all) {
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

    /**
     * The steps that the coordinator orders from nodes, each for a shard, for a range of terms, for an index, or for the node as a whole.
     */
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
        /** Shard: picks the best predecessors. */
        END_CANDIDATES,
        /** Shard: one round of decisions. */
        DECIDE,
        /** Shard: sends the home shards of leaders the documents that lead to them from other groups. */
        SEND_BRIDGES,
        /** Shard: counts leaders that must be decided once more. */
        BEGIN_MERGING,
        /** Shard: one round of merging groups. */
        MERGE_LEADERS,
        /** Shard: finds the documents that people decided about. */
        FIND_DECIDED,
        /** Node: changes the leaders on its shards so that groups agree with the decisions. */
        APPLY_DECISIONS,
        /** Shard: sends the home shards of leaders their members. */
        SEND_MEMBERS,
        /** Shard: counts documents in groups. */
        BEGIN_GROUPS,
        /** Shard: one round of making groups: picks canonical documents, verifies, writes. */
        WRITE_GROUPS,
        /** Index: lists the duplicates. */
        LIST_DUPLICATES,
        /** Shard: counts documents whose input changed after the processor ran. */
        COUNT_OUTDATED,
        /** Shard: counts documents that changed since the run began. */
        COUNT_CHANGES,
        /** Shard: deletes the decisions that were stored for recovery. */
        FORGET_DECISIONS
    }
}
