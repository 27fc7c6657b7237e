package org.ndd.continuous;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.continuous.update.UpdateCounts;

/**
 * What checkpoints did.
 *
 * @param changed documents that were indexed or changed
 * @param deleted documents that were deleted
 * @param settled of the changed documents, those that stay with their winner by one comparison
 * @param moved documents that are in another group than before
 * @param groups groups that were made anew
 * @param compared pairs of texts that were compared
 */
public record CheckpointCounts(long changed, long deleted, long settled, long moved, long groups, long compared)
        implements Writeable {

    public static final CheckpointCounts NONE = new CheckpointCounts(0, 0, 0, 0, 0, 0);

    static CheckpointCounts of(UpdateCounts counts) {
        return new CheckpointCounts(
                counts.changed(), counts.deleted(), counts.settled(), counts.moved(), counts.regrouped(), counts.joined());
    }

    public CheckpointCounts(StreamInput in) throws IOException {
        this(in.readVLong(), in.readVLong(), in.readVLong(), in.readVLong(), in.readVLong(), in.readVLong());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeVLong(changed);
        out.writeVLong(deleted);
        out.writeVLong(settled);
        out.writeVLong(moved);
        out.writeVLong(groups);
        out.writeVLong(compared);
    }

    public CheckpointCounts plus(CheckpointCounts other) {
        return new CheckpointCounts(
                changed + other.changed,
                deleted + other.deleted,
                settled + other.settled,
                moved + other.moved,
                groups + other.groups,
                compared + other.compared);
    }

    /** As reports show them, in order. */
    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("changed", changed);
        fields.put("deleted", deleted);
        fields.put("settled", settled);
        fields.put("moved", moved);
        fields.put("groups", groups);
        fields.put("compared", compared);
        return fields;
    }
}
