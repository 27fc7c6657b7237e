package org.ndd.job.changes;

import java.util.Collection;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.tasks.CancellableTask;
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
            ShardRequestSender sender = new ShardRequestSender(client, clusterService.localNode(), task);
            int page = (int) Math.min(pageSize, limit + 1L);
            ShardRequestSender.eachShard(
                    shards(scope, true),
                    (shard, done) -> new ShardReader(
                                    new ShardRequestTarget(shard, scope.asked()),
                                    scope.job(),
                                    known.get(shard),
                                    page,
                                    sender,
                                    collector)
                            .start(done),
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
            ShardRequestSender sender = new ShardRequestSender(client, clusterService.localNode(), task);
            ShardRequestSender.eachShard(
                    shards(scope, true),
                    (shard, done) -> sender.send(
                            ShardLeaseAction.TYPE,
                            ShardLeaseAction.Request.holdNext(
                                    new ShardRequestTarget(shard, scope.asked()), scope.job()),
                            done.map(answer -> {
                                positions.put(shard, answer.position());
                                return null;
                            })),
                    l.map(nothing -> Map.copyOf(positions)));
        });
    }

    /**
     * Ends the leases of a job; indices that were deleted have none.
     *
     * @param task of the request that ends the job, not of the job: a cancelled task sends no requests
     */
    public void release(Scope scope, CancellableTask task, ActionListener<Void> listener) {
        ActionListener.run(listener, l -> {
            ShardRequestSender sender = new ShardRequestSender(client, clusterService.localNode(), task);
            ShardRequestSender.eachShard(
                    shards(scope, false),
                    (shard, done) -> sender.send(
                            ShardLeaseAction.TYPE,
                            ShardLeaseAction.Request.release(new ShardRequestTarget(shard, scope.asked()), scope.job()),
                            done.map(answer -> null)),
                    l);
        });
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
}
