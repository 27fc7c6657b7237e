package org.ndd.partition.wire;

import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.config.NddThreadPools;
import org.ndd.partition.shard.ShardClients.ShardService;
import org.ndd.partition.shard.ShardMethod;
import org.ndd.partition.wire.RunRequest.RpcTarget;

/**
 * Sends requests to a shard of the run on another node, and waits for each response. Created for one task.
 *
 * @param indices as the user wrote them
 * @param ensureActive throws if responses are not needed any more
 */
public record RemoteShard(
        RunMessenger messenger,
        DiscoveryNode node,
        RpcTarget address,
        OriginalIndices indices,
        CancellableTask task,
        Runnable ensureActive)
        implements ShardService {

    @Override
    public <Q, A> A call(ShardMethod<Q, A> method, Q request) {
        RpcMethod<Q, A> rpc = rpc(method);
        return messenger.sendAndWait(node, rpc, new RunRequest<>(rpc, address, indices, request), task, ensureActive);
    }

    /** Returns the kind of request that the node of the shard receives. */
    public static <Q, A> RpcMethod<Q, A> rpc(ShardMethod<Q, A> method) {
        return new RpcMethod<>(method.suffix(), NddThreadPools.READ, method.request(), method.response());
    }
}
