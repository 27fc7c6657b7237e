package org.ndd.job;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.ElasticsearchSecurityException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.persistent.AllocatedPersistentTask;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.bulk.TransientFailures;
import org.ndd.partition.RecordStore.Versioned;
import org.ndd.partition.RecordWriter;
import org.ndd.partition.RecordWriter.StaleCoordinatorException;
import org.ndd.partition.RecordedTaskExecutor;
import org.ndd.partition.plan.JobParams;

/**
 * Ensures that a node leads each started job: Elasticsearch assigns the persistent task of a job to another node when its node is lost. The
 * task only reads the record of the job, and starts {@link JobTaskAction} with the rights of the job's user.
 */
public final class JobTaskExecutor extends RecordedTaskExecutor<JobParams, JobRecord> {

    private static final Logger logger = LogManager.getLogger(JobTaskExecutor.class);
    private static final TimeValue PAUSE = TimeValue.timeValueSeconds(1);
    private static final TimeValue MAX_END_WAIT = TimeValue.timeValueMinutes(1);

    private final Client client;
    private final JobStore store;

    public JobTaskExecutor(ClusterService clusterService, ThreadPool threadPool, Client client, JobStore store) {
        super(JobParams.NAME, clusterService, threadPool);
        this.client = client;
        this.store = store;
    }

    @Override
    protected void read(JobParams params, ActionListener<Versioned<JobRecord>> listener) {
        store.get(params.job(), listener);
    }

    @Override
    protected void coordinate(AllocatedPersistentTask task, Versioned<JobRecord> kept) {
        JobRecord job = kept.record();
        if (job.state() != JobRecord.State.STARTED) {
            // the job was stopped or has failed, and its task is about to be removed
            task.markAsCompleted();
            return;
        }
        try {
            job.user().check(clusterService);
        } catch (ElasticsearchSecurityException e) {
            fail(task, job.id(), e);
            return;
        }
        coordinate(task, job);
    }

    @SuppressWarnings("try") // the context is closed, not used
    private void coordinate(AllocatedPersistentTask task, JobRecord job) {
        JobTaskAction.Request request = new JobTaskAction.Request(job, task.getAllocationId());
        request.setParentTask(new TaskId(clusterService.localNode().getId(), task.getId()));
        try (var ignored = job.user().enter(threadPool.getThreadContext())) {
            client.execute(JobTaskAction.TYPE, request, ActionListener.wrap(never -> {}, e -> ended(task, job, e)));
        }
    }

    private void ended(AllocatedPersistentTask task, JobRecord job, Exception failure) {
        Throwable cause = ExceptionsHelper.unwrapCause(failure);
        if (task.isCancelled() || cause instanceof StaleCoordinatorException) {
            // the job was stopped, or another node leads it
            task.markAsCompleted();
        } else if (TransientFailures.isTransient(failure) && cause instanceof TaskCancelledException == false) {
            // the node is about to stop, or has no free thread to lead the job
            JobParams params = new JobParams(job.id(), job.dest());
            threadPool.scheduleUnlessShuttingDown(PAUSE, threadPool.generic(), () -> nodeOperation(task, params, null));
        } else {
            fail(task, job.id(), failure);
        }
    }

    /** Stores the reason why the job cannot continue, before its task ends. */
    private void fail(AllocatedPersistentTask task, String job, Exception failure) {
        logger.warn(() -> "job [" + job + "] does not continue", failure);
        this.<Void>retry(
                MAX_END_WAIT,
                null,
                done -> store.get(
                        job,
                        done.delegateFailureAndWrap((l, kept) -> store.put(
                                kept.record().failed(TransientFailures.describe(failure)),
                                RecordWriter.versionAfter(task.getAllocationId()),
                                l))),
                ActionListener.running(() -> task.markAsFailed(failure)));
    }
}
