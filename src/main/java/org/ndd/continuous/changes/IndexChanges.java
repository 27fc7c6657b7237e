package org.ndd.continuous.changes;

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
import org.ndd.config.NddThreadPools;
import org.ndd.line.Project;

/**
 * Asks all shards of indices which documents changed since positions of before, and holds their history from there on. All is done in the
 * name of whoever is in the thread's context, as children of a task, and ends with it. Listeners are called on a thread of {@link
 * NddThreadPools#READ} or of the caller. What fails because a node or a shard is away for a while fails with an exception that passes, and
 * may be asked again from the same positions: nothing is kept but leases.
 *
 * <p>The documents may be such that the user does not see. Who gets them must look them up again in the user's name.
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

    /** @param pageSize how many operations a shard is asked for at once */
    IndexChanges(Client client, ClusterService clusterService, CircuitBreaker breaker, int pageSize) {
        this.client = client;
        this.clusterService = clusterService;
        this.breaker = breaker;
        this.pageSize = pageSize;
    }

    /**
     * Which documents changed. The leases of the job are moved to the positions that are given, so what is held is enough to ask again;
     * they move on when the next positions are given. Reads up to what there is when a shard is first asked, so it ends however fast others
     * write. What is not on disk of all copies yet, as with a translog that is written now and then, is for the next time. All that is said
     * is seen by the next search.
     *
     * @param known how far each shard was read. A shard that is missing is read from its beginning: then those of its documents that are
     *     there now are named, and of what was deleted only what happens to be still known
     * @param limit most documents, 1 or more; counted by shard
     * @param listener gets what is to be closed; fails with {@link IndexNotFoundException} where an index is gone
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
            ShardAsker asker = new ShardAsker(client, clusterService.localNode(), task);
            int page = (int) Math.min(pageSize, limit + 1L);
            ShardAsker.eachShard(
                    shards(scope, true),
                    (shard, done) -> new ShardReader(
                                    new ShardQuestion(shard, scope.asked()),
                                    scope.job(),
                                    known.get(shard),
                                    page,
                                    asker,
                                    collector)
                            .start(done),
                    l.map(nothing -> collector.result()));
        });
    }

    /**
     * Holds the history of all shards from now on, and says where they are now, for a job that is about to look at all documents. What the
     * job held before is given up.
     */
    public void hold(Scope scope, CancellableTask task, ActionListener<Map<ShardId, ShardPosition>> listener) {
        Map<ShardId, ShardPosition> positions = new ConcurrentHashMap<>();
        ActionListener.run(listener, l -> {
            ShardAsker asker = new ShardAsker(client, clusterService.localNode(), task);
            ShardAsker.eachShard(
                    shards(scope, true),
                    (shard, done) -> asker.ask(
                            ShardLeaseAction.TYPE,
                            ShardLeaseAction.Request.holdNext(new ShardQuestion(shard, scope.asked()), scope.job()),
                            done.map(answer -> {
                                positions.put(shard, answer.position());
                                return null;
                            })),
                    l.map(nothing -> Map.copyOf(positions)));
        });
    }

    /**
     * Ends the leases of a job; indices that are gone have none.
     *
     * @param task of who ends the job, not of the job: one that was cancelled asks nothing
     */
    public void release(Scope scope, CancellableTask task, ActionListener<Void> listener) {
        ActionListener.run(listener, l -> {
            ShardAsker asker = new ShardAsker(client, clusterService.localNode(), task);
            ShardAsker.eachShard(
                    shards(scope, false),
                    (shard, done) -> asker.ask(
                            ShardLeaseAction.TYPE,
                            ShardLeaseAction.Request.release(new ShardQuestion(shard, scope.asked()), scope.job()),
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
