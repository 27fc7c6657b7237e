package org.ndd.partition;

import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.gateway.GatewayService;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.indices.IndexClosedException;
import org.ndd.partition.plan.RunSpec;

/** The indices that a run cannot go on without. */
final class LostIndices {

    private LostIndices() {}

    /** What is gone for good, as a clear failure; {@code null} where all is there, or where the cluster does not know its indices yet. */
    static RuntimeException find(ClusterState state, RunSpec spec) {
        if (state.blocks().hasGlobalBlock(GatewayService.STATE_NOT_RECOVERED_BLOCK)) {
            return null;
        }
        for (RunSpec.SourceIndex source : spec.source()) {
            IndexMetadata index = state.metadata().index(source.index());
            if (index == null) {
                return new IndexNotFoundException(source.index());
            }
            if (index.getState() == IndexMetadata.State.CLOSE) {
                return new IndexClosedException(source.index());
            }
        }
        boolean destination = state.metadata().hasIndex(spec.runId());
        return destination ? null : new IndexNotFoundException("the run's own index is gone", spec.runId());
    }
}
