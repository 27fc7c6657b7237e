package org.ndd.compat;

import java.util.concurrent.Executor;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.single.shard.SingleShardRequest;
import org.elasticsearch.action.support.single.shard.TransportSingleShardAction;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.routing.ShardsIterator;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;

/** Base class for actions on one copy of a shard. */
public abstract class SingleShardActionBase<Q extends SingleShardRequest<Q>, R extends ActionResponse>
        extends TransportSingleShardAction<Q, R> {

    protected SingleShardActionBase(
            String name,
            ThreadPool threadPool,
            ClusterService clusterService,
            TransportService transportService,
            ActionFilters filters,
            IndexNameExpressionResolver resolver,
            Writeable.Reader<Q> reader,
            Executor executor) {
        super(name, threadPool, clusterService, transportService, filters, resolver, reader, executor);
    }

    /** Returns the shard copies to try in order, until one responds. */
    protected abstract ShardsIterator copies(ClusterState state, Q request);

    @Override
    protected final ShardsIterator shards(ClusterState state, InternalRequest request) {
        return copies(state, request.request());
    }
}
