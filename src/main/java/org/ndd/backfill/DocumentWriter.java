package org.ndd.backfill;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteResponse;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.ListenerTimeouts;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.rest.RestStatus;
import org.ndd.backfill.BackfillReport.Failure;
import org.ndd.backfill.PageReader.Document;
import org.ndd.pace.Pause;

/**
 * Sends documents through the pipeline, each on condition that it is still as it was read: what somebody else wrote meanwhile is never
 * overwritten. A document that fails is counted; what would fail for all of them ends the backfill.
 */
final class DocumentWriter {

    /** Not about one document: no right to write, or the index is gone. */
    private static final Set<RestStatus> FATAL =
            Set.of(RestStatus.UNAUTHORIZED, RestStatus.FORBIDDEN, RestStatus.NOT_FOUND);

    private final Client client;
    private final ClusterService clusterService;
    private final BackfillTask task;
    private final BackfillPlan plan;
    private final Pause pause;

    DocumentWriter(Client client, ClusterService clusterService, BackfillTask task, BackfillPlan plan, Pause pause) {
        this.client = client;
        this.clusterService = clusterService;
        this.task = task;
        this.plan = plan;
        this.pause = pause;
    }

    /** Writes all of them; fails where the backfill has to end. */
    void write(List<Document> documents, ActionListener<Void> listener) {
        List<Document> left = new ArrayList<>(documents);
        new Backoff(pause, task.bulkRetries).run(l -> writeOnce(left, l), listener);
    }

    /** Tries all that are left; fails as too busy while some are. */
    private void writeOnce(List<Document> left, ActionListener<Void> listener) {
        if (left.isEmpty()) {
            listener.onResponse(null);
            return;
        }
        // A bulk would create an index that was deleted meanwhile.
        plan.indices().forEach(index -> clusterService.state().metadata().getIndexSafe(index));
        BulkRequest bulk = new BulkRequest();
        left.forEach(document -> bulk.add(request(document)));
        client.bulk(
                bulk,
                ListenerTimeouts.wrapWithTimeout(
                        client.threadPool(),
                        listener.delegateFailureAndWrap((l, response) -> {
                            handle(left, response);
                            l.onResponse(null);
                        }),
                        PageReader.TIMEOUT,
                        client.threadPool().generic(),
                        "bulk of a backfill"));
    }

    @SuppressWarnings(
            "deprecation") // a stored source does not say its type: Elasticsearch tells it by the first bytes too
    private IndexRequest request(Document document) {
        IndexRequest request = new IndexRequest(document.index())
                .id(document.id())
                .routing(document.routing())
                .source(document.source(), XContentHelper.xContentType(document.source()))
                .setIfSeqNo(document.seqNo())
                .setIfPrimaryTerm(document.primaryTerm());
        return plan.options().pipeline() == null
                ? request
                : request.setPipeline(plan.options().pipeline());
    }

    /** Counts what is done and keeps in the list what has to be tried again. */
    private void handle(List<Document> left, BulkResponse response) throws Exception {
        List<Document> again = new ArrayList<>();
        Exception busy = null;
        Exception fatal = null;
        for (int i = 0; i < left.size(); i++) {
            BulkItemResponse item = response.getItems()[i];
            if (item.isFailed() == false) {
                boolean dropped = item.getResponse().getResult() == DocWriteResponse.Result.NOOP;
                (dropped ? task.noops : task.updated).increment();
            } else if (item.status() == RestStatus.CONFLICT) {
                task.versionConflicts.increment();
                if (plan.options().onConflict() == BackfillOptions.Conflicts.ABORT) {
                    fatal = item.getFailure().getCause();
                }
            } else if (Backoff.isBusy(item.status())) {
                again.add(left.get(i));
                busy = item.getFailure().getCause();
            } else if (FATAL.contains(item.status())) {
                fatal = item.getFailure().getCause();
            } else {
                task.failed(Failure.of(
                        item.getIndex(), item.getId(), item.getFailure().getCause()));
            }
        }
        left.clear();
        left.addAll(again);
        if (fatal != null) {
            throw fatal;
        }
        if (busy != null) {
            throw busy;
        }
    }
}
