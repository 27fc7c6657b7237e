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
 * @param settled duplicates that stayed with their canonical document, by one comparison
 * @param joined pages that joined a group which stayed as it was, by one comparison
 * @param regrouped pages whose groups were recomputed, with those near them
 * @param moved pages with another group, canonical document or relation than before
 * @param unprocessed changed documents that no processor has seen
 * @param outdated changed pages whose input changed without the processor
 */
public record CheckpointCounts(
        long changed,
        long deleted,
        long settled,
        long joined,
        long regrouped,
        long moved,
        long unprocessed,
        long outdated)
        implements Writeable {

    public static final CheckpointCounts NONE = new CheckpointCounts(0, 0, 0, 0, 0, 0);

    /** Of documents that are as the processor wrote them. */
    public CheckpointCounts(long changed, long deleted, long settled, long joined, long regrouped, long moved) {
        this(changed, deleted, settled, joined, regrouped, moved, 0, 0);
    }

    public CheckpointCounts(StreamInput in) throws IOException {
        this(
                in.readVLong(),
                in.readVLong(),
                in.readVLong(),
                in.readVLong(),
                in.readVLong(),
                in.readVLong(),
                in.readVLong(),
                in.readVLong());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeVLong(changed);
        out.writeVLong(deleted);
        out.writeVLong(settled);
        out.writeVLong(joined);
        out.writeVLong(regrouped);
        out.writeVLong(moved);
        out.writeVLong(unprocessed);
        out.writeVLong(outdated);
    }

    public CheckpointCounts plus(CheckpointCounts other) {
        return new CheckpointCounts(
                changed + other.changed,
                deleted + other.deleted,
                settled + other.settled,
                joined + other.joined,
                regrouped + other.regrouped,
                moved + other.moved,
                unprocessed + other.unprocessed,
                outdated + other.outdated);
    }

    /** As reports show them, in order. */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("changed", changed);
        fields.put("deleted", deleted);
        fields.put("settled", settled);
        fields.put("joined", joined);
        fields.put("regrouped", regrouped);
        fields.put("moved", moved);
        fields.put("unprocessed", unprocessed);
        fields.put("outdated", outdated);
        return fields;
    }
}
