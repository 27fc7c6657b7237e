package org.ndd.partition;

import java.util.function.Consumer;
import org.elasticsearch.ElasticsearchSecurityException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.persistent.AllocatedPersistentTask;
import org.elasticsearch.persistent.PersistentTaskState;
import org.elasticsearch.persistent.PersistentTasksExecutor;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.bulk.RetryUntilTimeout;
import org.ndd.bulk.TransientFailures;
import org.ndd.partition.RecordStore.Versioned;
import org.ndd.partition.RecordWriter.StaleCoordinatorException;
import org.ndd.partition.RunUser.IdentityCheck;
import org.ndd.partition.plan.TaskParams;

/**
 * Executes persistent tasks all of whose state is in a record. Waits until the record can be read, then starts the action that leads the
 * run or the job, as its user. It does no other work, because the thread context of a persistent task has the rights of the system. Any
 * data node may lead, which is Elasticsearch's default, because leading needs little work.
 */
public abstract class RecordedTaskExecutor<R> extends PersistentTasksExecutor<TaskParams> {

    private static final TimeValue PAUSE = TimeValue.timeValueSeconds(1);

    protected final ThreadPool threadPool;
    private final ClusterService clusterService;
    private final Client client;
    private final ActionType<? extends ActionResponse> type;

    /** @param type action that leads the run or the job, and responds or fails when it has ended */
    protected RecordedTaskExecutor(
            String name, ClusterService clusterService, Client client, ActionType<? extends ActionResponse> type) {
        super(name, client.threadPool().generic());
        this.threadPool = client.threadPool();
        this.clusterService = clusterService;
        this.client = client;
        this.type = type;
    }

    /** Reads the record; the listener fails with 404 if it does not exist. */
    protected abstract void read(TaskParams params, ActionListener<Versioned<R>> listener);

    /** Returns the user of a run or a job; {@code null} if and only if it has ended. */
    protected abstract RunUser user(R record);

    protected abstract ActionRequest request(R record, long allocation);

    /** Stores why a run or a job cannot be led any more, and ends its task. */
    protected abstract void fail(AllocatedPersistentTask task, Versioned<R> kept, Exception failure);

    @Override
    protected final void nodeOperation(AllocatedPersistentTask task, TaskParams params, PersistentTaskState state) {
        this.<Versioned<R>>retry(
                TimeValue.MAX_VALUE,
                task,
                kept -> {
                    IdentityCheck.requireRecords(clusterService.state());
                    read(params, kept);
                },
                ActionListener.wrap(kept -> coordinate(task, params, kept), task::markAsFailed));
    }

    /** Leads the run or the job of the record as its user, and ends the task when it has ended. */
    @SuppressWarnings("try") // the context is closed, not used
    public final void coordinate(AllocatedPersistentTask task, TaskParams params, Versioned<R> kept) {
        RunUser user = user(kept.record());
        if (user == null) {
            // it ended after its task was assigned to this node, and the task is about to be removed
            task.markAsCompleted();
            return;
        }
        try {
            user.check(clusterService);
        } catch (ElasticsearchSecurityException e) {
            fail(task, kept, e);
            return;
        }
        ActionRequest request = request(kept.record(), task.getAllocationId());
        request.setParentTask(new TaskId(clusterService.localNode().getId(), task.getId()));
        try (var ignored = user.enter(threadPool.getThreadContext())) {
            client.execute(
                    type,
                    request,
                    ActionListener.wrap(ended -> task.markAsCompleted(), e -> failed(task, params, kept, e)));
        }
    }

    private void failed(AllocatedPersistentTask task, TaskParams params, Versioned<R> kept, Exception e) {
        Throwable cause = ExceptionsHelper.unwrapCause(e);
        if (task.isCancelled() || cause instanceof StaleCoordinatorException) {
            // the job was stopped, or another node leads it
            task.markAsCompleted();
        } else if (TransientFailures.isTransient(e) && cause instanceof TaskCancelledException == false
                || IdentityCheck.isUnknownUser(e, clusterService.state())) {
            // the node is about to stop, has no free thread to lead, or security could not read the roles of the user
            threadPool.scheduleUnlessShuttingDown(PAUSE, threadPool.generic(), () -> nodeOperation(task, params, null));
        } else {
            fail(task, kept, e);
        }
    }

    /** Retries an action while its failures are transient and the record may exist, until the task, if any, is cancelled. */
    protected final <T> void retry(
            TimeValue timeout, CancellableTask task, Consumer<ActionListener<T>> action, ActionListener<T> listener) {
        RetryUntilTimeout.run(
                threadPool,
                timeout,
                task,
                e -> TransientFailures.isTransient(e) && isGone(e) == false,
                action,
                listener);
    }

    /**
     * Whether the record does not exist. While a cluster starts, the cluster state may not have its index yet, so a record that is not
     * found may still exist.
     */
    private boolean isGone(Exception e) {
        return e instanceof ResourceNotFoundException && RecordStore.indexExists(clusterService.state());
    }
}
