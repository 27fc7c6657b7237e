package org.ndd.backfill;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.bulk.BulkTaskReport;
import org.ndd.bulk.BulkTaskState;
import org.ndd.bulk.Failure;
import org.ndd.config.Speed;

/**
 * The state of a backfill while it runs, or its result: its response, and without documents the status of its task. The keys of its JSON
 * are those of {@code _update_by_query} if both report the same.
 *
 * @param state the current phase of the backfill
 * @param tookMillis run time so far, or in total
 * @param total number of documents to read
 * @param counts progress so far
 * @param throttledMillis time waited to keep the requested speed
 * @param requestsPerSecond maximum number of documents per second; infinite for no limit
 * @param failures the first failures; a document that failed does not end the backfill
 * @param cause the failure that ended the backfill, which is also the last of the failures; {@code null} if it did not fail
 */
public record BackfillReport(
        BulkTaskState state,
        long tookMillis,
        long total,
        Counts counts,
        long throttledMillis,
        double requestsPerSecond,
        List<Failure> failures,
        Failure cause)
        implements BulkTaskReport {

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
        this(
                in.readEnum(BulkTaskState.class),
                in.readVLong(),
                in.readVLong(),
                new Counts(in),
                in.readVLong(),
                in.readDouble(),
                in.readCollectionAsList(Failure::new),
                in.readOptionalWriteable(Failure::new));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeEnum(state);
        out.writeVLong(tookMillis);
        out.writeVLong(total);
        counts.writeTo(out);
        out.writeVLong(throttledMillis);
        out.writeDouble(requestsPerSecond);
        out.writeCollection(failures);
        out.writeOptionalWriteable(cause);
    }

    @Override
    public BackfillReport withoutDocuments() {
        return new BackfillReport(
                state, tookMillis, total, counts, throttledMillis, requestsPerSecond, List.of(), cause);
    }

    @Override
    public String getWriteableName() {
        return NAME;
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        builder.field("state", state.value());
        builder.field("took", tookMillis);
        builder.field("total", total);
        builder.field("updated", counts.updated());
        builder.field("noops", counts.noops());
        builder.field("failed", counts.failed());
        builder.field("version_conflicts", counts.versionConflicts());
        builder.field("batches", counts.batches());
        builder.startObject("retries")
                .field("bulk", counts.bulkRetries())
                .field("search", counts.searchRetries())
                .endObject();
        builder.field("throttled_millis", throttledMillis);
        builder.field("requests_per_second", Speed.shown(requestsPerSecond));
        failuresToXContent(builder, params);
        return builder.endObject();
    }
}
