package org.ndd.backfill;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.bulk.BulkTaskProgress;
import org.ndd.bulk.BulkTaskReport;
import org.ndd.config.Speed;

/**
 * The state of a backfill while it runs, or its result: its response, and without documents the status of its task. The keys of its JSON
 * are those of {@code _update_by_query} if both report the same.
 */
public record BackfillReport(BulkTaskProgress progress, Counts counts) implements BulkTaskReport {

    public static final String NAME = "ndd_backfill";

    /**
     * Counts of the documents and requests so far.
     *
     * @param updated documents sent through the pipeline and written
     * @param noops documents read that were up to date
     * @param failed documents that could not be written
     * @param versionConflicts documents that another client wrote after they were read
     * @param batches number of batches read
     * @param bulkRetries bulks sent again because they were rejected
     * @param searchRetries searches sent again because they were rejected
     */
    public record Counts(
            long updated,
            long noops,
            long failed,
            long versionConflicts,
            long batches,
            long bulkRetries,
            long searchRetries)
            implements Writeable {

        Counts(StreamInput in) throws IOException {
            this(
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
            out.writeVLong(updated);
            out.writeVLong(noops);
            out.writeVLong(failed);
            out.writeVLong(versionConflicts);
            out.writeVLong(batches);
            out.writeVLong(bulkRetries);
            out.writeVLong(searchRetries);
        }
    }

    public BackfillReport(StreamInput in) throws IOException {
        this(new BulkTaskProgress(in), new Counts(in));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        progress.writeTo(out);
        counts.writeTo(out);
    }

    @Override
    public BackfillReport withoutDocuments() {
        return new BackfillReport(progress.withoutDocuments(), counts);
    }

    @Override
    public String getWriteableName() {
        return NAME;
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        builder.field("state", progress.state().value());
        builder.field("took", progress.tookMillis());
        builder.field("total", progress.total());
        builder.field("updated", counts.updated());
        builder.field("noops", counts.noops());
        builder.field("failed", counts.failed());
        builder.field("version_conflicts", counts.versionConflicts());
        builder.field("batches", counts.batches());
        builder.startObject("retries")
                .field("bulk", counts.bulkRetries())
                .field("search", counts.searchRetries())
                .endObject();
        builder.field("throttled_millis", progress.throttledMillis());
        builder.field("requests_per_second", Speed.shown(progress.requestsPerSecond()));
        failuresToXContent(builder, params);
        return builder.endObject();
    }
}
