package org.ndd.resolve;

import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchHit;
import org.ndd.bulk.Failure;
import org.ndd.config.GroupFields;

/** Restores pages from a backup, to the byte and without a pipeline. Where there is a page with the same id again, that one stays. */
final class RestoreWork implements Work {

    private final JobTools tools;
    private final Backup backup;
    private final boolean dryRun;

    RestoreWork(JobTools tools, Backup backup, boolean dryRun) {
        this.tools = tools;
        this.backup = backup;
        this.dryRun = dryRun;
    }

    @Override
    public String[] indices() {
        return new String[] {backup.name()};
    }

    @Override
    public QueryBuilder query() {
        return QueryBuilders.termsQuery(GroupFields.DOC + "." + GroupFields.INDEX, tools.indexNames());
    }

    @Override
    public void process(List<SearchHit> documents, ActionListener<Long> listener) {
        List<Backup.Kept> pages = documents.stream().map(Backup.Kept::of).toList();
        long bytes = pages.stream().mapToLong(page -> page.source().length()).sum();
        if (dryRun) {
            pages.forEach(page -> tools.task().count(Outcome.RESTORED, page.page()));
            listener.onResponse(bytes);
            return;
        }
        tools.writer().write(pages, tools.indices(), RestoreWork::request, this::count, listener.map(done -> bytes));
    }

    @SuppressWarnings(
            "deprecation") // a stored source does not say its type: Elasticsearch tells it by the first bytes too
    private static DocWriteRequest<?> request(Backup.Kept kept) {
        return new IndexRequest(kept.page().index())
                .id(kept.page().id())
                .routing(kept.page().routing())
                .opType(DocWriteRequest.OpType.CREATE)
                .setPipeline(IngestService.NOOP_PIPELINE_NAME)
                .source(kept.source(), XContentHelper.xContentType(kept.source()));
    }

    private void count(Backup.Kept kept, BulkItemResponse answer) {
        if (answer.isFailed() == false) {
            tools.task().count(Outcome.RESTORED, kept.page());
        } else if (answer.status() == RestStatus.CONFLICT) {
            tools.task().count(Outcome.EXISTS, kept.page());
        } else {
            tools.task()
                    .failed(Failure.of(
                            kept.page().index(),
                            kept.page().id(),
                            answer.getFailure().getCause()));
        }
    }
}
