package org.ndd.partition.wire;

import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.core.CheckedFunction;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.config.NddThreadPools;
import org.ndd.partition.shard.ShardClients.ShardService;
import org.ndd.partition.shard.ShardMethod;

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

    /** Finds the shard of a request among those of the receiving node, and keeps it open until the response is complete. */
    public interface Shards {

        <A> A useShard(RpcTarget address, CheckedFunction<ShardService, A, Exception> request) throws Exception;
    }

    /** Registers the handlers on this node for the requests that {@link RemoteShard} sends from other nodes. */
    public static void register(RunMessenger messenger, Shards shards) {
        ShardMethod.ALL.forEach(method -> register(messenger, shards, method));
    }

    private static <Q, A> void register(RunMessenger messenger, Shards shards, ShardMethod<Q, A> method) {
        messenger.register(
                rpc(method),
                (address, request, task) -> shards.useShard(address, shard -> shard.call(method, request)));
    }

    @Override
    public <Q, A> A call(ShardMethod<Q, A> method, Q request) {
        RpcMethod<Q, A> rpc = rpc(method);
        return messenger.sendAndWait(node, rpc, new RunRequest<>(rpc, address, indices, request), task, ensureActive);
    }

    private static <Q, A> RpcMethod<Q, A> rpc(ShardMethod<Q, A> method) {
        return new RpcMethod<>(method.suffix(), NddThreadPools.READ, method.request(), method.response());
    }
}
