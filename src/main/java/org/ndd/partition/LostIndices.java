package org.ndd.partition;

import java.util.stream.Stream;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.gateway.GatewayService;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.indices.IndexClosedException;
import org.ndd.line.Project;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.plan.RunSpec;

/** The indices that a run cannot go on without. */
final class LostIndices {

    private LostIndices() {}

    /** What is gone for good, as a clear failure; {@code null} where all is there, or where the cluster does not know its indices yet. */
    static RuntimeException find(ClusterState state, RunSpec spec) {
        return find(state, spec.runId(), spec.source().stream().map(RunSpec.SourceIndex::index));
    }

    /** The same of an attempt, which would else not see it before it asks for something again. */
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
        return destination ? null : new IndexNotFoundException("the run's own index is gone", runId);
    }
}
