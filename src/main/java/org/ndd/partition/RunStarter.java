package org.ndd.partition;

import java.util.Map;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceAlreadyExistsException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.boilerplate.BoilerplateIndex;
import org.ndd.compat.Project;
import org.ndd.partition.plan.PartitionTaskParams;
import org.ndd.partition.plan.RunSpec;

/**
 * Starts runs that were checked, and resumes runs. The state is stored before the id is returned, so that a client that has the id can
 * request the report, and so that no loss of a node ends the run from then on.
 */
final class RunStarter {

    /** Version of a report and of a record that every version of a coordinator replaces. */
    private static final long FIRST = 0;

    /** Makes a name of an index that does not exist, to probe privileges with. */
    private static final String MISSING = "-resumed";

    private final ClusterService clusterService;
    private final ThreadPool threadPool;
    private final Client client;
    private final RunStore store;
    private final RunTasks tasks;

    RunStarter(ClusterService clusterService, ThreadPool threadPool, Client client, RunStore store) {
        this.clusterService = clusterService;
        this.threadPool = threadPool;
        this.client = client;
        this.store = store;
        this.tasks = new RunTasks(clusterService, threadPool, client);
    }

    /** Starts a run with the rights of the thread's user. */
    void start(RunSpec spec, ActionListener<Void> listener) {
        PartitionReport report = new PartitionProgress(spec, System::currentTimeMillis).report();
        RunRecord record = new RunRecord(spec, Map.of(), 0, false, report, user());
        RunIndex runIndex = new RunIndex(client, spec.runId());
        ClusterState state = clusterService.state();
        store.forget(id -> Project.of(state).hasIndex(id) == false && id.equals(spec.runId()) == false);
        SubscribableListener.<Void>newForked(new DestinationRights(client, spec, spec.runId(), state)::check)
                .<Void>andThen(l -> runIndex.create(spec, l))
                .<Void>andThen(l -> createBoilerplate(spec, state, l))
                .<Void>andThen(l -> runIndex.store(report, FIRST, l))
                .<Void>andThen(l -> lead(record, FIRST, l))
                .addListener(listener.delegateResponse((l, e) -> {
                    if (isTaken(e)) {
                        ActionListener<Void> refused = ActionListener.running(() -> l.onFailure(taken(spec, e)));
                        runIndex.delete(
                                clusterService.state(),
                                ActionListener.running(() -> store.delete(spec.runId(), refused)));
                    } else {
                        l.onFailure(e);
                    }
                }));
    }

    private void createBoilerplate(RunSpec spec, ClusterState state, ActionListener<Void> listener) {
        if (spec.options().dryRun()) {
            listener.onResponse(null);
        } else {
            BoilerplateInUse.index(spec, state).create(client, BoilerplateIndex.name(spec.runId()), listener);
        }
    }

    /** If two runs begin for one destination at the same time, the cluster rejects the task of the second one. */
    private static boolean isTaken(Exception e) {
        return ExceptionsHelper.unwrapCause(e) instanceof ResourceAlreadyExistsException;
    }

    private DestinationTakenException taken(RunSpec spec, Exception e) {
        return new DestinationTakenException(
                spec.dest(), PartitionTaskParams.publisherTo(clusterService.state(), spec.dest()), e);
    }

    /** Resumes a run that ended early, with the rights of the thread's user. If two users resume it at the same time, one request fails. */
    void resume(RecordStore.Kept<RunRecord> kept, ActionListener<Void> listener) {
        RunRecord record = kept.record();
        RunSpec spec = record.spec();
        SubscribableListener.<Void>newForked(
                        new DestinationRights(client, spec, spec.runId() + MISSING, clusterService.state())::check)
                .<Void>andThen(l -> lead(record.resumedBy(user()), kept.version() + 1, l))
                .addListener(listener.delegateResponse((l, e) -> l.onFailure(isTaken(e) ? taken(spec, e) : e)));
    }

    private void lead(RunRecord record, long version, ActionListener<Void> listener) {
        SubscribableListener.<Void>newForked(l -> store.put(record, version, l))
                .<Void>andThen(l -> tasks.start(record.spec(), l))
                .addListener(listener);
    }

    private RunUser user() {
        return RunUser.of(threadPool.getThreadContext());
    }

    /** Waits for the end of a run. */
    void await(RunSpec spec, ActionListener<PartitionReport> listener) {
        tasks.awaitGone(
                spec,
                null,
                null,
                listener.delegateFailureAndWrap((l, gone) ->
                        store.get(spec.runId(), l.map(kept -> kept.record().report()))));
    }
}
