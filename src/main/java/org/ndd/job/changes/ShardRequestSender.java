package org.ndd.job.changes;

import java.util.Iterator;
import java.util.SortedSet;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ContextPreservingActionListener;
import org.elasticsearch.action.support.ThreadedActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.common.util.concurrent.ThrottledIterator;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.config.NddThreadPools;

/** Sends requests to shards within a task, in the name of the caller, a few of them in parallel. */
final class ShardRequestSender {

    private static final int SHARDS_AT_ONCE = 5;

    private final ParentTaskAssigningClient client;
    private final ThreadPool threadPool;
    private final CancellableTask task;

    ShardRequestSender(Client client, DiscoveryNode localNode, CancellableTask task) {
        this.client = new ParentTaskAssigningClient(client, localNode, task);
        this.threadPool = client.threadPool();
        this.task = task;
    }

    /**
     * Sends a request, unless the task was cancelled. The listener is called on a thread of {@link NddThreadPools#READ}, in the context of
     * the caller.
     *
     * @throws org.elasticsearch.tasks.TaskCancelledException if the task was cancelled
     */
    <Q extends ActionRequest, A extends ActionResponse> void send(
            ActionType<A> action, Q target, ActionListener<A> listener) {
        task.ensureNotCancelled();
        Executor executor = threadPool.executor(NddThreadPools.READ);
        client.execute(
                action,
                target,
                ContextPreservingActionListener.wrapPreservingContext(
                        new ThreadedActionListener<>(executor, listener), threadPool.getThreadContext()));
    }

    /** Works on a few shards in parallel. The first failure ends it, once all work that is under way has ended. */
    static void eachShard(
            SortedSet<ShardId> shards, BiConsumer<ShardId, ActionListener<Void>> work, ActionListener<Void> listener) {
        AtomicReference<Exception> failure = new AtomicReference<>();
        Iterator<ShardId> each = shards.iterator();
        BiConsumer<Releasable, ShardId> item = (ended, shard) -> ActionListener.run(
                ActionListener.releaseAfter(
                        ActionListener.<Void>wrap(nothing -> {}, e -> failure.compareAndSet(null, e)), ended),
                l -> {
                    if (failure.get() == null) {
                        work.accept(shard, l);
                    } else {
                        l.onResponse(null);
                    }
                });
        ThrottledIterator.run(each, item, SHARDS_AT_ONCE, () -> {
            if (failure.get() == null) {
                listener.onResponse(null);
            } else {
                listener.onFailure(failure.get());
            }
        });
    }
}
