package org.ndd.continuous;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.tasks.CancellableTask;

/** Brings the groups of a job up to date, once. */
public interface Checkpoint {

    /**
     * Does it, in the name of the user in the thread's context. What an earlier checkpoint did beyond the job's positions may have to be
     * done again: its node may have been lost before that was kept.
     *
     * @param job as it is kept; its run is what its destination shows
     * @param task of the job; once it is cancelled, the listener fails soon
     * @param clientOfUser sends requests as children of the task
     * @param listener gets how far it came, and that a full run is needed where it could not go on from there
     */
    void run(JobRecord job, CancellableTask task, Client clientOfUser, ActionListener<CheckpointResult> listener);

    /**
     * Keeps what changes from now on knowable, for a full run that is about to begin; in the name of the user in the thread's context.
     * Without it a merge during that run may take away what the first checkpoint after it has to know.
     */
    default void hold(JobRecord job, CancellableTask task, Client clientOfUser, ActionListener<Void> listener) {
        listener.onResponse(null);
    }

    /**
     * Gives up what is kept for a job that is no more, in the name of the user in the thread's context.
     *
     * @param task of who deletes the job
     */
    default void release(JobRecord job, CancellableTask task, Client clientOfUser, ActionListener<Void> listener) {
        listener.onResponse(null);
    }
}
