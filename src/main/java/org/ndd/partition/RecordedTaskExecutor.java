package org.ndd.partition;

import java.util.function.Consumer;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.persistent.AllocatedPersistentTask;
import org.elasticsearch.persistent.PersistentTaskParams;
import org.elasticsearch.persistent.PersistentTaskState;
import org.elasticsearch.persistent.PersistentTasksExecutor;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.bulk.RetryUntilTimeout;
import org.ndd.bulk.TransientFailures;
import org.ndd.partition.RecordStore.Versioned;

/**
 * Executes persistent tasks all of whose state is in a record. Waits until the record can be read, then a subclass leads the task. Any data
 * node may lead, which is Elasticsearch's default, because leading needs little work.
 *
 * @param <P> parameters that name the record
 * @param <R> the record
 */
public abstract class RecordedTaskExecutor<P extends PersistentTaskParams, R> extends PersistentTasksExecutor<P> {

    protected final ClusterService clusterService;
    protected final ThreadPool threadPool;

    protected RecordedTaskExecutor(String name, ClusterService clusterService, ThreadPool threadPool) {
        super(name, threadPool.generic());
        this.clusterService = clusterService;
        this.threadPool = threadPool;
    }

    /** Reads the record; the listener fails with 404 if it does not exist. */
    protected abstract void read(P params, ActionListener<Versioned<R>> listener);

    /** Leads the run or the job of the record, and ends the task when it has ended. */
    protected abstract void coordinate(AllocatedPersistentTask task, Versioned<R> kept);

    @Override
    protected final void nodeOperation(AllocatedPersistentTask task, P params, PersistentTaskState state) {
        this.<Versioned<R>>retry(
                TimeValue.MAX_VALUE,
                task,
                kept -> read(params, kept),
                ActionListener.wrap(kept -> coordinate(task, kept), task::markAsFailed));
    }

    /**
     * Retries an action on a record while its failures are transient and the record may exist.
     *
     * @param task ends the retries when cancelled; {@code null} for an action that must not be cancelled
     */
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
