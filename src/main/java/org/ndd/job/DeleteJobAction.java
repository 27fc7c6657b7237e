package org.ndd.job;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.config.BodyAction.BodyResponse;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.job.JobChangeAction.JobAcknowledgement;
import org.ndd.job.JobChangeAction.JobIdRequest;
import org.ndd.partition.RecordStore.Versioned;

/**
 * Deletes a job that is not started. Does not delete its groups, as for any run. The retained history is released with the rights of
 * the user that deletes the job. If that user has no right to read the source, the retention expires automatically.
 */
public final class DeleteJobAction extends JobChangeAction<DeleteJobAction.Request> {

    public static final ActionType<BodyResponse<JobAcknowledgement>> TYPE =
            new ActionType<>("cluster:admin/ndd/job/delete");

    private static final Logger logger = LogManager.getLogger(DeleteJobAction.class);

    public static final class Request extends JobIdRequest {

        public final boolean force;

        public Request(String id, boolean force, TimeValue timeout) {
            super(id, timeout);
            this.force = force;
        }
    }

    private final Checkpoint checkpoint;

    @Inject
    public DeleteJobAction(ActionServices action, JobStore store, Checkpoint checkpoint) {
        super(TYPE, action, store);
        this.checkpoint = checkpoint;
    }

    @Override
    void change(CancellableTask task, Request request, ActionListener<Void> listener) {
        jobs.get(request.id, ActionListener.wrap(kept -> stop(kept, request, task, listener), e -> {
            if (e instanceof IllegalArgumentException) {
                // also deletes a record that cannot be read; if a node leads the job, its next write fails
                store.delete(request.id, listener);
            } else {
                listener.onFailure(e);
            }
        }));
    }

    private void stop(Versioned<JobRecord> kept, Request request, CancellableTask task, ActionListener<Void> listener) {
        JobRecord job = kept.record();
        if (job.state() != JobRecord.State.STARTED || taskOf(job) == null) {
            release(job, task, () -> store.delete(job.id(), listener));
        } else if (request.force) {
            StopJobAction.Request stop =
                    new StopJobAction.Request(JobPattern.of(job.id(), false), true, request.timeout);
            SubscribableListener.<BodyResponse<JobAcknowledgement>>newForked(
                            l -> services.client().execute(StopJobAction.TYPE, stop, l))
                    .<Void>andThen((l, stopped) -> {
                        if (stopped.body().timedOut()) {
                            throw FullRuns.conflict("job [" + job.id()
                                    + "] was stopped, and its last step has not ended yet: delete it later");
                        }
                        release(job, task, () -> store.delete(job.id(), l));
                    })
                    .addListener(listener);
        } else {
            throw FullRuns.conflict("job [" + job.id() + "] is started: stop it first, or delete it with [force]");
        }
    }

    private void release(JobRecord job, CancellableTask task, Runnable next) {
        checkpoint.release(
                job,
                task,
                services.client(),
                ActionListener.runAfter(
                        ActionListener.wrap(
                                released -> {},
                                e -> logger.debug(() -> "retained history of job [" + job.id() + "] expires", e)),
                        next));
    }
}
