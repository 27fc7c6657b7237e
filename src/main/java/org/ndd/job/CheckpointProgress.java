package org.ndd.job;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * The progress of the current checkpoint of a job, which is the status of the job's task. Also counts operations that the user of the job
 * has no right to see, like {@code operations_behind}.
 *
 * @param startedAt start of the checkpoint, in milliseconds since the epoch
 * @param total number of documents with an operation since the last checkpoint; 0 until it is known
 * @param done number of these documents whose groups are up to date
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

    /** Returns the fields that users see, in order. */
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
