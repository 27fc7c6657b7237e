package org.ndd.partition;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.ResolvedIndices;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.block.ClusterBlockException;
import org.elasticsearch.cluster.block.ClusterBlockLevel;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver.ResolvedExpression;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.Rewriteable;
import org.elasticsearch.search.internal.AliasFilter;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;
import org.ndd.boilerplate.BoilerplateIndex;
import org.ndd.bulk.PrivilegeProbes;
import org.ndd.bulk.RetryUntilTimeout;
import org.ndd.compat.Calls;
import org.ndd.compat.NddVersion;
import org.ndd.compat.Project;
import org.ndd.config.NodeServices;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.decisions.DecisionIndex;
import org.ndd.groups.Destination;
import org.ndd.partition.node.NodeSteps;
import org.ndd.partition.node.RunMessenger;
import org.ndd.partition.node.StepSender;
import org.ndd.partition.plan.AliasFilters;
import org.ndd.partition.plan.PartitionOptions;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.plan.PartitionPlan.PlannedShard;
import org.ndd.partition.plan.PartitionRequest;
import org.ndd.partition.plan.PartitionRequest.Purpose;
import org.ndd.partition.plan.Reference;
import org.ndd.partition.plan.RunSpec;
import org.ndd.partition.plan.RunSpec.RunSource;

/**
 * Validates a request and determines the settings of the run: its indices, filters and name. Reports all errors of the request before any
 * work starts.
 */
final class PartitionPlanner {

    private static final TimeValue CHECK_TIMEOUT = TimeValue.timeValueSeconds(30);
    private static final int RANDOM_CHARACTERS = 8;
    private static final DateTimeFormatter RUN_TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final TransportService transport;
    private final NodeServices services;
    private final RunMessenger messenger;
    private final RunStore store;
    private final RunTasks tasks;

    PartitionPlanner(ActionServices action, RunStore store) {
        this.transport = action.transport();
        this.services = action.node();
        this.messenger = new RunMessenger(transport);
        this.store = store;
        this.tasks = new RunTasks(services.cluster(), services.client());
    }

    /**
     * Validates a request. The listener gets the settings of the run. A full run of the same started job does not conflict with a request
     * that is only checked.
     */
    void plan(PartitionRequest request, CancellableTask task, ActionListener<RunSpec> listener) {
        tasks.afterEndedRun(store, l -> planNow(request, task, l), listener);
    }

    private void planNow(PartitionRequest request, CancellableTask task, ActionListener<RunSpec> listener) {
        ClusterState state = services.cluster().state();
        Index[] source = services.resolver().concreteIndices(state, request);
        PartitionValidator validator = new PartitionValidator(state);
        String dest = validator.dest(request, source);
        ThreadPool threadPool = services.threads();
        SubscribableListener.<Void>newForked(l -> checkMayRead(dest, l))
                .<Void>andThen((l, known) -> decisions(request.options(), l))
                .<Reference>andThen((l, known) -> request.options().against().resolve(services.client(), state, l))
                .<Queries>andThen(threadPool.generic(), threadPool.getThreadContext(), (l, against) -> {
                    if (request.purpose() != Purpose.BOILERPLATE) {
                        validator.checkDest(dest, source);
                    }
                    SearchRequest ofReference =
                            new SearchRequest(against.indices().toArray(String[]::new));
                    rewrite(
                            request,
                            request.query(),
                            state,
                            l.delegateFailureAndWrap((m, query) -> rewrite(
                                    ofReference,
                                    against.query(),
                                    state,
                                    m.map(rewritten -> new Queries(query, against, rewritten)))));
                })
                .<RunSpec>andThen((l, queries) -> {
                    RunSpec spec = spec(request, queries, source, dest, state);
                    checkShards(validator.publishable(spec, request.purpose()), task, l);
                })
                .addListener(listener);
    }

    /** The queries that select the documents of a run, or {@code null}, and the reference with names instead of patterns. */
    private record Queries(QueryBuilder source, Reference resolvedReference, QueryBuilder reference) {}

    /** Checks read access to the destination, so a user without it gets the same error whether the destination exists or not. */
    private void checkMayRead(String dest, ActionListener<Void> listener) {
        PrivilegeProbes probes = new PrivilegeProbes(services.client());
        if (dest.equals(PartitionReport.NO_DEST) == false) {
            probes.readName(dest);
        }
        probes.check(listener);
    }

    private void decisions(PartitionOptions options, ActionListener<Void> listener) {
        if (options.decisionsIndex() == null) {
            listener.onResponse(null);
        } else {
            new DecisionIndex(services.client(), options.decisionsIndex()).require(listener);
        }
    }

    private void rewrite(
            IndicesRequest request, QueryBuilder query, ClusterState state, ActionListener<QueryBuilder> listener) {
        if (query == null) {
            listener.onResponse(null);
            return;
        }
        long now = services.threads().absoluteTimeInMillis();
        ResolvedIndices resolved = ResolvedIndices.resolveWithIndicesRequest(
                request, Project.named(state), services.resolver(), transport.getRemoteClusterService(), now);
        Rewriteable.rewriteAndFetch(query, Calls.rewriting(services.indices(), state, () -> now, resolved), listener);
    }

    private RunSpec spec(PartitionRequest request, Queries queries, Index[] source, String dest, ClusterState state) {
        boolean stored = request.options().boilerplate() == PartitionOptions.Boilerplate.STORED;
        List<RunSource.SourceIndex> indicesOfRun = filtered(
                Arrays.stream(source)
                        .sorted(Comparator.comparing(Index::getName))
                        .toList(),
                request.indices(),
                null,
                stored,
                state);
        Reference against = queries.resolvedReference();
        List<Index> reference =
                against.concrete(services.resolver(), source, request.options().field(), state);
        String owner = BoilerplateIndex.owner(state, indicesOfRun.get(0).name());
        return new RunSpec(
                runId(dest.isEmpty() ? Destination.ofSource(owner) : dest),
                dest,
                request.publication(),
                new RunSource(
                        new OriginalIndices(request),
                        indicesOfRun,
                        filtered(
                                reference,
                                against.indices().toArray(String[]::new),
                                queries.reference(),
                                stored,
                                state),
                        queries.source()),
                request.options().against(against),
                null,
                request.timeout());
    }

    /**
     * Combines each index with the filter of its documents, and the boilerplate in use if the run uses it. The query is {@code null} for
     * all documents.
     */
    private List<RunSource.SourceIndex> filtered(
            List<Index> concrete, String[] names, QueryBuilder query, boolean stored, ClusterState state) {
        if (concrete.isEmpty()) {
            return List.of();
        }
        Set<ResolvedExpression> expressions = Calls.resolve(services.resolver(), state, names);
        // of the same cluster state as the filters that the run reads by
        Map<String, String> filters = AliasFilters.of(services.resolver(), state, expressions, concrete);
        return concrete.stream()
                .map(index -> new RunSource.SourceIndex(
                        index,
                        and(
                                query,
                                services.indices()
                                        .buildAliasFilter(Project.routed(state), index.getName(), expressions)),
                        filters.get(index.getName()),
                        stored ? BoilerplateIndex.readableInUse(state, index.getName()) : null))
                .toList();
    }

    private static AliasFilter and(QueryBuilder query, AliasFilter ofAliases) {
        if (query == null) {
            return ofAliases;
        }
        BoolQueryBuilder both = QueryBuilders.boolQuery().filter(query);
        if (ofAliases.getQueryBuilder() != null) {
            both.filter(ofAliases.getQueryBuilder());
        }
        return AliasFilter.of(both, ofAliases.getAliases());
    }

    private String runId(String dest) {
        String time = RUN_TIME.format(Instant.ofEpochMilli(services.threads().absoluteTimeInMillis()));
        String random = UUID.randomUUID().toString().substring(0, RANDOM_CHARACTERS);
        return dest + "-" + time + "-" + random;
    }

    /**
     * Checks a run to resume in the same way as a new one: the rights are those of the user who resumes it, and indices may have changed.
     */
    void check(RunSpec spec, CancellableTask task, ActionListener<RunSpec> listener) {
        tasks.afterEndedRun(store, l -> checkNow(spec, task, l), listener);
    }

    private void checkNow(RunSpec spec, CancellableTask task, ActionListener<RunSpec> listener) {
        ClusterState state = services.cluster().state();
        RuntimeException lost = spec.missingSource(state);
        if (lost != null) {
            throw lost;
        }
        Index[] source = RunSource.indices(spec.source().concrete()).toArray(Index[]::new);
        PartitionValidator validator = new PartitionValidator(state);
        validator.checkMappings(spec.options().field(), source);
        validator.checkDest(spec.dest(), source);
        validator.publishable(spec, Purpose.RUN);
        checkShards(spec, task, listener);
    }

    /** Checks the shards with the privileges of the user, before the run starts. */
    private void checkShards(RunSpec spec, CancellableTask task, ActionListener<RunSpec> listener) {
        String[] names = RunSource.names(spec.source().withReference()).toArray(String[]::new);
        // a run reads shards directly, so Elasticsearch does not check this for it
        ClusterBlockException blocked = Calls.blocked(services.cluster().state(), ClusterBlockLevel.READ, names);
        if (blocked != null) {
            throw blocked;
        }
        RetryUntilTimeout.<RunSpec>onNodesOfShards(
                services.threads(), task, l -> checkShardsOnce(spec, task, l), listener);
    }

    private void checkShardsOnce(RunSpec spec, CancellableTask task, ActionListener<RunSpec> listener) {
        String localNode = services.cluster().localNode().getId();
        PartitionPlan plan = PartitionPlan.of(services.cluster(), spec, 0, false, Map.of(), localNode);
        ClusterState state = services.cluster().state();
        for (PlannedShard shard : plan.shards()) {
            // the run would wait as soon as it needs another copy
            Project.routing(state)
                    .shardRoutingTable(shard.shard())
                    .activeShards()
                    .forEach(copy -> NddVersion.check(state.nodes().get(copy.currentNodeId())));
        }
        ConcurrentSkipListMap<String, Long> versions = new ConcurrentSkipListMap<>();
        new StepSender(plan, messenger, services.cluster(), task, () -> {})
                .sendPlan(
                        NodeSteps.CHECK,
                        CHECK_TIMEOUT,
                        (node, ofNode) ->
                                ofNode.forEach((version, documents) -> versions.merge(version, documents, Long::sum)),
                        // a resumed run keeps its version
                        listener.map(nothing -> spec.version() == null
                                ? spec.of(PartitionValidator.version(
                                        versions, spec.options().field()))
                                : spec));
    }
}
