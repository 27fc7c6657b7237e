package org.ndd.partition.plan;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.core.compare.Relation;

/** Holds the counts of a step. Counts of several steps are added. Not thread-safe. */
public final class StepCounts implements Writeable {

    public enum Count {
        /** Documents that take part. */
        DOCUMENTS("documents"),
        /** Documents of the reference that take part. */
        REFERENCE_DOCUMENTS(null),
        /** Documents that the processor has not processed. */
        UNPROCESSED("unprocessed"),
        /** Documents that were excluded because their fingerprints are of another version than those of the run. */
        OTHER_VERSION("other_version"),
        /** Documents that are too short to have a fingerprint, so that only equal texts are found. */
        WITHOUT_FINGERPRINTS("without_fingerprints"),
        /** Documents whose input changed after the processor read it, among the checked documents. */
        OUTDATED("outdated"),
        /** Documents that were checked for changed input. */
        OUTDATED_CHECKED("outdated_checked"),
        /** Operations on the source since the run pinned it. */
        CHANGED("changed_during_run"),
        /** Documents whose text equals that of another document. */
        EXACT_DUPLICATES("exact_duplicates"),
        /** Sites whose boilerplate was learned or loaded. */
        BOILERPLATE("boilerplate"),
        /** Different fingerprints. */
        FINGERPRINTS("fingerprints"),
        /** Fingerprints of so many documents that they give only the first few of these as candidates; in mode sets they are not used. */
        COMMON_FINGERPRINTS("common_fingerprints"),
        /** Pairs of a document and a predecessor. */
        CANDIDATES("candidates"),
        /** Pairs compared to decide groups. */
        COMPARISONS("comparisons"),
        /** Documents that an earlier attempt of the run decided. */
        REPLAYED("replayed_decisions"),
        /** Bytes that nodes of the run sent to each other. */
        WIRE_BYTES("bytes_on_wire"),
        /** Comparisons that were skipped because a document had too many candidates. */
        SKIPPED_COMPARISONS("skipped_comparisons"),
        /** Decisions of people that were applied. */
        DECISIONS("decisions_applied"),
        /** Decisions of people that were not applied, because a document changed after the decision or does not take part. */
        DECISIONS_OUTDATED("decisions_outdated"),
        /** Pairs compared to verify duplicates against canonical documents. */
        VERIFICATIONS("verifications"),
        /** Pairs that an earlier attempt of the run verified. */
        REPLAYED_VERIFICATIONS("replayed_verifications"),
        /** Groups of two or more documents. */
        GROUPS("groups"),
        /** Duplicates: members that are near-duplicates of their group's canonical document. */
        DUPLICATES("duplicates"),
        /** Documents that a much longer document contains, and that are not its duplicates. */
        PART_OF("part_of"),
        /** Documents written to the destination. */
        WRITTEN("written"),
        /** Documents that redirect to another document. */
        REDIRECTS_ATTACHED(null),
        /** Documents whose redirects lead to no other document. */
        REDIRECTS_ALONE(null),
        /** Members that are the same as their group's canonical document. */
        SAME(null),
        /** Members that are near to their group's canonical document. */
        NEAR(null),
        /** Members with the relation {@code overlap} to their group's canonical document. */
        OVERLAP(null),
        /** Members with the relation {@code other_item} to their group's canonical document. */
        OTHER_ITEM(null),
        /** Members with the relation {@code different} to their group's canonical document. */
        DIFFERENT(null),
        /** Documents that were decided. */
        DECIDED(null),
        /** Documents whose groups were created. */
        GROUPED(null),
        /** Documents that are not decided yet, or whose groups are not created yet. */
        PENDING(null);

        private final String key;

        Count(String key) {
            this.key = key;
        }

        /** Returns the count of the members with this relation to their group's canonical document. */
        public static Count of(Relation relation) {
            return valueOf(relation.name());
        }

        /** Whether the report has it under a separate name. */
        public boolean reported() {
            return key != null;
        }

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
        // by name, because stored counts can be of another version; counts that this version does not have are ignored
        in.readMap(StreamInput::readString, StreamInput::readVLong).forEach((name, value) -> {
            for (Count count : Count.values()) {
                if (count.name().equals(name)) {
                    add(count, value);
                }
            }
        });
    }

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

    /** Returns a copy that does not change with these counts. */
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
