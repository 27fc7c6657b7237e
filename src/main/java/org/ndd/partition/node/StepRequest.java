package org.ndd.partition.node;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.config.ShardPosition;
import org.ndd.partition.plan.StepCounts;
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

    /**
     * The result of a step.
     *
     * @param largest the largest groups, if the step created groups
     * @param pins the last operation of each shard that the run sees, by ordinal, if the step pinned shards
     * @param windows number of windows that the node's memory requires for its shards, if the step pinned shards
     */
    public record StepResult(StepCounts counts, List<LargeGroup> largest, Map<Integer, ShardPosition> pins, int windows)
            implements Writeable {

        /** Maximum number of groups named in a report. */
        public static final int LARGEST = 10;

        /** A group in a report, with the number of its documents and the id of its canonical document. */
        public record LargeGroup(String group, int size, String canonical) implements Writeable {

            private static final Comparator<LargeGroup> LARGEST_FIRST =
                    Comparator.comparingInt(LargeGroup::size).reversed().thenComparing(LargeGroup::group);

            public LargeGroup(StreamInput in) throws IOException {
                this(in.readString(), in.readVInt(), in.readString());
            }

            /** Returns the largest groups of two lists. */
            public static List<LargeGroup> merge(List<LargeGroup> a, List<LargeGroup> b) {
                List<LargeGroup> all = new ArrayList<>(a);
                all.addAll(b);
                return all.stream().sorted(LARGEST_FIRST).limit(LARGEST).toList();
            }

            @Override
            public void writeTo(StreamOutput out) throws IOException {
                out.writeString(group);
                out.writeVInt(size);
                out.writeString(canonical);
            }
        }

        public StepResult(StreamInput in) throws IOException {
            this(
                    new StepCounts(in),
                    in.readCollectionAsList(LargeGroup::new),
                    in.readMap(StreamInput::readVInt, ShardPosition::new),
                    in.readVInt());
        }

        static StepResult of(StepCounts counts) {
            return of(counts, List.of());
        }

        static StepResult of(StepCounts counts, List<LargeGroup> largest) {
            return new StepResult(counts, largest, Map.of(), 1);
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            counts.writeTo(out);
            out.writeCollection(largest);
            out.writeMap(pins, StreamOutput::writeVInt, StreamOutput::writeWriteable);
            out.writeVInt(windows);
        }
    }
}
