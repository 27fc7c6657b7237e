package org.ndd.resolve;

import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchHit;
import org.ndd.bulk.Failure;
import org.ndd.groups.GroupQueries;

/** Restores pages from a backup, to the byte and without a pipeline. If a page with the same id exists again, that one stays. */
final class RestoreWork implements Work {

    private final ResolveContext tools;
    private final Backup backup;
    private final boolean recreated;
    private final boolean dryRun;

    /** @param recreated whether pages are also restored into an index that was created again under the name of theirs */
    RestoreWork(ResolveContext tools, Backup backup, boolean recreated, boolean dryRun) {
        this.tools = tools;
        this.backup = backup;
        this.recreated = recreated;
        this.dryRun = dryRun;
    }

    @Override
    public String[] indices() {
        return new String[] {backup.name()};
    }

    @Override
    public QueryBuilder query() {
        return GroupQueries.ofIndices(tools.indexNames());
    }

    @Override
    public void process(List<SearchHit> documents, ActionListener<Long> listener) {
        List<Backup.Kept> pages = new ArrayList<>();
        long bytes = 0;
        for (SearchHit document : documents) {
            Backup.Kept kept = Backup.Kept.of(document);
            bytes += kept.source().length();
            if (recreated || kept.indexUuid().equals(tools.uuid(kept.page().index()))) {
                pages.add(kept);
            } else {
                tools.task().count(Outcome.VERSION_CONFLICTS, kept.page());
            }
        }
        long held = bytes;
        if (dryRun) {
            pages.forEach(page -> tools.task().count(Outcome.RESTORED, page.page()));
            listener.onResponse(held);
            return;
        }
        tools.writer().write(pages, tools.indices(), RestoreWork::request, this::count, listener.map(done -> held));
    }

    @SuppressWarnings(
            "deprecation") // a stored source has no content type: Elasticsearch also detects it by the first bytes
    static DocWriteRequest<?> request(Backup.Kept kept) {
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
