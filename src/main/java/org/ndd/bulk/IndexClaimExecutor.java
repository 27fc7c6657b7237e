package org.ndd.bulk;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.index.Index;
import org.elasticsearch.persistent.AllocatedPersistentTask;
import org.elasticsearch.persistent.PersistentTaskState;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata.Assignment;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.compat.ClaimExecutorBase;
import org.ndd.compat.Project;

/**
 * Grants claims, and ends those of lost nodes. The master checks for another claim on the same index and adds the new one in one update of
 * the cluster state. Of two requests one is therefore always rejected, independently of the nodes that receive them. No node executes a
 * claim of a live node. When its node is lost, the master assigns the claim to another node, which only removes it.
 */
public final class IndexClaimExecutor extends ClaimExecutorBase<IndexClaim> {

    public IndexClaimExecutor(ThreadPool threadPool) {
        super(IndexClaim.NAME, threadPool.generic());
    }

    @Override
    protected void check(IndexClaim claim, ClusterState state) {
        Set<String> requested = new HashSet<>(claim.indices());
        IndexClaim.liveClaims(state)
                .forEach(other -> other.indices().stream()
                        .filter(requested::contains)
                        .findFirst()
                        .ifPresent(uuid -> {
                            throw new ElasticsearchStatusException(
                                    "[index] must be changed by one deletion, marking, undo or publication at a time, but "
                                            + name(uuid, state)
                                            + " is claimed by task [" + other.task() + "], a " + other.kind()
                                            + ": wait until that task ends, or cancel it with [POST /_tasks/"
                                            + other.task()
                                            + "/_cancel]",
                                    RestStatus.CONFLICT);
                        }));
    }

    private static String name(String uuid, ClusterState state) {
        return Project.of(state).indices().values().stream()
                .map(metadata -> metadata.getIndex())
                .filter(index -> index.getUUID().equals(uuid))
                .map(Index::getName)
                .findFirst()
                .map(name -> "[" + name + "]")
                .orElse("an index of the run");
    }

    @Override
    protected Assignment assign(IndexClaim claim, Collection<DiscoveryNode> candidates, ClusterState state) {
        if (claim.isLive(state)) {
            return new Assignment(null, "held by task [" + claim.task() + "]");
        }
        return candidates.isEmpty()
                ? NO_NODE_FOUND
                : new Assignment(candidates.iterator().next().getId(), "removes the claims of a lost node");
    }

    @Override
    protected void nodeOperation(AllocatedPersistentTask task, IndexClaim claim, PersistentTaskState state) {
        task.markAsCompleted();
    }
}
