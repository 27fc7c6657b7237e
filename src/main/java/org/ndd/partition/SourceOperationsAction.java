package org.ndd.partition;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.broadcast.BaseBroadcastResponse;
import org.elasticsearch.action.support.broadcast.BroadcastRequest;
import org.elasticsearch.action.support.broadcast.BroadcastShardRequest;
import org.elasticsearch.action.support.broadcast.BroadcastShardResponse;
import org.elasticsearch.action.support.broadcast.TransportBroadcastAction;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.block.ClusterBlockException;
import org.elasticsearch.cluster.block.ClusterBlockLevel;
import org.elasticsearch.cluster.routing.ShardIterator;
import org.elasticsearch.cluster.routing.ShardRouting;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.ndd.compat.Calls;
import org.ndd.compat.Project;
import org.ndd.config.ActionServices;
import org.ndd.config.NddThreadPools;
import org.ndd.config.ShardPosition;

/**
 * Requests the number of the last operation from shards, and omits shards without a copy. Needs {@code read} on the indices: the result
 * discloses no more than a search does.
 */
public final class SourceOperationsAction
        extends TransportBroadcastAction<
                SourceOperationsAction.Request,
                SourceOperationsAction.Response,
                SourceOperationsAction.ShardRequest,
                SourceOperationsAction.ShardResponse> {

    static final String NAME = "indices:data/read/ndd/operations";

    public static final ActionType<Response> TYPE = new ActionType<>(NAME);

    /**
     * Counts the operations that indexed, changed or deleted documents after known operations, in the indices that exist.
     *
     * @param known the last known operation of each shard; all operations of other shards count
     * @param listener gets {@code null} if no index exists or a shard did not respond; fails if the user may not read an index
     */
    public static void since(
            Client client,
            ClusterState state,
            Collection<Index> indices,
            Map<ShardId, ShardPosition> known,
            ActionListener<Long> listener) {
        String[] existing = indices.stream()
                .filter(index -> Project.of(state).hasIndex(index))
                .map(Index::getName)
                .distinct()
                .toArray(String[]::new);
        if (existing.length == 0) {
            listener.onResponse(null);
            return;
        }
        client.execute(
                TYPE,
                new Request(existing),
                listener.map(response -> response.getFailedShards() == 0 ? response.since(known) : null));
    }

    public static final class Request extends BroadcastRequest<Request> {

        /** @param indices names of concrete indices; missing ones are ignored */
        Request(String... indices) {
            super(indices, IndicesOptions.lenientExpandOpen());
        }

        Request(StreamInput in) throws IOException {
            super(in);
        }
    }

    public static final class ShardRequest extends BroadcastShardRequest {

        ShardRequest(ShardId shard, Request request) {
            super(shard, request);
        }

        ShardRequest(StreamInput in) throws IOException {
            super(in);
        }
    }

    public static final class ShardResponse extends BroadcastShardResponse {

        private final long last;

        ShardResponse(ShardId shard, long last) {
            super(shard);
            this.last = last;
        }

        ShardResponse(StreamInput in) throws IOException {
            super(in);
            last = in.readZLong();
        }

        long last() {
            return last;
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            super.writeTo(out);
            out.writeZLong(last);
        }
    }

    public static final class Response extends BaseBroadcastResponse {

        private final Map<ShardId, Long> last;

        Response(int shards, int failed, Map<ShardId, Long> last) {
            super(shards, shards - failed, failed, List.of());
            this.last = last;
        }

        private long since(Map<ShardId, ShardPosition> known) {
            return last.entrySet().stream()
                    .mapToLong(shard -> {
                        ShardPosition position = known.get(shard.getKey());
                        return Math.max(0, shard.getValue() - (position == null ? -1 : position.seqNo()));
                    })
                    .sum();
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            super.writeTo(out);
            out.writeMap(last, (o, shard) -> shard.writeTo(o), StreamOutput::writeZLong);
        }
    }

    private final IndicesService indices;

    @Inject
    public SourceOperationsAction(ActionServices action) {
        super(
                NAME,
                action.node().cluster(),
                action.transport(),
                action.filters(),
                action.node().resolver(),
                Request::new,
                ShardRequest::new,
                action.node().threads().executor(NddThreadPools.READ));
        this.indices = action.node().indices();
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
    protected Response newResponse(Request request, AtomicReferenceArray<?> shardResponses, ClusterState state) {
        Map<ShardId, Long> last = new HashMap<>();
        for (int i = 0; i < shardResponses.length(); i++) {
            if (shardResponses.get(i) instanceof ShardResponse shardResponse) {
                last.put(shardResponse.getShardId(), shardResponse.last());
            }
        }
        return new Response(shardResponses.length(), shardResponses.length() - last.size(), last);
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
        return List.copyOf(clusterService.operationRouting().searchShards(Project.routed(state), concrete, null, null));
    }

    @Override
    protected ClusterBlockException checkGlobalBlock(ClusterState state, Request request) {
        return state.blocks().globalBlockedException(ClusterBlockLevel.READ);
    }

    @Override
    protected ClusterBlockException checkRequestBlock(ClusterState state, Request request, String[] concrete) {
        return Calls.blocked(state, ClusterBlockLevel.READ, concrete);
    }
}
