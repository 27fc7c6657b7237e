package org.ndd.job.update;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * Counts the work of checkpoints. Includes only documents that the user has the right to see.
 *
 * @param changed number of pages that were indexed, updated or deleted
 * @param deleted number of these pages that were in a group and no longer exist, or are outside the scope of the job
 * @param grouping counts by the work on the groups
 * @param unprocessed number of changed documents without the fields of a processor
 * @param outdated number of changed pages whose input changed without the processor
 */
public record CheckpointCounts(long changed, long deleted, Grouping grouping, long unprocessed, long outdated)
        implements Writeable {

    public static final CheckpointCounts NONE = new CheckpointCounts(0, 0, new Grouping(0, 0, 0, 0), 0, 0);

    /**
     * Counts documents by the work on their groups.
     *
     * @param settled number of duplicates that kept their canonical document, after one comparison
     * @param joined number of pages that joined an unchanged group, after one comparison
     * @param regrouped number of pages whose groups were recomputed, with the pages near them
     * @param moved number of pages whose group, canonical document or relation changed
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

    /** Returns the fields of reports, in order. */
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
