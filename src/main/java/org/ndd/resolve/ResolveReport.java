package org.ndd.resolve;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.bulk.BulkTaskProgress;
import org.ndd.bulk.BulkTaskReport;
import org.ndd.config.Speed;
import org.ndd.resolve.ResolveAction.Operation;

/**
 * The progress or result of a bulk task: its response, and without documents its status. The keys of its JSON are API.
 *
 * @param run whose groups it uses; {@code null} if it uses none
 * @param backup the index that holds deleted documents; {@code null} if there is none
 * @param counts number of pages by outcome, by {@link Outcome#key}; in a dry run, the expected outcome
 * @param skipped the first pages that were left as they are
 */
public record ResolveReport(
        Operation operation,
        boolean dryRun,
        String run,
        String backup,
        BulkTaskProgress progress,
        Map<String, Long> counts,
        List<Skipped> skipped)
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
                in.readBoolean(),
                in.readOptionalString(),
                in.readOptionalString(),
                new BulkTaskProgress(in),
                in.readOrderedMap(StreamInput::readString, StreamInput::readVLong),
                in.readCollectionAsList(Skipped::new));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeEnum(operation);
        out.writeBoolean(dryRun);
        out.writeOptionalString(run);
        out.writeOptionalString(backup);
        progress.writeTo(out);
        out.writeMap(counts, StreamOutput::writeString, StreamOutput::writeVLong);
        out.writeCollection(skipped);
    }

    @Override
    public ResolveReport withoutDocuments() {
        return new ResolveReport(operation, dryRun, run, backup, progress.withoutDocuments(), counts, List.of());
    }

    @Override
    public String getWriteableName() {
        return NAME;
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        builder.field("operation", operation.name().toLowerCase(Locale.ROOT));
        builder.field("state", progress.state().value());
        builder.field("dry_run", dryRun);
        if (run != null) {
            builder.field("run", run);
        }
        if (backup != null) {
            builder.field("backup", backup);
        }
        builder.field("took", progress.tookMillis()).field("throttled_millis", progress.throttledMillis());
        builder.field("requests_per_second", Speed.shown(progress.requestsPerSecond()));
        builder.field("total", progress.total());
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
