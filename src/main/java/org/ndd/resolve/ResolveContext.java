package org.ndd.resolve;

import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.index.Index;
import org.elasticsearch.ingest.IngestService;
import org.ndd.bulk.BulkTask;
import org.ndd.bulk.BulkWriter;
import org.ndd.bulk.DocumentOutcome;
import org.ndd.compat.Project;
import org.ndd.groups.DocumentVersion;
import org.ndd.resolve.LivePages.PageKey;
import org.ndd.throttle.Pause;

/**
 * The services and indices that all kinds of work need.
 *
 * @param client of the user
 * @param pause of the task
 * @param claimed the indices of the documents that are written and of those that they were compared with, by name
 * @param indices concrete ones of the documents that are written
 * @param task counts the outcomes of documents
 */
record ResolveContext(
        Client client,
        ClusterService clusterService,
        Pause pause,
        Map<String, Index> claimed,
        List<Index> indices,
        BulkTask task) {

    List<String> indexNames() {
        return indices.stream().map(Index::getName).toList();
    }

    BulkWriter writer() {
        return task.writer(client, clusterService, pause);
    }

    /** The context for work that must be completed even if the task is cancelled: a cancelled task cannot have new children. */
    ResolveContext withoutParentTask() {
        Client unwrapped = client instanceof ParentTaskAssigningClient parent ? parent.unwrap() : client;
        return new ResolveContext(unwrapped, clusterService, pause, claimed, indices, task);
    }

    /**
     * The UUID of an index of that name; {@code null} if the name belongs to another index now, or to one that another task may change: no
     * verdict holds for documents from it.
     */
    String uuid(String index) {
        Index expected = claimed.get(index);
        IndexMetadata current = Project.of(clusterService.state()).index(index);
        return expected != null && current != null && current.getIndex().equals(expected) ? expected.getUUID() : null;
    }

    /**
     * A page to be written.
     *
     * @param version at which it was read
     * @param source the new source
     * @param outcome the outcome to count after the write
     */
    record Change(PageKey page, DocumentVersion version, Map<String, Object> source, DocumentOutcome outcome) {

        private DocWriteRequest<?> request() {
            return new IndexRequest(page.index())
                    .id(page.id())
                    .routing(page.routing())
                    .setPipeline(IngestService.NOOP_PIPELINE_NAME)
                    .setIfSeqNo(version.seqNo())
                    .setIfPrimaryTerm(version.primaryTerm())
                    .source(source);
        }
    }

    /** Rewrites pages, each on condition that it is unchanged since it was read, and without a pipeline. */
    void write(List<Change> changes, ActionListener<Void> listener) {
        if (task.isDryRun()) {
            changes.forEach(change -> task.count(change.outcome(), change.page().name()));
            listener.onResponse(null);
        } else {
            writer().write(
                            changes,
                            indices,
                            Change::request,
                            (change, response) -> task.count(
                                    change.page().name(),
                                    response,
                                    change.outcome(),
                                    DocumentOutcome.VERSION_CONFLICTS),
                            listener);
        }
    }
}
