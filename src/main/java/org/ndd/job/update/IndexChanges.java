package org.ndd.job.update;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
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
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.bulk.Batches;
import org.ndd.compat.Project;
import org.ndd.config.NameCheck;
import org.ndd.config.NddThreadPools;
import org.ndd.config.ShardPosition;
import org.ndd.job.update.ShardLeaseAction.ShardRequestTarget;

/**
 * Determines the documents of indices that changed since earlier positions, and retains the history of the shards from there. All requests
 * have the rights of the user in the thread's context, and are children of a task. Listeners are called on a thread of {@link
 * NddThreadPools#READ} or of the caller. If a node or a shard is temporarily unavailable, the request fails with a transient exception. It
 * can be repeated from the same positions: it only keeps leases.
 *
 * <p>The documents may include some that the user has no right to see. The caller must search for them again with the rights of the user.
 *
 * @param task sends no requests after its cancellation
 * @param pageSize maximum number of operations per request to a shard
 */
public record IndexChanges(
        Client client, ClusterService clusterService, CircuitBreaker breaker, CancellableTask task, int pageSize) {

    private static final int MAX_CONCURRENT_SHARDS = 5;

    /**
     * The indices to read, and the job that reads them.
     *
     * @param indices concrete indices
     * @param requested the same indices as the user typed them, against which all requests are authorized
     * @param job name of the job that holds leases
     */
    public record Scope(Collection<Index> indices, OriginalIndices requested, String job) {}

    public IndexChanges(Client client, ClusterService clusterService, CircuitBreaker breaker, CancellableTask task) {
        this(client, clusterService, breaker, task, ShardChangesAction.MAX_LIMIT);
    }
    /**
     * Determines the documents that changed. Moves the leases of the job to the given positions, so the retained history suffices to repeat
     * the request. Reads each shard only up to its global checkpoint at the first request, so it ends while other clients continue to
     * write. The next call reads operations that are not yet on the disks of all copies, for example with an asynchronous translog. The
     * next search finds all returned operations.
     *
     * @param known position up to which each shard was read. A missing shard is read from its beginning: this returns all its existing
     *     documents, and only the deletions that the shard still stores
     * @param limit maximum number of documents, 1 or more
     * @param listener gets a result that it must close; fails with {@link IndexNotFoundException} if an index was deleted
     */
    public void readChanges(
            Scope scope, Map<ShardId, ShardPosition> known, int limit, ActionListener<ChangedDocuments> listener) {
        ChangedDocuments changed = new ChangedDocuments(limit, breaker);
        ActionListener<ChangedDocuments> closing = listener.delegateResponse((l, e) -> {
            changed.close();
            l.onFailure(e);
        });
        ActionListener.run(closing, l -> {
            int page = (int) Math.min(pageSize, limit + 1L);
            eachShard(
                    shards(scope, true),
                    (target, done) -> new ShardReader(
                                    this, target, scope.job(), known.get(target.shard()), page, changed)
                            .start(done),
                    scope,
                    l.map(nothing -> changed));
        });
    }

    /**
     * Retains the history of all shards from now, for a job that is about to read all documents. Releases the history that the job retained
     * before.
     */
    public void retain(Scope scope, ActionListener<Void> listener) {
        lease(scope, true, ShardLeaseAction.Order.RETAIN_NEXT, listener);
    }

    /** Retains for longer the operations that leases of the job retain now; does not restore expired leases. */
    public void renew(Scope scope, ActionListener<Void> listener) {
        lease(scope, false, ShardLeaseAction.Order.RENEW, listener);
    }

    /** Ends the leases of a job; indices that were deleted have none. Needs the task of the request that deletes the job. */
    public void release(Scope scope, ActionListener<Void> listener) {
        lease(scope, false, ShardLeaseAction.Order.RELEASE, listener);
    }

    private void lease(Scope scope, boolean all, ShardLeaseAction.Order order, ActionListener<Void> listener) {
        ActionListener.run(
                listener,
                l -> eachShard(
                        shards(scope, all),
                        (target, done) -> send(
                                ShardLeaseAction.TYPE,
                                new ShardLeaseAction.Request(target, order, scope.job(), null),
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

    /**
     * Returns the names by which a request to a shard is authorized. Security accepts no patterns there, so the name of its index replaces
     * them, or the aliases of the index that they match if they do not match the index.
     */
    static OriginalIndices named(ShardId shard, Set<String> aliases, OriginalIndices requested) {
        String[] names = Stream.of(requested.indices())
                .filter(name -> name.startsWith("-") == false && NameCheck.isSingleName(name))
                .toArray(String[]::new);
        if (names.length == requested.indices().length) {
            return requested;
        }
        String index = shard.getIndexName();
        String[] matching = Regex.simpleMatch(requested.indices(), index)
                ? new String[] {index}
                : aliases.stream().filter(alias -> isSelected(alias, requested)).toArray(String[]::new);
        if (matching.length == 0) {
            matching = names.length == 0 ? new String[] {index} : names;
        }
        return new OriginalIndices(matching, requested.indicesOptions());
    }

    private static boolean isSelected(String alias, OriginalIndices requested) {
        return Regex.simpleMatch(requested.indices(), alias)
                && Stream.of(requested.indices()).noneMatch(name -> Regex.simpleMatch(name, "-" + alias));
    }

    /** Processes the shards in parallel. After the first failure, it ends when all active work has ended. */
    private void eachShard(
            Collection<ShardId> shards,
            BiConsumer<ShardRequestTarget, ActionListener<Void>> work,
            Scope scope,
            ActionListener<Void> listener) {
        ClusterState state = clusterService.state();
        Batches.each(
                shards,
                MAX_CONCURRENT_SHARDS,
                (shard, l) -> {
                    IndexMetadata known = Project.of(state).index(shard.getIndex());
                    Set<String> aliases =
                            known == null ? Set.of() : known.getAliases().keySet();
                    work.accept(new ShardRequestTarget(shard, named(shard, aliases, scope.requested())), l);
                },
                listener);
    }

    /** Sends a request. Fails if the task was cancelled. Responds on a thread of {@link NddThreadPools#READ}, in the caller's context. */
    private <Q extends ActionRequest, A extends ActionResponse> void send(
            ActionType<A> action, Q request, ActionListener<A> listener) {
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

    /**
     * Reads the history of one shard in parts, to its position at the first request.
     *
     * @param known position up to which the shard was read; {@code null} if it was not read
     */
    private record ShardReader(
            IndexChanges requests,
            ShardRequestTarget target,
            String job,
            ShardPosition known,
            int pageSize,
            ChangedDocuments changed) {

        /** Starts with the lease, so that no merge removes operations, and with the current position of the shard. */
        void start(ActionListener<Void> listener) {
            if (changed.isUnknown()) {
                listener.onResponse(null);
                return;
            }
            requests.send(
                    ShardLeaseAction.TYPE,
                    new ShardLeaseAction.Request(target, ShardLeaseAction.Order.RETAIN, job, known),
                    listener.delegateFailureAndWrap((l, response) -> {
                        ShardPosition now = response.position;
                        if (known == null) {
                            readTo(now, -1, l);
                        } else if (known.isInHistory(now.historyUuid())) {
                            readTo(now, known.seqNo(), l);
                        } else {
                            historyLost(l);
                        }
                    }));
        }

        private void readTo(ShardPosition last, long covered, ActionListener<Void> listener) {
            if (covered >= last.seqNo()) {
                changed.read(target.shard(), new ShardPosition(covered, last.historyUuid()));
                listener.onResponse(null);
                return;
            }
            if (changed.isUnknown()) {
                listener.onResponse(null);
                return;
            }
            requests.send(
                    ShardChangesAction.TYPE,
                    new ShardChangesAction.Request(target, last.historyUuid(), covered + 1, pageSize, known == null),
                    listener.delegateFailureAndWrap((l, response) -> {
                        response.ensureRefreshed(target.shard());
                        if (response.historyGone) {
                            historyLost(l);
                            return;
                        }
                        changed.add(target.shard(), response.ids);
                        // a new primary may not have the global checkpoint of all copies yet; the next call reads the
                        // rest
                        readTo(
                                response.more() ? last : new ShardPosition(response.to, last.historyUuid()),
                                response.to,
                                l);
                    }));
        }

        private void historyLost(ActionListener<Void> listener) {
            changed.addLost(target.shard());
            listener.onResponse(null);
        }
    }
}
