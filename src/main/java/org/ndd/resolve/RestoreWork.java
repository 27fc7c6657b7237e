package org.ndd.resolve;

import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.search.SearchHit;
import org.ndd.bulk.DocumentOutcome;
import org.ndd.groups.GroupQueries;
import org.ndd.resolve.ResolveExecution.Work;

/**
 * Restores pages from a backup, with the exact bytes and without a pipeline, not even the final one. If a page with the same id exists
 * again, it is not replaced.
 */
final class RestoreWork implements Work {

    private final ResolveContext context;

    RestoreWork(ResolveContext context) {
        this.context = context;
    }

    @Override
    public String[] indices() {
        return new String[] {context.plan().backup().name()};
    }

    @Override
    public QueryBuilder query() {
        return GroupQueries.ofIndices(context.indexNames());
    }

    /**
     * Rejects an undo of documents that were all deleted from other indices, such as from the former index of an alias. It would restore
     * nothing, which looks like the end of an undo.
     */
    @Override
    public void checkFound(long total, ActionListener<Void> listener) {
        if (total > 0) {
            listener.onResponse(null);
            return;
        }
        context.client()
                .prepareSearch(indices())
                .setAllowPartialSearchResults(false)
                .setSize(1)
                .execute(listener.delegateFailureAndWrap((l, response) -> {
                    for (SearchHit document : response.getHits()) {
                        throw new IllegalArgumentException(
                                "[index] must be an index from which documents of [backup] were deleted, such as ["
                                        + Backup.BackupDocument.of(document)
                                                .page()
                                                .index() + "], but was "
                                        + context.indexNames());
                    }
                    l.onResponse(null);
                }));
    }

    @Override
    public void process(List<SearchHit> documents, ActionListener<Long> listener) {
        List<Backup.BackupDocument> pages = new ArrayList<>();
        long bytes = 0;
        for (SearchHit document : documents) {
            Backup.BackupDocument kept = Backup.BackupDocument.of(document);
            bytes += kept.source().length();
            if (context.plan().request().allowRecreatedIndex
                    || kept.indexUuid().equals(context.uuid(kept.page().index()))) {
                pages.add(kept);
            } else {
                context.task()
                        .count(DocumentOutcome.VERSION_CONFLICTS, kept.page().name());
            }
        }
        long readBytes = bytes;
        if (context.task().isDryRun()) {
            pages.forEach(page ->
                    context.task().count(DocumentOutcome.RESTORED, page.page().name()));
            listener.onResponse(readBytes);
            return;
        }
        context.writer()
                .write(
                        pages,
                        context.indices(),
                        RestoreWork::request,
                        (kept, response) -> context.task()
                                .count(kept.page().name(), response, DocumentOutcome.RESTORED, DocumentOutcome.EXISTS),
                        listener.map(done -> readBytes));
    }

    @SuppressWarnings(
            "deprecation") // a stored source has no content type: Elasticsearch also detects it by the first bytes
    static DocWriteRequest<?> request(Backup.BackupDocument kept) {
        return new IndexRequest(kept.page().index())
                .id(kept.page().id())
                .routing(kept.page().routing())
                .opType(DocWriteRequest.OpType.CREATE)
                .setPipeline(IngestService.NOOP_PIPELINE_NAME)
                .setFinalPipeline(IngestService.NOOP_PIPELINE_NAME)
                .isPipelineResolved(true) // otherwise the final pipeline of the index may change or drop the page
                .source(kept.source(), XContentHelper.xContentType(kept.source()));
    }
}
