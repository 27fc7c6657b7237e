package org.ndd.resolve;

import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.rest.RestStatus;
import org.ndd.bulk.Failure;
import org.ndd.groups.DocumentVersion;

/** Rewrites pages, each on condition that it is unchanged since it was read, and without a pipeline. */
final class PageWriter {

    private final ResolveContext context;
    private final boolean dryRun;

    PageWriter(ResolveContext context, boolean dryRun) {
        this.context = context;
        this.dryRun = dryRun;
    }

    /**
     * A page to be written.
     *
     * @param version at which it was read
     * @param source the new source
     * @param outcome the outcome to count after the write
     */
    record Change(PageKey page, DocumentVersion version, Map<String, Object> source, Outcome outcome) {}

    void write(List<Change> changes, ActionListener<Void> listener) {
        if (dryRun) {
            changes.forEach(change -> context.task().count(change.outcome(), change.page()));
            listener.onResponse(null);
        } else {
            context.writer().write(changes, context.indices(), PageWriter::request, this::count, listener);
        }
    }

    private static DocWriteRequest<?> request(Change change) {
        return new IndexRequest(change.page().index())
                .id(change.page().id())
                .routing(change.page().routing())
                .setPipeline(IngestService.NOOP_PIPELINE_NAME)
                .setIfSeqNo(change.version().seqNo())
                .setIfPrimaryTerm(change.version().primaryTerm())
                .source(change.source());
    }

    private void count(Change change, BulkItemResponse response) {
        if (response.isFailed() == false) {
            context.task().count(change.outcome(), change.page());
        } else if (response.status() == RestStatus.CONFLICT) {
            context.task().count(Outcome.VERSION_CONFLICTS, change.page());
        } else {
            context.task()
                    .addFailure(Failure.of(
                            change.page().index(),
                            change.page().id(),
                            response.getFailure().getCause()));
        }
    }
}
