package org.ndd.partition;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.broadcast.BaseBroadcastResponse;
import org.elasticsearch.action.support.broadcast.BroadcastRequest;
import org.elasticsearch.action.support.broadcast.BroadcastShardRequest;
import org.elasticsearch.action.support.broadcast.BroadcastShardResponse;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.shard.ShardId;

/** Asks shards for the number of their last operation. Needs {@code read} on the indices: it says no more than a search may find out. */
public final class SourceOperationsAction {

    static final String NAME = "indices:data/read/ndd/operations";

    public static final ActionType<Response> TYPE = new ActionType<>(NAME);

    private SourceOperationsAction() {}

    public static final class Request extends BroadcastRequest<Request> {

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

        /** @param last number of the last operation of each shard that answered */
        Response(int shards, int failed, Map<ShardId, Long> last) {
            super(shards, shards - failed, failed, List.of());
            this.last = last;
        }

        Response(StreamInput in) throws IOException {
            super(in);
            last = in.readMap(ShardId::new, StreamInput::readZLong);
        }

        Map<ShardId, Long> last() {
            return last;
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            super.writeTo(out);
            out.writeMap(last, (o, shard) -> shard.writeTo(o), StreamOutput::writeZLong);
        }
    }
}
