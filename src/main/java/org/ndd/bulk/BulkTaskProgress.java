package org.ndd.bulk;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.config.TaskState;

/**
 * The part of a report that all bulk tasks have in common.
 *
 * @param tookMillis run time so far, or in total
 * @param throttledMillis time waited to keep the requested speed
 * @param requestsPerSecond maximum number of documents per second; infinite for no limit
 * @param total number of documents to process
 * @param failures the first failures; a document that failed does not end a task
 * @param cause the failure that ended the task, which is also the last of the failures; {@code null} if it did not fail
 */
public record BulkTaskProgress(
        TaskState state,
        long tookMillis,
        long throttledMillis,
        double requestsPerSecond,
        long total,
        List<Failure> failures,
        Failure cause)
        implements Writeable {

    public BulkTaskProgress(StreamInput in) throws IOException {
        this(
                in.readEnum(TaskState.class),
                in.readVLong(),
                in.readVLong(),
                in.readDouble(),
                in.readVLong(),
                in.readCollectionAsList(Failure::new),
                in.readOptionalWriteable(Failure::new));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeEnum(state);
        out.writeVLong(tookMillis);
        out.writeVLong(throttledMillis);
        out.writeDouble(requestsPerSecond);
        out.writeVLong(total);
        out.writeCollection(failures);
        out.writeOptionalWriteable(cause);
    }

    /** The same without documents that failed. */
    public BulkTaskProgress withoutDocuments() {
        return new BulkTaskProgress(state, tookMillis, throttledMillis, requestsPerSecond, total, List.of(), cause);
    }
}
