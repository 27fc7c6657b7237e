package org.ndd.resolve;

import java.util.List;
import java.util.Map;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.index.Index;
import org.ndd.bulk.BulkWriter;
import org.ndd.compat.Project;
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
        ResolveTask task) {

    List<String> indexNames() {
        return indices.stream().map(Index::getName).toList();
    }

    BulkWriter writer() {
        return new BulkWriter(client, clusterService, pause, task.retries);
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
}
