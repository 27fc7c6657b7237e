package org.ndd.job;

import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ResourceAlreadyExistsException;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata.PersistentTask;
import org.elasticsearch.rest.RestStatus;
import org.ndd.bulk.ExpectedFailure;
import org.ndd.compat.PersistentTasks;
import org.ndd.partition.plan.TaskParams;

/** Starts, finds and removes the persistent tasks that lead jobs. */
final class JobTasks {

    /** The value that {@link #remove} returns if there was no task. */
    static final long NONE = 0;

    private final ClusterService clusterService;
    private final PersistentTasks tasks;

    JobTasks(ClusterService clusterService, Client client) {
        this.clusterService = clusterService;
        this.tasks = new PersistentTasks(clusterService, client);
    }

    /** Assigns a job with a stored record to a node. Fails with 409 if the destination has a started job. */
    void start(JobRecord job, ActionListener<Void> listener) {
        tasks.start(
                TaskParams.jobTaskId(job.dest()),
                TaskParams.JOB,
                new TaskParams(TaskParams.JOB, job.id()),
                ExpectedFailure.replace(
                        ResourceAlreadyExistsException.class,
                        e -> taken(job, jobOf(job.dest())),
                        listener.map(started -> null)));
    }

    /** Returns the started job of a destination according to the cluster state of this node; {@code null} if there is none. */
    private String jobOf(String dest) {
        return TaskParams.jobOf(clusterService.state(), dest);
    }

    /** @throws ElasticsearchStatusException with status 409 if another job of the same destination is started */
    void checkDest(JobRecord job) {
        String other = jobOf(job.dest());
        if (other != null && other.equals(job.id()) == false) {
            throw taken(job, other);
        }
    }

    private static ElasticsearchStatusException taken(JobRecord job, String other) {
        return new ElasticsearchStatusException(
                "[dest.index] must be a destination without a started job, but was [" + job.dest() + "]: stop "
                        + (other == null ? "its job" : "job [" + other + "]") + " first",
                RestStatus.CONFLICT);
    }

    /** Returns the task of a job according to the cluster state of this node; {@code null} if there is none. */
    PersistentTask<?> find(JobRecord job) {
        return TaskParams.ofJob(clusterService.state(), job.id(), job.dest());
    }

    /** Removes the task of a job, which ends its active step. The listener gets the task's allocation, or {@link #NONE}. */
    void remove(JobRecord job, ActionListener<Long> listener) {
        String otherJob = jobOf(job.dest());
        if (otherJob != null && otherJob.equals(job.id()) == false) {
            listener.onResponse(NONE);
            return;
        }
        tasks.remove(
                TaskParams.jobTaskId(job.dest()),
                ExpectedFailure.handle(
                        ResourceNotFoundException.class,
                        listener.map(PersistentTask::getAllocationId),
                        (l, e) -> listener.onResponse(NONE)));
    }
}
