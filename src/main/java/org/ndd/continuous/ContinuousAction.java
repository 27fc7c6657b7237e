package org.ndd.continuous;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.HandledTransportAction;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.engine.VersionConflictEngineException;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;
import org.ndd.continuous.changes.ShardPosition;
import org.ndd.continuous.update.CheckpointRights;
import org.ndd.partition.CheckPartitionAction;
import org.ndd.partition.PartitionReport;
import org.ndd.partition.RunLookup;
import org.ndd.partition.RunLookup.KnownRun;
import org.ndd.partition.RunStore;
import org.ndd.partition.RunUser;
import org.ndd.partition.plan.RunSpec;

/**
 * Begins a continuous job, after all checks that a run requires. The job is stored before the response is sent, so from then on the loss of
 * a node does not end it.
 */
public final class ContinuousAction extends HandledTransportAction<ContinuousRequest, JobResponse> {

    /** Needs {@code read} on the source, and the privileges of a run on the destination. */
    public static final String NAME = "indices:data/read/ndd/continuous";

    public static final ActionType<JobResponse> TYPE = new ActionType<>(NAME);

    private final ThreadPool threadPool;
    private final ClusterService clusterService;
    private final Client client;
    private final JobStore store;
    private final JobTasks tasks;
    private final JobReports reports;
    private final RunLookup runs;
    private final CheckpointRights rights;

    @Inject
    public ContinuousAction(
            TransportService transportService,
            ActionFilters filters,
            ClusterService clusterService,
            Client client,
            JobStore store,
            RunStore runs) {
        super(
                NAME,
                transportService,
                filters,
                ContinuousRequest::new,
                transportService.getThreadPool().generic());
        this.threadPool = transportService.getThreadPool();
        this.clusterService = clusterService;
        this.client = client;
        this.store = store;
        this.tasks = new JobTasks(clusterService, threadPool, client);
        this.reports = new JobReports(client, clusterService);
        this.runs = new RunLookup(runs);
        this.rights = new CheckpointRights(client, clusterService::state);
    }

    @Override
    protected void doExecute(Task task, ContinuousRequest request, ActionListener<JobResponse> listener) {
        RunUser user = RunUser.of(threadPool.getThreadContext());
        user.check(clusterService);
        SubscribableListener.<CheckPartitionAction.Response>newForked(l -> client.execute(
                        CheckPartitionAction.TYPE, request.partition().ofJob(), l))
                .<RunSpec>andThen((l, checked) -> rights.check(checked.spec(), l.map(allowed -> checked.spec())))
                .<JobRecord>andThen((l, spec) -> record(request, spec, user, l))
                .<JobRecord>andThen(this::start)
                .<Map<String, Object>>andThen((l, job) -> reports.reportStarted(job, l))
                .addListener(listener.map(JobResponse::one));
    }

    private void record(ContinuousRequest request, RunSpec spec, RunUser user, ActionListener<JobRecord> listener) {
        JobRecord job =
                JobRecord.begin(spec.dest(), request.partition(), request.frequency(), request.keepChanges(), user);
        if (request.from() == null) {
            listener.onResponse(job);
            return;
        }
        if (request.from().equals(RunLookup.shownBy(clusterService.state(), spec.dest())) == false) {
            throw notShown(request.from(), spec.dest());
        }
        runs.get(
                request.from(),
                ActionListener.wrap(
                        run -> {
                            checkSame(run, spec, job);
                            Map<ShardId, ShardPosition> from = new HashMap<>();
                            run.pins().forEach((shard, seqNo) -> from.put(shard, new ShardPosition(seqNo, null)));
                            listener.onResponse(job.keepsUp(request.from(), from));
                        },
                        e -> {
                            boolean gone = ExceptionsHelper.unwrapCause(e) instanceof ResourceNotFoundException;
                            listener.onFailure(gone ? notShown(request.from(), spec.dest()) : e);
                        }));
    }

    private static IllegalArgumentException notShown(String run, String dest) {
        return new IllegalArgumentException(
                "[from] must be the run that the destination [" + dest + "] shows, but was [" + run + "]");
    }

    private static void checkSame(KnownRun run, RunSpec spec, JobRecord job) {
        boolean same = run.report().state() == PartitionReport.State.COMPLETED
                && FullRuns.isAskedBy(job, run)
                && Objects.equals(run.spec().version(), spec.version())
                && indices(run.spec()).equals(indices(spec));
        if (same == false) {
            throw new IllegalArgumentException(
                    "[from] must be a run of the same source with the same query and options as the job, but was ["
                            + run.spec().runId() + "]");
        }
    }

    private static List<Index> indices(RunSpec spec) {
        return spec.source().stream().map(RunSpec.SourceIndex::index).toList();
    }

    private void start(ActionListener<JobRecord> listener, JobRecord job) {
        SubscribableListener.<Void>newForked(l -> store.create(job, l.delegateResponse((m, e) -> {
                    boolean exists = ExceptionsHelper.unwrapCause(e) instanceof VersionConflictEngineException;
                    m.onFailure(exists ? exists(job, e) : e);
                })))
                .<Void>andThen(l -> tasks.start(
                        job.id(),
                        l.delegateResponse(
                                (m, e) -> store.delete(job.id(), ActionListener.running(() -> m.onFailure(e))))))
                .addListener(listener.map(started -> job));
    }

    private static ElasticsearchStatusException exists(JobRecord job, Exception e) {
        return new ElasticsearchStatusException(
                "[dest.index] must be a destination without a continuous job, but was [" + job.id()
                        + "]: start the job that it has, or delete it",
                RestStatus.CONFLICT,
                e);
    }
}
