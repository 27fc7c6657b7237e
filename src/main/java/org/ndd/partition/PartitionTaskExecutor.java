package org.ndd.partition;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.persistent.AllocatedPersistentTask;
import org.ndd.bulk.RetryUntilTimeout;
import org.ndd.partition.plan.TaskParams;

/**
 * Ensures that a node leads a run, by {@link RunPartitionAction}: Elasticsearch assigns the run's persistent task to another node when its
 * node is lost.
 */
public final class PartitionTaskExecutor extends RecordedTaskExecutor<RunRecord> {

    private static final Logger logger = LogManager.getLogger(PartitionTaskExecutor.class);

    private final RunStore store;

    public PartitionTaskExecutor(ClusterService clusterService, Client client, RunStore store) {
        super(TaskParams.RUN, clusterService, client, RunPartitionAction.TYPE);
        this.store = store;
    }

    @Override
    protected void read(TaskParams params, ActionListener<RecordStore.Versioned<RunRecord>> listener) {
        store.get(params.id(), listener);
    }

    @Override
    protected RunUser user(RunRecord record) {
        return record.user();
    }

    @Override
    protected ActionRequest request(RunRecord record, long allocation) {
        return new RunPartitionAction.Request(record, allocation);
    }

    /**
     * Ends a run that cannot be led, because its user is unknown or has lost the required rights. Its report is in an index of its user, so
     * the reason is stored only in the record.
     */
    @Override
    protected void fail(AllocatedPersistentTask task, RecordStore.Versioned<RunRecord> kept, Exception failure) {
        RunRecord record = kept.record();
        PartitionProgress progress = new PartitionProgress(record.report(), System::currentTimeMillis);
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
