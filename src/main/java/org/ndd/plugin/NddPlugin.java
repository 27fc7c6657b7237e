package org.ndd.plugin;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.lucene.util.SetOnce;
import org.elasticsearch.action.support.MappedActionFilter;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.settings.SettingsModule;
import org.elasticsearch.health.HealthIndicatorService;
import org.elasticsearch.index.IndexModule;
import org.elasticsearch.index.mapper.Mapper;
import org.elasticsearch.index.mapper.MetadataFieldMapper;
import org.elasticsearch.index.shard.IndexEventListener;
import org.elasticsearch.index.shard.IndexShard;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.indices.SystemIndexDescriptor;
import org.elasticsearch.indices.breaker.BreakerSettings;
import org.elasticsearch.ingest.Processor;
import org.elasticsearch.node.PluginComponentBinding;
import org.elasticsearch.persistent.PersistentTaskParams;
import org.elasticsearch.persistent.PersistentTasksExecutor;
import org.elasticsearch.plugins.CircuitBreakerPlugin;
import org.elasticsearch.plugins.HealthPlugin;
import org.elasticsearch.plugins.IngestPlugin;
import org.elasticsearch.plugins.MapperPlugin;
import org.elasticsearch.plugins.PersistentTaskPlugin;
import org.elasticsearch.plugins.SearchPlugin;
import org.elasticsearch.plugins.SystemIndexPlugin;
import org.elasticsearch.rest.RestHandler;
import org.elasticsearch.search.SearchExtBuilder;
import org.elasticsearch.search.fetch.FetchSubPhase;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.telemetry.metric.MeterRegistry;
import org.elasticsearch.threadpool.ExecutorBuilder;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.elasticsearch.xcontent.ParseField;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.bulk.BulkTaskReport;
import org.ndd.bulk.ExistingIndices;
import org.ndd.bulk.IndexClaims;
import org.ndd.bulk.IndexClaims.IndexClaim;
import org.ndd.compat.Actions;
import org.ndd.compat.NddVersion;
import org.ndd.compat.PluginBase;
import org.ndd.config.NddThreadPools;
import org.ndd.config.NodeServices;
import org.ndd.config.RunLabel;
import org.ndd.groups.DuplicateSets;
import org.ndd.groups.KnownDuplicatesQueryBuilder;
import org.ndd.ingest.MappedTargets;
import org.ndd.ingest.NddFieldMapper;
import org.ndd.ingest.NearDupObjectParser;
import org.ndd.ingest.NearDupProcessor;
import org.ndd.ingest.NearDupTextFieldMapper;
import org.ndd.job.Checkpoint;
import org.ndd.job.GroupCheckpoint;
import org.ndd.job.JobMetrics;
import org.ndd.job.JobStore;
import org.ndd.job.JobTaskAction;
import org.ndd.job.JobTaskAction.CheckpointProgress;
import org.ndd.job.update.CandidateRequest;
import org.ndd.pair.HitRequest;
import org.ndd.pair.PageRequest;
import org.ndd.pair.SearchPermits;
import org.ndd.partition.OrphanedRuns;
import org.ndd.partition.PartitionReport;
import org.ndd.partition.RecordStore;
import org.ndd.partition.RunIndex;
import org.ndd.partition.RunPartitionAction;
import org.ndd.partition.RunStore;
import org.ndd.partition.node.NodeRuns;
import org.ndd.partition.node.RunMetrics;
import org.ndd.partition.node.TermRanges;
import org.ndd.partition.plan.TaskParams;
import org.ndd.rank.NearDupRescorerBuilder;
import org.ndd.rank.NearDupRetrieverBuilder;
import org.ndd.rank.NearDupSearchFilter;
import org.ndd.rank.SimilarHits;
import org.ndd.search.InternalNearDup;
import org.ndd.search.NearDupAggregationBuilder;
import org.ndd.search.NearDupQueryBuilder;
import org.ndd.search.NearDupQueryBuilder.QueryWarnings;

/** Registers the parts of ndd with Elasticsearch; each part has a separate package. */
public class NddPlugin extends PluginBase
        implements CircuitBreakerPlugin,
                HealthPlugin,
                IngestPlugin,
                MapperPlugin,
                PersistentTaskPlugin,
                SearchPlugin,
                SystemIndexPlugin {

    private final NodeRuns runs = new NodeRuns();
    private final SetOnce<RunStore> runStore = new SetOnce<>();
    private final SetOnce<JobStore> jobStore = new SetOnce<>();
    private final SetOnce<List<MappedActionFilter>> filters = new SetOnce<>();

    /** The registry of the node, for classes that Elasticsearch creates without passing services. */
    private final SetOnce<BoilerplateRegistry> boilerplate = new SetOnce<>();

    private final SetOnce<CircuitBreaker> boilerplateBreaker = new SetOnce<>();

    private final SetOnce<DuplicateSets> duplicateSets = new SetOnce<>();
    private final SetOnce<NddHealthIndicator> health = new SetOnce<>();

    @Override
    public List<QuerySpec<?>> getQueries() {
        return List.of(
                new QuerySpec<>(
                        NearDupQueryBuilder.NAME,
                        in -> new NearDupQueryBuilder(in, boilerplate::get),
                        parser -> NearDupQueryBuilder.fromXContent(parser, boilerplate::get)),
                new QuerySpec<>(
                        KnownDuplicatesQueryBuilder.NAME,
                        in -> new KnownDuplicatesQueryBuilder(in, duplicateSets::get),
                        parser -> KnownDuplicatesQueryBuilder.fromXContent(parser, duplicateSets::get)));
    }

    @Override
    public Collection<HealthIndicatorService> getHealthIndicatorServices() {
        return List.of(health.get());
    }

    @Override
    public List<ExecutorBuilder<?>> getExecutorBuilders(Settings settings) {
        return NddThreadPools.builders(settings);
    }

    @Override
    public Map<String, Mapper.TypeParser> getMappers() {
        return Map.of(
                NearDupTextFieldMapper.CONTENT_TYPE,
                NearDupTextFieldMapper.PARSER,
                NearDupObjectParser.CONTENT_TYPE,
                new NearDupObjectParser());
    }

    @Override
    public Map<String, MetadataFieldMapper.TypeParser> getMetadataMappers() {
        return Map.of(NddFieldMapper.NAME, NddFieldMapper.PARSER);
    }

    @Override
    public Map<String, Processor.Factory> getProcessors(Processor.Parameters parameters) {
        ClusterService cluster = parameters.ingestService.getClusterService();
        return Map.of(NearDupProcessor.TYPE, new NearDupProcessor.Factory(new MappedTargets(cluster::state)::check));
    }

    @Override
    public List<AggregationSpec> getAggregations() {
        return List.of(new AggregationSpec(
                        NearDupAggregationBuilder.NAME,
                        in -> new NearDupAggregationBuilder(in, boilerplate::get),
                        NearDupAggregationBuilder.parser(boilerplate::get))
                .addResultReader(InternalNearDup::new));
    }

    @Override
    public BreakerSettings getCircuitBreaker(Settings settings) {
        return new BreakerSettings(
                BoilerplateRegistry.BREAKER,
                BoilerplateRegistry.LIMIT.get(settings).getBytes(),
                1.0,
                CircuitBreaker.Type.MEMORY,
                CircuitBreaker.Durability.PERMANENT);
    }

    @Override
    public void setCircuitBreaker(CircuitBreaker breaker) {
        boilerplateBreaker.set(breaker);
    }

    @Override
    public Settings additionalSettings() {
        return NddVersion.attribute();
    }

    @Override
    public List<Setting<?>> getSettings() {
        return List.of(
                BoilerplateRegistry.LIMIT,
                DuplicateSets.SIZE,
                TermRanges.MIN_DOCUMENTS,
                TermRanges.NARROW_DOCUMENTS,
                RunLabel.MARK,
                RunLabel.CLUSTER,
                RunIndex.RETAIN_ON_SOURCE_DELETION,
                RestExploreAction.ENABLED);
    }

    @Override
    public List<NamedWriteableRegistry.Entry> getNamedWriteables() {
        List<NamedWriteableRegistry.Entry> entries = new ArrayList<>();
        entries.add(new NamedWriteableRegistry.Entry(SearchExtBuilder.class, PageRequest.NAME, PageRequest::new));
        entries.add(new NamedWriteableRegistry.Entry(SearchExtBuilder.class, SimilarHits.NAME, SimilarHits::new));
        entries.add(
                new NamedWriteableRegistry.Entry(SearchExtBuilder.class, CandidateRequest.NAME, CandidateRequest::new));
        entries.add(new NamedWriteableRegistry.Entry(Task.Status.class, PartitionReport.NAME, PartitionReport::new));
        entries.add(
                new NamedWriteableRegistry.Entry(Task.Status.class, CheckpointProgress.NAME, CheckpointProgress::new));
        entries.add(new NamedWriteableRegistry.Entry(Task.Status.class, BulkTaskReport.NAME, BulkTaskReport::new));
        entries.add(new NamedWriteableRegistry.Entry(
                PersistentTaskParams.class, TaskParams.RUN, in -> TaskParams.readFrom(TaskParams.RUN, in)));
        entries.add(new NamedWriteableRegistry.Entry(
                PersistentTaskParams.class, TaskParams.JOB, in -> TaskParams.readFrom(TaskParams.JOB, in)));
        entries.add(new NamedWriteableRegistry.Entry(PersistentTaskParams.class, IndexClaim.NAME, IndexClaim::new));
        return entries;
    }

    /** Releases the resources of runs on a shard that closes, so that the shard can move or be deleted; adds warnings to searches. */
    @Override
    public void onIndexModule(IndexModule indexModule) {
        indexModule.addSearchOperationListener(new QueryWarnings());
        indexModule.addIndexEventListener(new IndexEventListener() {
            @Override
            public void beforeIndexShardClosed(ShardId shard, IndexShard indexShard, Settings settings) {
                runs.shardCloses(shard);
            }
        });
    }

    @Override
    public List<PersistentTasksExecutor<?>> getPersistentTasksExecutor(
            ClusterService clusterService,
            ThreadPool threadPool,
            Client client,
            SettingsModule settingsModule,
            IndexNameExpressionResolver resolver) {
        return List.of(
                new RunPartitionAction.Executor(clusterService, client, runStore.get()),
                new JobTaskAction.Executor(clusterService, client, jobStore.get()),
                new IndexClaims.Executor(threadPool));
    }

    @Override
    public List<NamedXContentRegistry.Entry> getNamedXContent() {
        return List.of(
                new NamedXContentRegistry.Entry(
                        PersistentTaskParams.class,
                        new ParseField(TaskParams.RUN),
                        parser -> TaskParams.fromXContent(TaskParams.RUN, parser)),
                new NamedXContentRegistry.Entry(
                        PersistentTaskParams.class,
                        new ParseField(TaskParams.JOB),
                        parser -> TaskParams.fromXContent(TaskParams.JOB, parser)),
                new NamedXContentRegistry.Entry(
                        PersistentTaskParams.class, new ParseField(IndexClaim.NAME), IndexClaim::fromXContent));
    }

    @Override
    public Collection<SystemIndexDescriptor> getSystemIndexDescriptors(Settings settings) {
        return List.of(RecordStore.DESCRIPTOR);
    }

    @Override
    public String getFeatureName() {
        return "ndd";
    }

    @Override
    public String getFeatureDescription() {
        return "State of active runs and jobs of ndd, which continue after a failure";
    }

    @Override
    public List<RescorerSpec<?>> getRescorers() {
        return List.of(new RescorerSpec<>(
                NearDupRescorerBuilder.NAME,
                in -> new NearDupRescorerBuilder(in, boilerplate::get),
                parser -> NearDupRescorerBuilder.fromXContent(parser, boilerplate::get)));
    }

    @Override
    public List<RetrieverSpec<?>> getRetrievers() {
        return List.of(new RetrieverSpec<>(NearDupRetrieverBuilder.NAME, NearDupRetrieverBuilder::fromXContent));
    }

    @Override
    public List<FetchSubPhase> getFetchSubPhases(FetchPhaseConstructionContext context) {
        return List.of(new HitRequest.Phase(List.of(PageRequest.NAME, SimilarHits.NAME, CandidateRequest.NAME)));
    }

    @Override
    public Collection<MappedActionFilter> getMappedActionFilters() {
        return filters.get();
    }

    @Override
    public Collection<?> createComponents(PluginServices services) {
        Settings settings = services.environment().settings();
        MeterRegistry meters = services.telemetryProvider().getMeterRegistry();
        Client client = ExistingIndices.writeOnlyTo(services.client());
        services.clusterService().addListener(runs);
        services.clusterService().addListener(new OrphanedRuns(services.client()));
        BoilerplateRegistry registry = new BoilerplateRegistry(
                client, services.clusterService(), services.threadPool(), boilerplateBreaker.get());
        services.clusterService().addListener(registry);
        boilerplate.set(registry);
        CircuitBreaker breaker =
                services.indicesService().getCircuitBreakerService().getBreaker(CircuitBreaker.REQUEST);
        duplicateSets.set(new DuplicateSets(
                settings,
                breaker,
                services.clusterService()::state,
                services.threadPool().getThreadContext()));
        NodeServices node = new NodeServices(
                client,
                services.clusterService(),
                services.threadPool(),
                services.indexNameExpressionResolver(),
                services.indicesService(),
                breaker);
        List<MappedActionFilter> filtering =
                new ArrayList<>(ExistingIndices.filters(services.threadPool().getThreadContext()));
        filtering.add(new NearDupSearchFilter(node, registry, largeLikes(services.threadPool(), settings)));
        filters.set(filtering);
        RecordStore records = new RecordStore(
                services.client(),
                services.namedWriteableRegistry(),
                () -> services.clusterService().state().getMinTransportVersion());
        runStore.set(new RunStore(records));
        jobStore.set(new JobStore(records));
        health.set(new NddHealthIndicator(services.clusterService(), jobStore.get(), services.threadPool()));
        services.clusterService().addListener(health.get());
        RunMetrics metrics = new RunMetrics(meters, runs);
        return List.of(
                node,
                registry,
                duplicateSets.get(),
                runs,
                records,
                runStore.get(),
                jobStore.get(),
                metrics,
                new JobMetrics(meters, services.threadPool()::absoluteTimeInMillis),
                new PluginComponentBinding<>(Checkpoint.class, checkpoint(node, registry)));
    }

    /**
     * Limits searches with long texts to the number of threads that create their pages, and waiting searches to the queue of these threads.
     */
    private static SearchPermits largeLikes(ThreadPool threads, Settings settings) {
        int maxConcurrent = threads.info(NddThreadPools.SEARCH).getMax();
        return new SearchPermits(maxConcurrent, NddThreadPools.searchQueue(settings));
    }

    protected Checkpoint checkpoint(NodeServices services, BoilerplateRegistry registry) {
        return new GroupCheckpoint(services, registry);
    }

    @Override
    protected Actions actions() {
        return NddActions.all();
    }

    @Override
    protected List<RestHandler> restHandlers(Settings settings) {
        List<RestHandler> handlers = new ArrayList<>(RestHandlers.all());
        handlers.add(new RestExploreAction(RestExploreAction.ENABLED.get(settings)));
        return handlers;
    }
}
