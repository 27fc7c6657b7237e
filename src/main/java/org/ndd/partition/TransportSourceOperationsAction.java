package org.ndd.partition;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.broadcast.TransportBroadcastAction;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.block.ClusterBlockException;
import org.elasticsearch.cluster.block.ClusterBlockLevel;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.routing.ShardIterator;
import org.elasticsearch.cluster.routing.ShardRouting;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;
import org.ndd.config.NddThreadPools;
import org.ndd.partition.SourceOperationsAction.Request;
import org.ndd.partition.SourceOperationsAction.Response;
import org.ndd.partition.SourceOperationsAction.ShardRequest;
import org.ndd.partition.SourceOperationsAction.ShardResponse;

/** Reads the number of the last operation of each shard; a shard without a copy is left out. */
public final class TransportSourceOperationsAction
        extends TransportBroadcastAction<Request, Response, ShardRequest, ShardResponse> {

    private final IndicesService indices;

    @Inject
    public TransportSourceOperationsAction(
            ClusterService clusterService,
            TransportService transportService,
            ActionFilters filters,
            IndexNameExpressionResolver resolver,
            IndicesService indices) {
        super(
                SourceOperationsAction.NAME,
                clusterService,
                transportService,
                filters,
                resolver,
                Request::new,
                ShardRequest::new,
                transportService.getThreadPool().executor(NddThreadPools.READ));
        this.indices = indices;
    }

    @Override
    protected ShardResponse shardOperation(ShardRequest request, Task task) throws IOException {
        ShardId shard = request.shardId();
        long last = indices.indexServiceSafe(shard.getIndex())
                .getShard(shard.id())
                .seqNoStats()
                .getMaxSeqNo();
        return new ShardResponse(shard, last);
    }

    @Override
    protected Response newResponse(Request request, AtomicReferenceArray<?> answers, ClusterState state) {
        Map<ShardId, Long> last = new HashMap<>();
        for (int i = 0; i < answers.length(); i++) {
            if (answers.get(i) instanceof ShardResponse answer) {
                last.put(answer.getShardId(), answer.last());
            }
        }
        return new Response(answers.length(), answers.length() - last.size(), last);
    }

    @Override
    protected ShardRequest newShardRequest(int shards, ShardRouting shard, Request request) {
        return new ShardRequest(shard.shardId(), request);
    }

    @Override
    protected ShardResponse readShardResponse(StreamInput in) throws IOException {
        return new ShardResponse(in);
    }

    @Override
    protected List<ShardIterator> shards(ClusterState state, Request request, String[] concrete) {
        return clusterService.operationRouting().searchShards(state, concrete, null, null);
    }

    @Override
    protected ClusterBlockException checkGlobalBlock(ClusterState state, Request request) {
        return state.blocks().globalBlockedException(ClusterBlockLevel.READ);
    }

    @Override
    protected ClusterBlockException checkRequestBlock(ClusterState state, Request request, String[] concrete) {
        return state.blocks().indicesBlockedException(ClusterBlockLevel.READ, concrete);
    }
}
