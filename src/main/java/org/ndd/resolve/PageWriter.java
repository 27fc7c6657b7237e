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

    private final ResolveContext tools;
    private final boolean dryRun;

    PageWriter(ResolveContext tools, boolean dryRun) {
        this.tools = tools;
        this.dryRun = dryRun;
    }

    /**
     * A page to be written.
     *
     * @param version at which it was read
     * @param source the new source
     * @param done the outcome to count after the write
     */
    record Change(PageKey page, DocumentVersion version, Map<String, Object> source, Outcome done) {}

    void write(List<Change> changes, ActionListener<Void> listener) {
        if (dryRun) {
            changes.forEach(change -> tools.task().count(change.done(), change.page()));
            listener.onResponse(null);
        } else {
            tools.writer().write(changes, tools.indices(), PageWriter::request, this::count, listener);
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

    private void count(Change change, BulkItemResponse answer) {
        if (answer.isFailed() == false) {
            tools.task().count(change.done(), change.page());
        } else if (answer.status() == RestStatus.CONFLICT) {
            tools.task().count(Outcome.VERSION_CONFLICTS, change.page());
        } else {
            tools.task()
                    .failed(Failure.of(
                            change.page().index(),
                            change.page().id(),
                            answer.getFailure().getCause()));
        }
    }
}
