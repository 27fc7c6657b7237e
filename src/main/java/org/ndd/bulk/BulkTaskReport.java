package org.ndd.bulk;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.core.Nullable;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.bulk.BulkTask.Operation;
import org.ndd.config.Speed;
import org.ndd.config.TaskState;

/**
 * The progress or result of a bulk task: its response and, without documents, its status. The keys of its JSON are part of the API. Keys
 * that {@code _update_by_query} also has mean the same.
 *
 * @param run the run whose groups the task uses; {@code null} if it uses none
 * @param backup the index that holds deleted documents; {@code null} if there is none
 * @param counts number of documents by outcome, by {@link DocumentOutcome#key}, in a dry run the expected outcome; for a backfill also
 *     the number of batches and of retried requests
 * @param skipped the first documents that were not changed
 */
public record BulkTaskReport(
        Operation operation,
        boolean dryRun,
        @Nullable String run,
        @Nullable String backup,
        Progress progress,
        Map<String, Object> counts,
        List<Skipped> skipped)
        implements Task.Status {

    public static final String NAME = "ndd_bulk";

    /** A document that was not changed, and the reason: a key of the counts. */
    public record Skipped(String index, String id, String reason) implements Writeable {

        Skipped(StreamInput in) throws IOException {
            this(in.readString(), in.readString(), in.readString());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeString(index);
            out.writeString(id);
            out.writeString(reason);
        }
    }

    public BulkTaskReport(StreamInput in) throws IOException {
        this(
                in.readEnum(Operation.class),
                in.readBoolean(),
                in.readOptionalString(),
                in.readOptionalString(),
                new Progress(in),
                in.readGenericMap(),
                in.readCollectionAsList(Skipped::new));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeEnum(operation);
        out.writeBoolean(dryRun);
        out.writeOptionalString(run);
        out.writeOptionalString(backup);
        progress.writeTo(out);
        out.writeGenericMap(counts);
        out.writeCollection(skipped);
    }

    /**
     * Returns this report without ids of documents. The tasks API returns it to all users with the right to see tasks, including users
     * without the right to read the documents.
     */
    public BulkTaskReport withoutDocuments() {
        return new BulkTaskReport(operation, dryRun, run, backup, progress.withoutDocuments(), counts, List.of());
    }

    /** Returns 200, or the status of the failure that ended the task. */
    public RestStatus status() {
        return progress.cause() == null ? RestStatus.OK : progress.cause().status();
    }

    @Override
    public String getWriteableName() {
        return NAME;
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        boolean ofGroups = operation != Operation.BACKFILL;
        builder.startObject();
        if (ofGroups) {
            builder.field("operation", operation.name().toLowerCase(Locale.ROOT));
            builder.field("dry_run", dryRun);
        }
        if (run != null) {
            builder.field("run", run);
        }
        if (backup != null) {
            builder.field("backup", backup);
        }
        builder.field("state", progress.state().value());
        builder.field("took", progress.tookMillis()).field("throttled_millis", progress.throttledMillis());
        builder.field("requests_per_second", Speed.shown(progress.requestsPerSecond()));
        builder.field("total", progress.total());
        builder.mapContents(counts);
        if (ofGroups) {
            builder.startArray("skipped");
            for (Skipped document : skipped) {
                builder.startObject().field("_index", document.index()).field("_id", document.id());
                builder.field("reason", document.reason()).endObject();
            }
            builder.endArray();
        }
        builder.startArray("failures");
        for (Failure failure : progress.failures()) {
            failure.toXContent(builder, params);
        }
        if (progress.cause() != null) {
            progress.cause().toXContent(builder, params);
        }
        return builder.endArray().endObject();
    }

    /**
     * The part that the reports of all bulk tasks have in common.
     *
     * @param tookMillis duration of the work, in milliseconds
     * @param throttledMillis time that the task waited to keep the requested speed, in milliseconds
     * @param requestsPerSecond maximum number of documents per second; infinite for no limit
     * @param total number of documents to process
     * @param failures the first failures; a document that failed does not end a task
     * @param cause the failure that ended the task, which is also the last of the failures; {@code null} if it did not fail
     */
    public record Progress(
            TaskState state,
            long tookMillis,
            long throttledMillis,
            double requestsPerSecond,
            long total,
            List<Failure> failures,
            Failure cause)
            implements Writeable {

        public Progress(StreamInput in) throws IOException {
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

        /** Returns this progress without the documents that failed. */
        public Progress withoutDocuments() {
            return new Progress(state, tookMillis, throttledMillis, requestsPerSecond, total, List.of(), cause);
        }
    }

    /**
     * A failure of a bulk task.
     *
     * @param index index of the document, or {@code null} if the failure does not concern a document
     * @param id id of the document, or {@code null}
     * @param status status of a response with this failure
     * @param type type of the exception
     * @param reason message for people
     */
    public record Failure(String index, String id, RestStatus status, String type, String reason)
            implements Writeable, ToXContentObject {

        public static Failure of(String index, String id, Exception e) {
            Throwable cause = ExceptionsHelper.unwrapCause(e);
            return new Failure(
                    index,
                    id,
                    ExceptionsHelper.status(e),
                    ElasticsearchException.getExceptionName(cause),
                    String.valueOf(cause.getMessage()));
        }

        public Failure(StreamInput in) throws IOException {
            this(
                    in.readOptionalString(),
                    in.readOptionalString(),
                    RestStatus.readFrom(in),
                    in.readString(),
                    in.readString());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeOptionalString(index);
            out.writeOptionalString(id);
            RestStatus.writeTo(out, status);
            out.writeString(type);
            out.writeString(reason);
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            builder.startObject();
            if (index != null) {
                builder.field("index", index).field("id", id);
            }
            builder.field("status", status.getStatus());
            builder.startObject("cause")
                    .field("type", type)
                    .field("reason", reason)
                    .endObject();
            return builder.endObject();
        }
    }
}
