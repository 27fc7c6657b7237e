package org.ndd.documents;

import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteResponse;
import org.elasticsearch.action.admin.indices.refresh.RefreshRequest;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.RefCountingListener;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.slice.SliceBuilder;
import org.ndd.bulk.BatchLoop;
import org.ndd.bulk.BulkAction;
import org.ndd.bulk.BulkTask;
import org.ndd.bulk.BulkTask.DocumentOutcome;
import org.ndd.bulk.BulkTaskReport;
import org.ndd.bulk.BulkWriter;
import org.ndd.bulk.CompleteSearch;
import org.ndd.bulk.Pause;
import org.ndd.bulk.PointInTime;
import org.ndd.bulk.Refresh;
import org.ndd.bulk.VisibleFieldsAction;
import org.ndd.bulk.WholeDocuments;
import org.ndd.config.DocumentName;
import org.ndd.config.NodeServices;
import org.ndd.documents.BackfillAction.Request.BackfillOptions;
import org.ndd.documents.BackfillPlanner.BackfillPlan;

/**
 * Executes one backfill, from its point in time to its report. Sends documents through the pipeline, each on the condition that it was not
 * changed since it was read: writes of other clients are never overwritten. All slices share the speed of the task; the first failure of a
 * slice ends all slices.
 */
final class BackfillRun implements BulkAction.Execution {

    private final NodeServices services;
    private final BackfillPlan plan;
    private final PointInTime pointInTime;

    BackfillRun(NodeServices services, BackfillPlan plan, PointInTime pointInTime) {
        this.services = services;
        this.plan = plan;
        this.pointInTime = pointInTime;
    }

    @Override
    public void start(BulkTask task, ActionListener<BulkTaskReport> listener) {
        ParentTaskAssigningClient client = services.clientOf(task);
        task.addToTotal(pointInTime.total());
        ActionListener<Void> ended = ActionListener.wrap(
                done -> listener.onResponse(task.finalReport(null)), e -> listener.onResponse(task.finalReport(e)));
        ActionListener<Void> read = ActionListener.runBefore(
                ended.delegateFailureAndWrap((l, done) -> finish(client, l)), pointInTime::close);
        try (RefCountingListener slices = new RefCountingListener(read)) {
            Pause pause = new Pause(task, services.threads(), () -> ensureNotFailed(slices));
            BulkWriter writer = task.writer(client, services.cluster(), pause);
            for (int slice = 0; slice < plan.slices(); slice++) {
                int number = slice;
                BatchLoop loop = new BatchLoop(
                        task,
                        (documents, l) -> process(documents, task, writer, l),
                        pointInTime.withClient(client),
                        new BatchLoop.Reading(
                                search -> read(search, number), plan.options().batchSize()),
                        pause,
                        services);
                ActionListener.run(slices.acquire(), loop::run);
            }
        }
    }

    private static void ensureNotFailed(RefCountingListener slices) {
        if (slices.isFailing()) {
            throw new IllegalStateException("another slice has failed");
        }
    }

    private void finish(ParentTaskAssigningClient client, ActionListener<Void> listener) {
        pointInTime.requireAllRead();
        if (plan.options().refresh()) {
            Refresh.execute(client, new RefreshRequest(plan.indexNames()), listener);
        } else {
            listener.onResponse(null);
        }
    }

    private void read(SearchSourceBuilder search, int slice) {
        search.seqNoAndPrimaryTerm(true).fetchSource(WholeDocuments.SOURCE);
        if (plan.slices() > 1) {
            search.slice(new SliceBuilder(slice, plan.slices()));
        }
    }

    private void process(List<SearchHit> documents, BulkTask task, BulkWriter writer, ActionListener<Long> listener) {
        List<SearchHit> due = documents.stream()
                .filter(hit -> hit.hasSource() && plan.check().mustProcess(hit.getSourceAsMap()))
                .toList();
        task.count(DocumentOutcome.NOOPS, documents.size() - due.size());
        SubscribableListener.<Void>newForked(l -> VisibleFieldsAction.check(writer.client(), plan.indices(), l))
                .<Void>andThen(l -> writer.write(
                        due, plan.indices(), this::request, (hit, response) -> count(hit, response, task), l))
                .addListener(listener.map(done -> 0L));
    }

    @SuppressWarnings(
            "deprecation") // a stored source has no content type: Elasticsearch also detects it by the first bytes
    private IndexRequest request(SearchHit hit) {
        BytesReference source = hit.getSourceRef();
        return new IndexRequest(hit.getIndex())
                .id(hit.getId())
                .routing(CompleteSearch.value(hit, RoutingFieldMapper.NAME))
                .source(source, XContentHelper.xContentType(source))
                .setIfSeqNo(hit.getSeqNo())
                .setIfPrimaryTerm(hit.getPrimaryTerm())
                .setPipeline(plan.options().pipeline());
    }

    private void count(SearchHit hit, BulkItemResponse response, BulkTask task) throws Exception {
        boolean dropped =
                response.isFailed() == false && response.getResponse().getResult() == DocWriteResponse.Result.NOOP;
        task.count(
                new DocumentName(hit.getIndex(), hit.getId()),
                response,
                dropped ? DocumentOutcome.NOOPS : DocumentOutcome.UPDATED,
                DocumentOutcome.VERSION_CONFLICTS);
        if (response.status() == RestStatus.CONFLICT
                && plan.options().onConflict() == BackfillOptions.Conflicts.ABORT) {
            throw response.getFailure().getCause();
        }
    }
}
