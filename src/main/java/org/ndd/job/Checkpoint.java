package org.ndd.job;

import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.job.changes.ShardPosition;
import org.ndd.job.update.CheckpointCounts;

/** Brings the groups of a job up to date, once. */
public interface Checkpoint {

    /**
     * Runs a checkpoint in the name of the user in the thread's context. Work of an earlier checkpoint beyond the job's positions may be
     * repeated, because the node may have been lost before that work was recorded.
     *
     * @param job as it is stored; its run is the run that its destination publishes
     * @param task of the job; once it is cancelled, the listener fails soon
     * @param clientOfUser sends requests as children of the task
     * @param listener gets the new positions, and the reason if the job cannot continue from them without a full run
     */
    void run(JobRecord job, CancellableTask task, Client clientOfUser, ActionListener<Result> listener);

    /**
     * Retains the history of all changes from now on, for a full run that is about to begin; in the name of the user in the thread's
     * context. Otherwise a merge during that run may remove operations that the first checkpoint after it needs.
     */
    default void hold(JobRecord job, CancellableTask task, Client clientOfUser, ActionListener<Void> listener) {
        listener.onResponse(null);
    }

    /**
     * Releases the history that is retained for a job that is deleted, in the name of the user in the thread's context.
     *
     * @param task of the request that deletes the job
     */
    default void release(JobRecord job, CancellableTask task, Client clientOfUser, ActionListener<Void> listener) {
        listener.onResponse(null);
    }

    /**
     * The result of a checkpoint.
     *
     * @param positions how far the changes of each shard are in the groups
     * @param counts of the work that was done
     * @param fullRun why the job cannot continue from there without a full run; {@code null} if it can
     */
    public record Result(Map<ShardId, ShardPosition> positions, CheckpointCounts counts, String fullRun) {

        public Result {
            positions = Map.copyOf(positions);
        }
    }
}
