package org.ndd.job.changes;

import java.util.Collection;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.support.ContextPreservingActionListener;
import org.elasticsearch.action.support.ThreadedActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.bulk.Batches;
import org.ndd.compat.Project;
import org.ndd.config.NddThreadPools;

/**
 * Determines from all shards of indices which documents changed since earlier positions, and retains their history from there on. All is
 * done in the name of the user in the thread's context, as children of a task, and ends with it. Listeners are called on a thread of
 * {@link NddThreadPools#READ} or of the caller. If a node or a shard is temporarily unavailable, the request fails with a transient
 * exception and may be repeated from the same positions: only leases are kept.
 *
 * <p>The documents may include some that the user may not see. The caller must look them up again in the user's name.
 */
public final class IndexChanges {

    private static final int SHARDS_AT_ONCE = 5;

    private final Client client;
    private final ClusterService clusterService;
    private final CircuitBreaker breaker;
    private final int pageSize;

    /**
     * Which indices, and for whom.
     *
     * @param indices concrete indices
     * @param asked the same as the user wrote them, which all questions are authorised against
     * @param job name of the job that holds leases, 1 to 255 bytes
     */
    public record Scope(Collection<Index> indices, OriginalIndices asked, String job) {}

    /** @param breaker for the documents */
    public IndexChanges(Client client, ClusterService clusterService, CircuitBreaker breaker) {
        this(client, clusterService, breaker, ShardChangesAction.MAX_LIMIT);
    }

    /** @param pageSize operations per request to a shard */
    IndexChanges(Client client, ClusterService clusterService, CircuitBreaker breaker, int pageSize) {
        this.client = client;
        this.clusterService = clusterService;
        this.breaker = breaker;
        this.pageSize = pageSize;
    }

    /**
     * Determines the documents that changed. Moves the leases of the job to the given positions, so the retained history suffices to repeat
     * the request; they move forward with the next given positions. Reads up to the checkpoint of a shard at the first request, so it ends
     * however fast other clients write. Operations that are not on disk of all copies yet, for example with an asynchronous translog, are
     * left for the next call. The next search sees all reported operations.
     *
     * @param known how far each shard was read. A shard that is missing is read from its beginning: then all its existing documents are
     *     reported, and only those deletions that the shard still knows
     * @param limit most documents, 1 or more; counted by shard
     * @param listener gets a result that it must close; fails with {@link IndexNotFoundException} if an index was deleted
     */
    public void since(
            Scope scope,
            Map<ShardId, ShardPosition> known,
            int limit,
            CancellableTask task,
            ActionListener<ChangedDocuments> listener) {
        ChangeCollector collector = new ChangeCollector(limit, breaker);
        ActionListener<ChangedDocuments> closing = listener.delegateResponse((l, e) -> {
            collector.close();
            l.onFailure(e);
        });
        ActionListener.run(closing, l -> {
            if (limit < 1) {
                throw new IllegalArgumentException("[limit] must be at least 1, but was [" + limit + "]");
            }
            int page = (int) Math.min(pageSize, limit + 1L);
            eachShard(
                    shards(scope, true),
                    (target, done) -> new ShardReader(
                                    target, scope.job(), known.get(target.shard()), page, task, collector)
                            .start(done),
                    scope,
                    l.map(nothing -> collector.result()));
        });
    }

    /**
     * Retains the history of all shards from now on, and returns their current positions, for a job that is about to look at all documents.
     * Releases the history that the job retained before.
     */
    public void hold(Scope scope, CancellableTask task, ActionListener<Map<ShardId, ShardPosition>> listener) {
        Map<ShardId, ShardPosition> positions = new ConcurrentHashMap<>();
        ActionListener.run(listener, l -> {
            eachShard(
                    shards(scope, true),
                    (target, done) -> send(
                            task,
                            ShardLeaseAction.TYPE,
                            ShardLeaseAction.Request.holdNext(target, scope.job()),
                            done.map(response -> {
                                positions.put(target.shard(), response.position());
                                return null;
                            })),
                    scope,
                    l.map(nothing -> Map.copyOf(positions)));
        });
    }

    /**
     * Ends the leases of a job; indices that were deleted have none.
     *
     * @param task of the request that ends the job, not of the job: a cancelled task sends no requests
     */
    public void release(Scope scope, CancellableTask task, ActionListener<Void> listener) {
        ActionListener.run(
                listener,
                l -> eachShard(
                        shards(scope, false),
                        (target, done) -> send(
                                task,
                                ShardLeaseAction.TYPE,
                                ShardLeaseAction.Request.release(target, scope.job()),
                                done.map(response -> null)),
                        scope,
                        l));
    }

    private SortedSet<ShardId> shards(Scope scope, boolean all) {
        ClusterState state = clusterService.state();
        SortedSet<ShardId> shards = new TreeSet<>();
        for (Index index : scope.indices()) {
            IndexMetadata known = Project.of(state).index(index);
            if (known == null && all) {
                throw new IndexNotFoundException(index);
            }
            for (int shard = 0; known != null && shard < known.getNumberOfShards(); shard++) {
                shards.add(new ShardId(index, shard));
            }
        }
        return shards;
    }

    /** Works on some shards in parallel. The first failure ends it, once all active work has ended. */
    private static void eachShard(
            Collection<ShardId> shards,
            BiConsumer<ShardRequestTarget, ActionListener<Void>> work,
            Scope scope,
            ActionListener<Void> listener) {
        Batches.forEach(
                shards,
                1,
                SHARDS_AT_ONCE,
                (one, l) -> work.accept(new ShardRequestTarget(one.get(0), scope.asked()), l),
                listener);
    }

    /**
     * Sends a request, unless the task was cancelled. The listener is called on a thread of {@link NddThreadPools#READ}, in the context of
     * the caller.
     *
     * @throws org.elasticsearch.tasks.TaskCancelledException if the task was cancelled
     */
    private <Q extends ActionRequest, A extends ActionResponse> void send(
            CancellableTask task, ActionType<A> action, Q request, ActionListener<A> listener) {
        task.ensureNotCancelled();
        ThreadPool threads = client.threadPool();
        new ParentTaskAssigningClient(client, clusterService.localNode(), task)
                .execute(
                        action,
                        request,
                        ContextPreservingActionListener.wrapPreservingContext(
                                new ThreadedActionListener<>(threads.executor(NddThreadPools.READ), listener),
                                threads.getThreadContext()));
    }

    /** Reads the history of one shard in parts, from a known position to its position at the first request. */
    private final class ShardReader {

        private final ShardRequestTarget target;
        private final String job;
        private final ShardPosition known;
        private final int pageSize;
        private final CancellableTask task;
        private final ChangeCollector collector;

        /** @param known how far the shard was read before; {@code null} if it was not */
        ShardReader(
                ShardRequestTarget target,
                String job,
                ShardPosition known,
                int pageSize,
                CancellableTask task,
                ChangeCollector collector) {
            this.target = target;
            this.job = job;
            this.known = known;
            this.pageSize = pageSize;
            this.task = task;
            this.collector = collector;
        }

        /** Begins with the lease, so that nothing is merged away in the meantime, and with the current position of the shard. */
        void start(ActionListener<Void> listener) {
            if (collector.isOver()) {
                listener.onResponse(null);
                return;
            }
            send(
                    task,
                    ShardLeaseAction.TYPE,
                    ShardLeaseAction.Request.hold(target, job, known),
                    listener.delegateFailureAndWrap((l, response) -> {
                        ShardPosition now = response.position();
                        if (known == null) {
                            readTo(now, -1, l);
                        } else if (known.isOf(now.historyUuid())) {
                            readTo(now, known.seqNo(), l);
                        } else {
                            lose(l);
                        }
                    }));
        }

        private void readTo(ShardPosition last, long covered, ActionListener<Void> listener) {
            if (covered >= last.seqNo()) {
                collector.read(target.shard(), new ShardPosition(covered, last.historyUuid()));
                listener.onResponse(null);
                return;
            }
            if (collector.isOver()) {
                listener.onResponse(null);
                return;
            }
            send(
                    task,
                    ShardChangesAction.TYPE,
                    new ShardChangesAction.Request(target, last.historyUuid(), covered + 1, pageSize, known == null),
                    listener.delegateFailureAndWrap((l, response) -> {
                        response.ensureRefreshed(target.shard());
                        if (response.historyGone()) {
                            lose(l);
                            return;
                        }
                        collector.add(target.shard(), response.documents());
                        // a primary that has just become one may not know yet how far all copies are; the rest is for
                        // another time
                        readTo(
                                response.more() ? last : new ShardPosition(response.to(), last.historyUuid()),
                                response.to(),
                                l);
                    }));
        }

        private void lose(ActionListener<Void> listener) {
            collector.lose(target.shard());
            listener.onResponse(null);
        }
    }
}
