package org.ndd.job;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.persistent.AllocatedPersistentTask;
import org.ndd.bulk.TransientFailures;
import org.ndd.partition.RecordStore.Versioned;
import org.ndd.partition.RecordWriter;
import org.ndd.partition.RecordedTaskExecutor;
import org.ndd.partition.RunUser;
import org.ndd.partition.plan.TaskParams;

/**
 * Ensures that a node leads each started job, by {@link JobTaskAction}: Elasticsearch assigns the persistent task of a job to another node
 * when its node is lost.
 */
public final class JobTaskExecutor extends RecordedTaskExecutor<JobRecord> {

    private static final Logger logger = LogManager.getLogger(JobTaskExecutor.class);
    private static final TimeValue MAX_END_WAIT = TimeValue.timeValueMinutes(1);

    private final JobStore store;

    public JobTaskExecutor(ClusterService clusterService, Client client, JobStore store) {
        super(TaskParams.JOB, clusterService, client, JobTaskAction.TYPE);
        this.store = store;
    }

    @Override
    protected void read(TaskParams params, ActionListener<Versioned<JobRecord>> listener) {
        store.get(params.id(), listener);
    }

    @Override
    protected RunUser user(JobRecord job) {
        return job.user();
    }

    @Override
    protected ActionRequest request(JobRecord job, long allocation) {
        return new JobTaskAction.Request(job, allocation);
    }

    @Override
    protected void fail(AllocatedPersistentTask task, Versioned<JobRecord> kept, Exception failure) {
        String job = kept.record().id();
        logger.warn(() -> "job [" + job + "] does not continue", failure);
        this.<Void>retry(
                MAX_END_WAIT,
                null,
                done -> store.get(
                        job,
                        done.delegateFailureAndWrap((l, last) -> store.put(
                                last.record().failed(TransientFailures.describe(failure)),
                                RecordWriter.versionAfter(task.getAllocationId()),
                                l))),
                ActionListener.running(() -> task.markAsFailed(failure)));
    }
}
