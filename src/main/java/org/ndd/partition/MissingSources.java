package org.ndd.partition;

import java.util.stream.Stream;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.gateway.GatewayService;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.indices.IndexClosedException;
import org.ndd.compat.Project;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.plan.RunSource;
import org.ndd.partition.plan.RunSpec;

/** Finds the indices without which a run cannot continue. */
final class MissingSources {

    private MissingSources() {}

    /**
     * A failure that names an index that was deleted or closed; {@code null} if all exist, or if the cluster does not know its indices yet.
     */
    static RuntimeException find(ClusterState state, RunSpec spec) {
        return find(state, spec.runId(), spec.source().withReference().stream().map(RunSource.SourceIndex::index));
    }

    /** The same for an attempt, which would otherwise notice the loss only with its next request to the index. */
    static RuntimeException find(ClusterState state, PartitionPlan plan) {
        return find(
                state,
                plan.runId(),
                plan.shards().stream().map(shard -> shard.shard().getIndex()));
    }

    private static RuntimeException find(ClusterState state, String runId, Stream<Index> sources) {
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
        return destination ? null : new IndexNotFoundException("the run's own index does not exist", runId);
    }
}
