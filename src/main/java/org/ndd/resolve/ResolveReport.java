package org.ndd.resolve;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.bulk.BulkTaskReport;
import org.ndd.bulk.BulkTaskState;
import org.ndd.bulk.Failure;
import org.ndd.config.Speed;
import org.ndd.resolve.ResolveAction.Operation;

/**
 * The progress or result of a bulk task: its response, and without documents its status. The keys of its JSON are API.
 *
 * @param run whose groups it uses; {@code null} if it uses none
 * @param backup the index that holds deleted documents; {@code null} if there is none
 * @param total number of documents to process
 * @param counts number of pages by outcome, by {@link Outcome#key}; in a dry run, the expected outcome
 * @param skipped the first pages that were left as they are
 * @param failures the first failures; a page that failed does not end the task
 * @param cause if the task failed, the failure that ended it, which is the last of the failures; otherwise {@code null}
 */
public record ResolveReport(
        Operation operation,
        BulkTaskState state,
        boolean dryRun,
        String run,
        String backup,
        long tookMillis,
        long throttledMillis,
        double requestsPerSecond,
        long total,
        Map<String, Long> counts,
        List<Skipped> skipped,
        List<Failure> failures,
        Failure cause)
        implements BulkTaskReport {

    public static final String NAME = "ndd_resolve";

    /** A page that was left as it is, and the reason: a name of the counts. */
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

    public ResolveReport(StreamInput in) throws IOException {
        this(
                in.readEnum(Operation.class),
                in.readEnum(BulkTaskState.class),
                in.readBoolean(),
                in.readOptionalString(),
                in.readOptionalString(),
                in.readVLong(),
                in.readVLong(),
                in.readDouble(),
                in.readVLong(),
                in.readOrderedMap(StreamInput::readString, StreamInput::readVLong),
                in.readCollectionAsList(Skipped::new),
                in.readCollectionAsList(Failure::new),
                in.readOptionalWriteable(Failure::new));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeEnum(operation);
        out.writeEnum(state);
        out.writeBoolean(dryRun);
        out.writeOptionalString(run);
        out.writeOptionalString(backup);
        out.writeVLong(tookMillis);
        out.writeVLong(throttledMillis);
        out.writeDouble(requestsPerSecond);
        out.writeVLong(total);
        out.writeMap(counts, StreamOutput::writeString, StreamOutput::writeVLong);
        out.writeCollection(skipped);
        out.writeCollection(failures);
        out.writeOptionalWriteable(cause);
    }

    @Override
    public ResolveReport withoutDocuments() {
        return new ResolveReport(
                operation,
                state,
                dryRun,
                run,
                backup,
                tookMillis,
                throttledMillis,
                requestsPerSecond,
                total,
                counts,
                List.of(),
                List.of(),
                cause);
    }

    @Override
    public String getWriteableName() {
        return NAME;
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        builder.field("operation", operation.name().toLowerCase(Locale.ROOT));
        builder.field("state", state.value());
        builder.field("dry_run", dryRun);
        if (run != null) {
            builder.field("run", run);
        }
        if (backup != null) {
            builder.field("backup", backup);
        }
        builder.field("took", tookMillis).field("throttled_millis", throttledMillis);
        builder.field("requests_per_second", Speed.shown(requestsPerSecond));
        builder.field("total", total);
        for (Map.Entry<String, Long> count : counts.entrySet()) {
            builder.field(count.getKey(), count.getValue());
        }
        builder.startArray("skipped");
        for (Skipped page : skipped) {
            builder.startObject().field("_index", page.index()).field("_id", page.id());
            builder.field("reason", page.reason()).endObject();
        }
        builder.endArray();
        failuresToXContent(builder, params);
        return builder.endObject();
    }
}
