package org.ndd.partition;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.ElasticsearchSecurityException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.persistent.AllocatedPersistentTask;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.bulk.RetryUntilTimeout;
import org.ndd.bulk.TransientFailures;
import org.ndd.partition.plan.PartitionTaskParams;

/**
 * Ensures that a node leads a run: Elasticsearch assigns the run's persistent task to another node when its node is lost. The task only
 * reads the run's record, and starts {@link RunPartitionAction} as the run's user. It does no other work, because the thread context of a
 * persistent task has the rights of the system.
 */
public final class PartitionTaskExecutor extends RecordedTaskExecutor<PartitionTaskParams, RunRecord> {

    private static final Logger logger = LogManager.getLogger(PartitionTaskExecutor.class);

    private final Client client;
    private final RunStore store;

    public PartitionTaskExecutor(ClusterService clusterService, ThreadPool threadPool, Client client, RunStore store) {
        super(PartitionTaskParams.NAME, clusterService, threadPool);
        this.client = client;
        this.store = store;
    }

    @Override
    protected void read(PartitionTaskParams params, ActionListener<RecordStore.Versioned<RunRecord>> listener) {
        store.get(params.runId(), listener);
    }

    @Override
    @SuppressWarnings("try") // the context is closed, not used
    protected void coordinate(AllocatedPersistentTask task, RecordStore.Versioned<RunRecord> kept) {
        RunRecord record = kept.record();
        if (record.hasEnded()) {
            // the coordinator was lost between the last write of the run and the end of its task
            task.markAsCompleted();
            return;
        }
        try {
            record.user().check(clusterService);
        } catch (ElasticsearchSecurityException e) {
            endWithoutCoordinator(task, kept, e);
            return;
        }
        RunPartitionAction.Request request = new RunPartitionAction.Request(record, task.getAllocationId());
        request.setParentTask(new TaskId(clusterService.localNode().getId(), task.getId()));
        try (var ignored = record.user().enter(threadPool.getThreadContext())) {
            client.execute(
                    RunPartitionAction.TYPE,
                    request,
                    ActionListener.wrap(report -> task.markAsCompleted(), e -> endWithoutCoordinator(task, kept, e)));
        }
    }

    /**
     * Ends a run that cannot be led, because its user is unknown or has lost the required rights. Its report is in an index of its user, so
     * the reason is stored only in the record.
     */
    private void endWithoutCoordinator(
            AllocatedPersistentTask task, RecordStore.Versioned<RunRecord> kept, Exception failure) {
        RunRecord record = kept.record();
        if (task.isCancelled() || TransientFailures.isTransient(failure)) {
            task.markAsFailed(failure);
            return;
        }
        PartitionProgress progress = new PartitionProgress(record.spec(), record.report(), System::currentTimeMillis);
        progress.failed(failure);
        logger.warn(() -> "run [" + record.spec().runId() + "] does not continue", failure);
        RetryUntilTimeout.<Void>run(
                threadPool,
                record.spec().timeout(),
                null,
                done -> store.put(record.ended(progress.report()), RecordWriter.nextVersion(kept.version()), done),
                ActionListener.running(() -> task.markAsFailed(failure)));
    }
}
