package org.ndd.continuous;

import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.compat.PersistentTasks;
import org.ndd.partition.plan.ContinuousTaskParams;

/** The persistent tasks that lead jobs. */
final class JobTasks {

    /** The value that {@link #remove} returns if there was no task. */
    static final long NONE = 0;

    private final PersistentTasks tasks;

    JobTasks(ClusterService clusterService, ThreadPool threadPool, Client client) {
        this.tasks = new PersistentTasks(clusterService, threadPool, client);
    }

    /** Lets a node lead a job, once its record is stored; fails if a node already leads it. */
    void start(String job, ActionListener<Void> listener) {
        tasks.start(
                ContinuousTaskParams.taskId(job),
                ContinuousTaskParams.NAME,
                new ContinuousTaskParams(job),
                listener.map(started -> null));
    }

    /**
     * Ends the leading of a job, and with it all that is under way of it.
     *
     * @param listener gets the allocation of the task, or {@link #NONE}
     */
    void remove(String job, ActionListener<Long> listener) {
        tasks.remove(
                ContinuousTaskParams.taskId(job),
                ActionListener.wrap(task -> listener.onResponse(task.getAllocationId()), e -> {
                    if (ExceptionsHelper.unwrapCause(e) instanceof ResourceNotFoundException) {
                        listener.onResponse(NONE);
                    } else {
                        listener.onFailure(e);
                    }
                }));
    }
}
