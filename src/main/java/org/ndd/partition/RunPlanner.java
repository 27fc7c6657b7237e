package org.ndd.partition;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.action.NoShardAvailableActionException;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.routing.ShardIterator;
import org.elasticsearch.cluster.routing.ShardRouting;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.internal.AliasFilter;
import org.ndd.compat.Project;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.plan.PartitionPlan.PlannedShard;
import org.ndd.partition.plan.RunSpec;
import org.ndd.version.NddVersion;

/** Picks the shard copies that an attempt at a run reads, in the way a search does. */
final class RunPlanner {

    private final ClusterService clusterService;

    RunPlanner(ClusterService clusterService) {
        this.clusterService = clusterService;
    }

    /**
     * Plans an attempt.
     *
     * @param pins the last operation that the run sees of each shard; empty if it has not seen any yet
     * @param coordinator id of the node with which the run ends; {@code null} if the run continues after the loss of any node
     * @throws org.elasticsearch.ElasticsearchStatusException if a node has another version of ndd
     * @throws NoShardAvailableActionException if a shard has no active copy
     */
    PartitionPlan plan(RunSpec spec, long attempt, boolean replays, Map<ShardId, Long> pins, String coordinator) {
        ClusterState state = clusterService.state();
        Map<String, AliasFilter> filters = new HashMap<>();
        Set<String> references = new HashSet<>();
        spec.source().withReference().forEach(read -> filters.put(read.index().getName(), read.aliasFilter()));
        spec.source().reference().forEach(read -> references.add(read.index().getName()));
        List<PlannedShard> shards = new ArrayList<>();
        for (ShardIterator copies : clusterService
                .operationRouting()
                .searchShards(Project.routed(state), filters.keySet().toArray(String[]::new), null, null)) {
            ShardRouting copy = copies.nextOrNull();
            if (copy == null) {
                throw new NoShardAvailableActionException(copies.shardId(), "no active copy of the shard");
            }
            shards.add(new PlannedShard(
                    copies.shardId(),
                    copy.currentNodeId(),
                    filters.get(copies.shardId().getIndexName()),
                    pins.getOrDefault(copies.shardId(), PlannedShard.NOT_PINNED),
                    references.contains(copies.shardId().getIndexName())));
        }
        for (PlannedShard shard : shards) {
            NddVersion.check(state.nodes().get(shard.node()));
        }
        shards.sort(PlannedShard.ORDER);
        return new PartitionPlan(spec, attempt, replays, coordinator, shards, List.of());
    }
}
