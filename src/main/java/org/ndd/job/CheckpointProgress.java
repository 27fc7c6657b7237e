package org.ndd.job;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * How far the checkpoint is that a job takes now: the status of the job's task. Counts operations that the job's user may not see, as
 * {@code operations_behind} does.
 *
 * @param startedAt when it began, in milliseconds since the epoch
 * @param total documents with an operation since the last checkpoint; 0 while they are looked for
 * @param done those of them whose groups are up to date
 */
public record CheckpointProgress(long startedAt, long total, long done) implements Task.Status {

    public static final String NAME = "ndd_checkpoint";

    public CheckpointProgress(StreamInput in) throws IOException {
        this(in.readVLong(), in.readVLong(), in.readVLong());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeVLong(startedAt);
        out.writeVLong(total);
        out.writeVLong(done);
    }

    @Override
    public String getWriteableName() {
        return NAME;
    }

    CheckpointProgress of(long documents) {
        return new CheckpointProgress(startedAt, documents, done);
    }

    CheckpointProgress plus(long documents) {
        return new CheckpointProgress(startedAt, total, done + documents);
    }

    /** As users see it, in order. */
    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("start_time_in_millis", startedAt);
        fields.put("total", total);
        fields.put("done", done);
        return fields;
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        return builder.map(fields());
    }
}
