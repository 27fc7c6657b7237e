package org.ndd.partition;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.NoShardAvailableActionException;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.ResolvedIndices;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver.ResolvedExpression;
import org.elasticsearch.cluster.routing.ShardIterator;
import org.elasticsearch.cluster.routing.ShardRouting;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.Rewriteable;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.search.internal.AliasFilter;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.transport.TransportService;
import org.ndd.partition.node.NodeSteps;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.plan.PartitionPlan.PlannedShard;
import org.ndd.partition.wire.RunAddress;
import org.ndd.partition.wire.RunMessenger;

/**
 * Checks a request and plans the run: which shard copies take part, with which filters, under which name. Whatever is wrong with the request
 * is answered from here, before any work starts.
 */
final class PartitionPlanner {

    private static final TimeValue CHECK_TIMEOUT = TimeValue.timeValueSeconds(30);
    private static final int RANDOM_CHARACTERS = 8;
    private static final DateTimeFormatter RUN_TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final TransportService transportService;
    private final ClusterService clusterService;
    private final IndexNameExpressionResolver resolver;
    private final IndicesService indices;
    private final RunMessenger messenger;

    PartitionPlanner(
            TransportService transportService,
            ClusterService clusterService,
            IndexNameExpressionResolver resolver,
            IndicesService indices,
            RunMessenger messenger) {
        this.transportService = transportService;
        this.clusterService = clusterService;
        this.resolver = resolver;
        this.indices = indices;
        this.messenger = messenger;
    }

    /**
     * A run that may begin.
     *
     * @param plan what is to be done, and where
     * @param dest alias that will show the groups
     */
    record Planned(PartitionPlan plan, String dest) {}

    void plan(PartitionRequest request, CancellableTask task, ActionListener<Planned> listener) {
        ClusterState state = clusterService.state();
        Index[] source = resolver.concreteIndices(state, request);
        String dest = new PartitionValidator(state, request).validate(source);
        SubscribableListener.<QueryBuilder>newForked(l -> rewrite(request, state, l))
                .<PartitionPlan>andThen((l, query) -> check(plan(request, query, source, dest, state), task, l))
                .addListener(listener.map(plan -> new Planned(plan, dest)));
    }

    private void rewrite(PartitionRequest request, ClusterState state, ActionListener<QueryBuilder> listener) {
        if (request.query() == null) {
            listener.onResponse(null);
            return;
        }
        long now = transportService.getThreadPool().absoluteTimeInMillis();
        ResolvedIndices resolved = ResolvedIndices.resolveWithIndicesRequest(
                request, state, resolver, transportService.getRemoteClusterService(), now);
        Rewriteable.rewriteAndFetch(
                request.query(), indices.getRewriteContext(() -> now, resolved, null, false, false), listener);
    }

    private PartitionPlan plan(
            PartitionRequest request, QueryBuilder query, Index[] source, String dest, ClusterState state) {
        String[] names = Arrays.stream(source).map(Index::getName).toArray(String[]::new);
        Set<ResolvedExpression> expressions = resolver.resolveExpressions(state, request.indices());
        List<PlannedShard> shards = new ArrayList<>();
        for (ShardIterator copies : clusterService.operationRouting().searchShards(state, names, null, null)) {
            ShardRouting copy = copies.nextOrNull();
            if (copy == null) {
                throw new NoShardAvailableActionException(copies.shardId(), "no active copy of the shard");
            }
            AliasFilter filter =
                    indices.buildAliasFilter(state, copies.shardId().getIndexName(), expressions);
            shards.add(new PlannedShard(copies.shardId(), copy.currentNodeId(), filter));
        }
        shards.sort(Comparator.comparing(PlannedShard::shard));
        return new PartitionPlan(
                runId(dest),
                state.nodes().getLocalNodeId(),
                new OriginalIndices(request),
                query,
                request.options(),
                shards);
    }

    private String runId(String dest) {
        String time = RUN_TIME.format(
                Instant.ofEpochMilli(transportService.getThreadPool().absoluteTimeInMillis()));
        String random = UUID.randomUUID().toString().substring(0, RANDOM_CHARACTERS);
        return (dest.isEmpty() ? "templates" : dest) + "-" + time + "-" + random;
    }

    private void check(PartitionPlan plan, CancellableTask task, ActionListener<PartitionPlan> listener) {
        TreeSet<String> versions = new TreeSet<>();
        NodeFanOut.ask(
                plan,
                clusterService,
                (node, answer) -> messenger.ask(
                        node,
                        NodeSteps.CHECK,
                        RunAddress.node(plan.runId()),
                        plan.indices(),
                        plan,
                        task,
                        CHECK_TIMEOUT,
                        answer),
                result -> {
                    synchronized (versions) {
                        versions.addAll(result.versions());
                    }
                },
                listener.map(nothing -> {
                    PartitionValidator.checkVersions(versions, plan.options().field());
                    return plan;
                }));
    }
}
