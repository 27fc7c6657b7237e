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
