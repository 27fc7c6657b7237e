package org.ndd.job.update;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * Counts of the work of checkpoints. Count only documents that the user sees.
 *
 * @param changed pages that were indexed, updated or deleted
 * @param deleted those of them that were in a group and do not exist any more, or are outside the scope of the job
 * @param grouping documents by the work on their groups
 * @param unprocessed changed documents that no processor has seen
 * @param outdated changed pages whose input changed without the processor
 */
public record CheckpointCounts(long changed, long deleted, Grouping grouping, long unprocessed, long outdated)
        implements Writeable {

    public static final CheckpointCounts NONE = new CheckpointCounts(0, 0, new Grouping(0, 0, 0, 0), 0, 0);

    /**
     * Documents by the work on their groups.
     *
     * @param settled duplicates that stayed with their canonical document, by one comparison
     * @param joined pages that joined a group which stayed as it was, by one comparison
     * @param regrouped pages whose groups were recomputed, with those near them
     * @param moved pages with another group, canonical document or relation than before
     */
    public record Grouping(long settled, long joined, long regrouped, long moved) implements Writeable {

        Grouping(StreamInput in) throws IOException {
            this(in.readVLong(), in.readVLong(), in.readVLong(), in.readVLong());
        }

        Grouping plus(Grouping other) {
            return new Grouping(
                    settled + other.settled, joined + other.joined, regrouped + other.regrouped, moved + other.moved);
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeVLong(settled);
            out.writeVLong(joined);
            out.writeVLong(regrouped);
            out.writeVLong(moved);
        }
    }

    public CheckpointCounts(StreamInput in) throws IOException {
        this(in.readVLong(), in.readVLong(), new Grouping(in), in.readVLong(), in.readVLong());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeVLong(changed);
        out.writeVLong(deleted);
        grouping.writeTo(out);
        out.writeVLong(unprocessed);
        out.writeVLong(outdated);
    }

    public CheckpointCounts plus(CheckpointCounts other) {
        return new CheckpointCounts(
                changed + other.changed,
                deleted + other.deleted,
                grouping.plus(other.grouping),
                unprocessed + other.unprocessed,
                outdated + other.outdated);
    }

    /** As reports show them, in order. */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("changed", changed);
        fields.put("deleted", deleted);
        fields.put("settled", grouping.settled);
        fields.put("joined", grouping.joined);
        fields.put("regrouped", grouping.regrouped);
        fields.put("moved", grouping.moved);
        fields.put("unprocessed", unprocessed);
        fields.put("outdated", outdated);
        return fields;
    }
}
