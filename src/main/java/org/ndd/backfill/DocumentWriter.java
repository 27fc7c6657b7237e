package org.ndd.backfill;

import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteResponse;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.rest.RestStatus;
import org.ndd.backfill.BatchReader.Document;
import org.ndd.bulk.BulkWriter;
import org.ndd.bulk.Failure;
import org.ndd.throttle.Pause;

/**
 * Sends documents through the pipeline, each on condition that it has not changed since it was read: writes of other clients are never
 * overwritten. A document that fails is counted; a failure that would affect all documents ends the backfill.
 */
final class DocumentWriter {

    private final BackfillTask task;
    private final BackfillPlan plan;
    private final BulkWriter writer;

    /** @param client client of the user */
    DocumentWriter(Client client, ClusterService clusterService, BackfillTask task, BackfillPlan plan, Pause pause) {
        this.task = task;
        this.plan = plan;
        this.writer = new BulkWriter(client, clusterService, pause, task.bulkRetries);
    }

    /** Writes all documents; fails if the backfill must end. */
    void write(List<Document> documents, ActionListener<Void> listener) {
        writer.write(documents, plan.indices(), this::request, (document, response) -> count(response), listener);
    }

    @SuppressWarnings(
            "deprecation") // a stored source has no content type: Elasticsearch also detects it by the first bytes
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

    private void count(BulkItemResponse item) throws Exception {
        if (item.isFailed() == false) {
            boolean dropped = item.getResponse().getResult() == DocWriteResponse.Result.NOOP;
            (dropped ? task.noops : task.updated).increment();
        } else if (item.status() == RestStatus.CONFLICT) {
            task.versionConflicts.increment();
            if (plan.options().onConflict() == BackfillOptions.Conflicts.ABORT) {
                throw item.getFailure().getCause();
            }
        } else {
            task.addFailure(
                    Failure.of(item.getIndex(), item.getId(), item.getFailure().getCause()));
        }
    }
}
