package org.ndd.partition.node;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.RefCountingListener;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.routing.ShardIterator;
import org.elasticsearch.cluster.routing.ShardRouting;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.shard.ShardId;
import org.ndd.compat.Project;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.config.ShardPosition;
import org.ndd.partition.node.RunMessenger.RpcTarget;
import org.ndd.partition.node.RunMessenger.RunRequest;

/**
 * Counts the operations on a source since known positions, with one request per node. Needs {@code read} on the indices: the result
 * discloses no more than a search does.
 */
public final class SourceOperations {

    private static final TimeValue TIMEOUT = TimeValue.timeValueSeconds(30);

    private final RunMessenger messenger;
    private final ClusterService cluster;

    public SourceOperations(ActionServices action) {
        this.messenger = new RunMessenger(action.transport());
        this.cluster = action.node().cluster();
    }

    /**
     * Counts the operations that indexed, changed or deleted documents after known operations, in the open indices that exist.
     *
     * @param known the last known operation of each shard; all operations of other shards count
     * @param listener gets {@code null} if there is no such index, or a shard has no copy; fails if the user may not read an index
     */
    public void since(
            String run, Collection<Index> indices, Map<ShardId, ShardPosition> known, ActionListener<Long> listener) {
        ClusterState state = cluster.state();
        String[] open = indices.stream()
                .filter(index -> isOpen(Project.of(state).index(index)))
                .map(Index::getName)
                .distinct()
                .toArray(String[]::new);
        Map<String, Map<ShardId, Long>> byNode = new HashMap<>();
        if (open.length == 0 || addShards(state, open, known, byNode) == false) {
            listener.onResponse(null);
            return;
        }
        OriginalIndices names = new OriginalIndices(open, IndicesOptions.lenientExpandOpen());
        LongAdder operations = new LongAdder();
        try (var all = new RefCountingListener(listener.map(counted -> operations.sum()))) {
            byNode.forEach((node, shards) -> messenger.send(
                    state.nodes().get(node),
                    new RunRequest<>(NodeSteps.OPERATIONS, RpcTarget.node(run, 0), names, shards),
                    null,
                    TIMEOUT,
                    all.acquire(operations::add)));
        }
    }

    private static boolean isOpen(IndexMetadata index) {
        return index != null && index.getState() == IndexMetadata.State.OPEN;
    }

    /** Adds the last known operation of each shard to its node; returns false if a shard has no copy. */
    private boolean addShards(
            ClusterState state,
            String[] open,
            Map<ShardId, ShardPosition> known,
            Map<String, Map<ShardId, Long>> byNode) {
        for (ShardIterator copies : cluster.operationRouting().searchShards(Project.routed(state), open, null, null)) {
            ShardRouting copy = copies.nextOrNull();
            if (copy == null) {
                return false;
            }
            ShardPosition position = known.get(copies.shardId());
            byNode.computeIfAbsent(copy.currentNodeId(), node -> new HashMap<>())
                    .put(copies.shardId(), position == null ? -1 : position.seqNo());
        }
        return true;
    }
}
