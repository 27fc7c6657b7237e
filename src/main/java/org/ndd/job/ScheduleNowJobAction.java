package org.ndd.job;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata.PersistentTask;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.config.BodyAction.BodyResponse;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.job.JobChangeAction.JobAcknowledgement;
import org.ndd.job.JobChangeAction.JobIdRequest;
import org.ndd.partition.CoordinatorClient;
import org.ndd.partition.shard.ShardMethod.WireFormat;

/**
 * Requests the next step of a job as soon as possible, on its coordinating node: a checkpoint, or a check of the active full run. The
 * step has the rights of the job's user.
 */
public final class ScheduleNowJobAction extends JobChangeAction<ScheduleNowJobAction.Request> {

    public static final ActionType<BodyResponse<JobAcknowledgement>> TYPE =
            new ActionType<>("cluster:admin/ndd/job/schedule_now");

    public static final class Request extends JobIdRequest {

        public final boolean waitForCompletion;

        /** @param waitForCompletion whether to respond when the step has ended, or when the job has accepted the request */
        public Request(String id, boolean waitForCompletion, TimeValue timeout) {
            super(id, timeout);
            this.waitForCompletion = waitForCompletion;
        }
    }

    private final CoordinatorClient<Boolean> coordinator;

    @Inject
    public ScheduleNowJobAction(ActionServices action, JobStore store) {
        super(TYPE, action, store);
        this.coordinator = coordinator(
                action,
                new WireFormat<>(StreamInput::readBoolean, StreamOutput::writeBoolean),
                ScheduleNowJobAction::schedule);
    }

    @Override
    void change(CancellableTask task, Request request, ActionListener<Void> listener) {
        String id = request.id;
        // each attempt reads the job, which may be stopped in the meantime
        coordinator.send(
                id,
                request.waitForCompletion,
                found -> jobs.get(id, found.map(kept -> started(kept.record()))),
                task,
                listener);
    }

    private PersistentTask<?> started(JobRecord job) {
        if (job.state() != JobRecord.State.STARTED) {
            throw FullRuns.conflict("job [" + job.id() + "] is " + job.state().value()
                    + ": start it first with [POST /_ndd/job/" + job.id() + "/_start]");
        }
        return taskOf(job);
    }

    private static void schedule(JobLoop loop, boolean wait, ActionListener<Void> listener) {
        if (wait) {
            loop.now(listener.map(step -> null));
        } else {
            loop.now(ActionListener.noop());
            listener.onResponse(null);
        }
    }
}
