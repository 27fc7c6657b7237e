package org.ndd.job;

import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.config.ShardPosition;
import org.ndd.job.JobTaskAction.JobTask;
import org.ndd.job.update.CheckpointCounts;

/** Updates the groups of a job once. */
public interface Checkpoint {

    /**
     * Executes a checkpoint with the rights of the user in the thread's context. It may repeat work of an earlier checkpoint beyond the
     * positions of the job, because the node may have been lost before that work was recorded.
     *
     * @param job stored job, whose run is published by its destination
     * @param task task of the job; after its cancellation, the listener fails soon
     * @param clientOfUser client that sends requests as children of the task
     * @param listener gets the new positions, and the reason if the job needs a full run
     */
    void run(JobRecord job, JobTask task, Client clientOfUser, ActionListener<Result> listener);

    /**
     * Retains the history of all changes from now, before a full run, with the rights of the user in the thread's context. Otherwise a
     * merge during that run may remove operations that the first checkpoint after it needs. Also reads the decisions of people, so that
     * this checkpoint finds those that were deleted during the run.
     */
    default void hold(JobRecord job, JobTask task, Client clientOfUser, ActionListener<Void> listener) {
        listener.onResponse(null);
    }

    /**
     * Retains the history since {@link #hold} for longer, during a full run, with the rights of the user in the thread's context. May be
     * called often.
     */
    default void renew(JobRecord job, JobTask task, Client clientOfUser, ActionListener<Void> listener) {
        listener.onResponse(null);
    }

    /** Releases the history retained for a deleted job, as the thread's user; the task is that of the request that deletes the job. */
    default void release(JobRecord job, CancellableTask task, Client clientOfUser, ActionListener<Void> listener) {
        listener.onResponse(null);
    }

    /**
     * The result of a checkpoint.
     *
     * @param positions position of each shard up to which its changes are in the groups
     * @param fullRun reason why the job needs a full run; {@code null} if it needs none
     */
    public record Result(Map<ShardId, ShardPosition> positions, CheckpointCounts counts, String fullRun) {

        public Result {
            positions = Map.copyOf(positions);
        }
    }
}
