package org.ndd.partition;

import java.util.Map;
import java.util.Objects;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata.PersistentTask;
import org.elasticsearch.persistent.PersistentTasksService;
import org.elasticsearch.persistent.PersistentTasksService.WaitForPersistentTaskListener;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.partition.plan.RunSpec;

/**
 * Starts runs that were checked, and lets them go on. All is kept before the id is answered, so that whoever got the id can ask how the run
 * stands, and so that from then on no loss of a node ends it.
 */
final class RunStarter {

    /** Version of a report and of a record that any of a leader's replaces. */
    private static final long FIRST = 0;

    /** Makes the name of a run's index that of none. */
    private static final String MISSING = "-resumed";

    private final ClusterService clusterService;
    private final ThreadPool threadPool;
    private final Client client;
    private final RunStore store;
    private final PersistentTasksService tasks;

    RunStarter(ClusterService clusterService, ThreadPool threadPool, Client client, RunStore store) {
        this.clusterService = clusterService;
        this.threadPool = threadPool;
        this.client = client;
        this.store = store;
        this.tasks = new PersistentTasksService(clusterService, threadPool, client);
    }

    /** Starts a run with the rights of the thread's user. */
    void start(RunSpec spec, ActionListener<Void> listener) {
        PartitionReport report = new PartitionProgress(spec, System::currentTimeMillis).report();
        RunRecord record = new RunRecord(spec, Map.of(), 0, false, report, user());
        RunIndex runIndex = new RunIndex(client, spec.runId());
        ClusterState state = clusterService.state();
        store.forget(id -> state.metadata().hasIndex(id) == false && id.equals(spec.runId()) == false);
        SubscribableListener.<Void>newForked(new DestinationRights(client, spec, spec.runId())::check)
                .<Void>andThen(runIndex::create)
                .<Void>andThen(l -> runIndex.store(report, FIRST, l))
                .<Void>andThen(l -> lead(record, FIRST, l))
                .addListener(listener);
    }

    /** Lets a run that ended before its time go on, with the rights of the thread's user. Of two who do so at once one fails. */
    void resume(RunStore.Kept kept, ActionListener<Void> listener) {
        RunRecord record = kept.record();
        RunSpec spec = record.spec();
        SubscribableListener.<Void>newForked(new DestinationRights(client, spec, spec.runId() + MISSING)::check)
                .<Void>andThen(l -> lead(record.resumedBy(user()), kept.version() + 1, l))
                .addListener(listener);
    }

    private void lead(RunRecord record, long version, ActionListener<Void> listener) {
        String id = record.spec().runId();
        SubscribableListener.<Void>newForked(l -> store.put(record, version, l))
                .<PersistentTask<PartitionTaskParams>>andThen(
                        l -> tasks.sendStartRequest(id, PartitionTaskParams.NAME, new PartitionTaskParams(id), null, l))
                .addListener(listener.map(started -> null));
    }

    private RunUser user() {
        return RunUser.of(threadPool.getThreadContext());
    }

    /** Waits for the end of a run. */
    void await(String runId, ActionListener<PartitionReport> listener) {
        tasks.waitForPersistentTaskCondition(
                runId, Objects::isNull, null, new WaitForPersistentTaskListener<PartitionTaskParams>() {
                    @Override
                    public void onResponse(PersistentTask<PartitionTaskParams> gone) {
                        store.get(runId, listener.map(kept -> kept.record().report()));
                    }

                    @Override
                    public void onTimeout(TimeValue timeout) {
                        throw new AssertionError("waits without a timeout");
                    }

                    @Override
                    public void onFailure(Exception e) {
                        listener.onFailure(e);
                    }
                });
    }
}
