package org.ndd.partition;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.NoShardAvailableActionException;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.routing.ShardIterator;
import org.elasticsearch.cluster.routing.ShardRouting;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.gateway.GatewayService;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.indices.IndexClosedException;
import org.elasticsearch.search.internal.AliasFilter;
import org.ndd.compat.NddVersion;
import org.ndd.compat.Project;
import org.ndd.config.ShardPosition;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.plan.PartitionPlan.PlannedShard;
import org.ndd.partition.plan.RunSpec;
import org.ndd.partition.plan.RunSpec.RunSource;

/** Selects the shard copies that an attempt reads, as a search does. */
public final class RunPlanner {

    private RunPlanner() {}

    /**
     * Plans an attempt.
     *
     * @param pins the last operation of each shard that the run sees; empty if it has not pinned any yet
     * @param coordinator id of the node whose loss ends the run; {@code null} if the run continues after the loss of any node
     * @throws org.elasticsearch.ElasticsearchStatusException if a node has another version of ndd
     * @throws NoShardAvailableActionException if a shard has no active copy
     * @throws ResourceNotFoundException if boilerplate that the run uses was deleted
     */
    static PartitionPlan plan(
            ClusterService clusterService,
            RunSpec spec,
            long attempt,
            boolean replays,
            Map<ShardId, ShardPosition> pins,
            String coordinator) {
        ClusterState state = clusterService.state();
        Map<String, AliasFilter> filters = new HashMap<>();
        Set<String> references = new HashSet<>();
        for (RunSource.SourceIndex read : spec.source().withReference()) {
            filters.put(read.index().getName(), read.aliasFilter());
            if (read.boilerplate() != null && Project.of(state).hasIndex(read.boilerplate()) == false) {
                throw new ResourceNotFoundException(
                        "[{}], the boilerplate in use when run [{}] was planned, was deleted: start another run",
                        read.boilerplate(),
                        spec.runId());
            }
        }
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
                    pins.get(copies.shardId()),
                    references.contains(copies.shardId().getIndexName())));
        }
        for (PlannedShard shard : shards) {
            NddVersion.check(state.nodes().get(shard.node()));
        }
        shards.sort(PlannedShard.ORDER);
        return new PartitionPlan(spec, attempt, replays, coordinator, shards, List.of());
    }

    /** Returns a failure that names a deleted or closed index; {@code null} if all exist, or if the cluster state is not recovered yet. */
    static RuntimeException missingSource(ClusterState state, RunSpec spec) {
        return missingSource(
                state, spec.runId(), spec.source().withReference().stream().map(RunSource.SourceIndex::index));
    }

    /** Returns the same for an attempt, which otherwise detects the loss only with its next request to the index. */
    static RuntimeException missingSource(ClusterState state, PartitionPlan plan) {
        return missingSource(
                state,
                plan.runId(),
                plan.shards().stream().map(shard -> shard.shard().getIndex()));
    }

    /** Returns the same for some indices of a run. */
    public static RuntimeException missingSource(ClusterState state, String runId, Stream<Index> sources) {
        if (state.blocks().hasGlobalBlock(GatewayService.STATE_NOT_RECOVERED_BLOCK)) {
            return null;
        }
        for (Index source : sources.distinct().toList()) {
            IndexMetadata index = Project.of(state).index(source);
            if (index == null) {
                return new IndexNotFoundException(source);
            }
            if (index.getState() == IndexMetadata.State.CLOSE) {
                return new IndexClosedException(source);
            }
        }
        boolean destination = Project.of(state).hasIndex(runId);
        return destination ? null : new IndexNotFoundException("the index of the run does not exist", runId);
    }
}
