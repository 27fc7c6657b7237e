package org.ndd.partition.wire;

import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.partition.shard.ShardMethod.WireFormat;

/**
 * A kind of request.
 *
 * @param suffix of the name of its action, after the name of the partition action, such as {@code [step]}
 * @param executor name of the thread pool that handles the request
 * @param request format of the request
 * @param response format of the response
 */
public record RpcMethod<Q, A>(String suffix, String executor, WireFormat<Q> request, WireFormat<A> response) {

    public static <Q extends Writeable, A extends Writeable> RpcMethod<Q, A> of(
            String suffix, String executor, Writeable.Reader<Q> request, Writeable.Reader<A> response) {
        return new RpcMethod<>(suffix, executor, WireFormat.of(request), WireFormat.of(response));
    }
}
