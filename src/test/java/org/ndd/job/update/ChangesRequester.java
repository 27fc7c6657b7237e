package org.ndd.job.update;

import static org.ndd.Soon.answer;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.NoopCircuitBreaker;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskId;
import org.ndd.compat.Project;
import org.ndd.config.ShardPosition;
import org.ndd.job.update.ShardLeaseAction.ShardRequestTarget;

/** A job that requests changes and waits for the response. */
final class ChangesRequester {

    static final String JOB = "pages-ndd";

    private final Client client;
    private final CircuitBreaker breaker;
    private final int pageSize;
    private final ClusterService clusterService;
    private final String[] indices;

    Map<ShardId, ShardPosition> positions = Map.of();

    ChangesRequester(Client client, ClusterService clusterService, int pageSize, String... indices) {
        this(client, clusterService, new NoopCircuitBreaker(CircuitBreaker.REQUEST), pageSize, indices);
    }

    ChangesRequester(
            Client client, ClusterService clusterService, CircuitBreaker breaker, int pageSize, String... indices) {
        this.client = client;
        this.breaker = breaker;
        this.pageSize = pageSize;
        this.clusterService = clusterService;
        this.indices = indices;
    }

    static CancellableTask task() {
        return new CancellableTask(1, "test", "test", "", TaskId.EMPTY_TASK_ID, Map.of());
    }

    private IndexChanges changes(CancellableTask task) {
        return new IndexChanges(client, clusterService, breaker, task, pageSize);
    }

    private IndexChanges.Scope scope() {
        List<Index> concrete = List.of(indices).stream()
                .map(name -> Project.of(clusterService.state()).index(name).getIndex())
                .toList();
        return new IndexChanges.Scope(concrete, new OriginalIndices(indices, IndicesOptions.strictExpandOpen()), JOB);
    }

    /** Retains all operations from now on. */
    void hold() {
        IndexChanges.Scope scope = scope();
        answer((ActionListener<Void> l) -> changes(task()).retain(scope, l));
        Map<ShardId, ShardPosition> held = new HashMap<>();
        for (Index index : scope.indices()) {
            int shards = Project.of(clusterService.state()).index(index).getNumberOfShards();
            for (int number = 0; number < shards; number++) {
                ShardId shard = new ShardId(index, number);
                ShardLeaseAction.Request request = new ShardLeaseAction.Request(
                        new ShardRequestTarget(shard, scope.requested()),
                        ShardLeaseAction.Order.RENEW,
                        scope.job(),
                        null);
                ShardLeaseAction.Response response = answer(l -> client.execute(ShardLeaseAction.TYPE, request, l));
                held.put(shard, response.position);
            }
        }
        positions = Map.copyOf(held);
    }

    void renew() {
        answer((ActionListener<Void> l) -> changes(task()).renew(scope(), l));
    }

    void release() {
        answer((ActionListener<Void> l) -> changes(task()).release(scope(), l));
    }

    ChangedDocuments requestChanges(int limit, CancellableTask task) {
        IndexChanges.Scope scope = scope();
        ChangedDocuments changed = answer(l -> changes(task).readChanges(scope, positions, limit, l));
        changed.close();
        return changed;
    }

    ChangedDocuments requestChanges() {
        return requestChanges(1_000_000, task());
    }

    /** Documents with an operation since the last call, by index and id. Advances the positions. */
    Set<String> changed() {
        ChangedDocuments changed = requestChanges();
        if (changed.isUnknown()) {
            throw new AssertionError("history is lost of " + changed.lost());
        }
        positions = changed.positions();
        Set<String> lines = new TreeSet<>();
        changed.documents().forEach(document -> lines.add(document.index() + "/" + document.id()));
        return lines;
    }
}
