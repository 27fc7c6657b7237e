package org.ndd.partition.shard;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.core.compare.Relation;

/** The counts of a step. Counts of several steps add up. Not safe for use by several threads. */
public final class StepCounts implements Writeable {

    /** The kinds of counts. */
    public enum Count {
        /** Documents that take part. */
        DOCUMENTS("documents"),
        /** Documents of the reference that take part. */
        REFERENCE_DOCUMENTS(null),
        /** Documents that the processor has not seen. */
        UNPROCESSED("unprocessed"),
        /** Documents left out because their fingerprints are of another version than those of the run. */
        OTHER_VERSION("other_version"),
        /** Documents too short to have a fingerprint: only equal texts are found. */
        WITHOUT_FINGERPRINTS("without_fingerprints"),
        /** Documents whose input changed after the processor saw it, among those that were checked. */
        OUTDATED("outdated"),
        /** Documents that were checked for this. */
        OUTDATED_CHECKED("outdated_checked"),
        /** Operations on the source since the run pinned it. */
        CHANGED("changed_during_run"),
        /** Documents whose text equals another's. */
        EXACT_DUPLICATES("exact_duplicates"),
        /** Sites whose boilerplate is known. */
        BOILERPLATE("boilerplate"),
        /** Different fingerprints. */
        FINGERPRINTS("fingerprints"),
        /** Fingerprints on so many documents that they lead to the first few of these only; in mode sets they are not used. */
        COMMON_FINGERPRINTS("common_fingerprints"),
        /** Pairs of a document and one above it that shares much with it. */
        CANDIDATES("candidates"),
        /** Pairs compared to decide groups. */
        COMPARISONS("comparisons"),
        /** Documents whose decision an earlier attempt at the run had made. */
        REPLAYED("replayed_decisions"),
        /** Bytes that nodes of the run sent to each other. */
        WIRE_BYTES("bytes_on_wire"),
        /** Comparisons not made because a document had too many candidates. */
        SKIPPED_COMPARISONS("skipped_comparisons"),
        /** Decisions of people that took part. */
        DECISIONS("decisions_applied"),
        /** Decisions of people that did not, because a document changed since, or does not take part. */
        DECISIONS_OUTDATED("decisions_outdated"),
        /** Pairs compared to verify duplicates against canonical documents. */
        VERIFICATIONS("verifications"),
        /** Pairs whose verification an earlier attempt at the run had done. */
        REPLAYED_VERIFICATIONS("replayed_verifications"),
        /** Groups of two or more. */
        GROUPS("groups"),
        /** Duplicates: members that are near-duplicates of their group's canonical document. */
        DUPLICATES("duplicates"),
        /** Documents that are contained in a much longer one, and not called its duplicates. */
        PART_OF("part_of"),
        /** Documents written to the destination. */
        WRITTEN("written"),
        /** Documents that redirect to another. */
        REDIRECTS_ATTACHED(null),
        /** Documents that redirect to nowhere. */
        REDIRECTS_ALONE(null),
        /** Members that are the same as their group's canonical document. */
        SAME(null),
        /** Members that are near to it, and not the same. */
        NEAR(null),
        /** Members that only share a part with it. */
        OVERLAP(null),
        /** Members that are about another object than it. */
        OTHER_ITEM(null),
        /** Members that share little with it. */
        DIFFERENT(null),
        /** Documents decided. */
        DECIDED(null),
        /** Documents whose groups were made. */
        GROUPED(null),
        /** Documents that are still to be decided, or whose groups are still to be made. */
        PENDING(null);

        private final String key;

        Count(String key) {
            this.key = key;
        }

        /** The count of the members with this relation to their group's canonical document. */
        public static Count of(Relation relation) {
            return switch (relation) {
                case SAME -> SAME;
                case NEAR -> NEAR;
                case OVERLAP -> OVERLAP;
                case OTHER_ITEM -> OTHER_ITEM;
                case DIFFERENT -> DIFFERENT;
            };
        }

        /** Whether it is in the report under a separate name. */
        public boolean reported() {
            return key != null;
        }

        /** Its name in the report. */
        public String key() {
            return key;
        }
    }

    private static final int SIZE = Count.values().length;

    private final long[] values;

    public StepCounts() {
        values = new long[SIZE];
    }

    public StepCounts(StreamInput in) throws IOException {
        this();
        // by name: stored counts outlive an upgrade, and counts of another version that this version does not have are
        // ignored
        in.readMap(StreamInput::readString, StreamInput::readVLong).forEach((name, value) -> {
            for (Count count : Count.values()) {
                if (count.name().equals(name)) {
                    add(count, value);
                }
            }
        });
    }

    /** Counts with one value. */
    public static StepCounts of(Count count, long value) {
        StepCounts counts = new StepCounts();
        counts.add(count, value);
        return counts;
    }

    public void add(Count count, long value) {
        values[count.ordinal()] += value;
    }

    public void add(StepCounts other) {
        Arrays.setAll(values, i -> values[i] + other.values[i]);
    }

    /** A copy of these counts that does not change with them. */
    public StepCounts copy() {
        StepCounts copy = new StepCounts();
        copy.add(this);
        return copy;
    }

    public long get(Count count) {
        return values[count.ordinal()];
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        Map<String, Long> counted = new TreeMap<>();
        for (Count count : Count.values()) {
            if (get(count) != 0) {
                counted.put(count.name(), get(count));
            }
        }
        out.writeMap(counted, StreamOutput::writeString, StreamOutput::writeVLong);
    }

    @Override
    public String toString() {
        return Arrays.toString(values);
    }
}
