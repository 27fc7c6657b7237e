package org.ndd.job;

import java.io.IOException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.transport.TransportService;
import org.ndd.job.JobChangeAction.JobAcknowledgement;
import org.ndd.job.JobChangeAction.JobIdRequest;
import org.ndd.pair.PairServices;

/**
 * Requests the next step of a job as soon as possible, on its coordinating node: a checkpoint, or a check of the active full run. The step
 * has the rights of the job's user.
 */
public final class ScheduleNowJobAction
        extends JobCoordinatorAction<ScheduleNowJobAction.Request, ScheduleNowJobAction.NodeRequest> {

    public static final String NAME = "cluster:admin/ndd/job/schedule_now";

    public static final ActionType<JobAcknowledgement> TYPE = new ActionType<>(NAME);

    /** A request for the next step of a job. */
    public static final class Request extends JobIdRequest {

        private final boolean waitForCompletion;

        /** @param waitForCompletion whether to respond when the step has ended, or when the job has accepted the request */
        public Request(String id, boolean waitForCompletion, TimeValue timeout) {
            super(id, timeout);
            this.waitForCompletion = waitForCompletion;
        }

        public boolean waitForCompletion() {
            return waitForCompletion;
        }
    }

    /** The request to the coordinating node of the job. */
    static final class NodeRequest extends CoordinatorRequest {

        private final boolean waitForCompletion;

        NodeRequest(String job, boolean waitForCompletion) {
            super(job);
            this.waitForCompletion = waitForCompletion;
        }

        NodeRequest(StreamInput in) throws IOException {
            super(in);
            waitForCompletion = in.readBoolean();
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            super.writeTo(out);
            out.writeBoolean(waitForCompletion);
        }
    }

    @Inject
    public ScheduleNowJobAction(
            TransportService transportService, ActionFilters filters, PairServices services, JobStore store) {
        super(NAME, NodeRequest::new, transportService, filters, services, store);
    }

    @Override
    void change(CancellableTask task, Request request, ActionListener<Void> listener) {
        jobs.get(request.id(), listener.delegateFailureAndWrap((l, kept) -> {
            if (kept.record().state() != JobRecord.State.STARTED) {
                throw conflict(
                        "job [" + request.id() + "] is " + kept.record().state().value() + ": start it first");
            }
            send(kept.record(), new NodeRequest(request.id(), request.waitForCompletion()), task, l);
        }));
    }

    @Override
    void executeOnCoordinator(JobLoop loop, NodeRequest request, ActionListener<Void> listener) {
        if (request.waitForCompletion) {
            loop.now(listener.map(step -> null));
        } else {
            loop.now(ActionListener.noop());
            listener.onResponse(null);
        }
    }
}
