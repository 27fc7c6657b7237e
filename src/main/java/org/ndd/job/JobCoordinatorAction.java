package org.ndd.job;

import java.io.IOException;
import java.util.Optional;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionListenerResponseHandler;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.ChannelActionListener;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata.PersistentTask;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.transport.TransportService;
import org.ndd.bulk.RetryUntilTimeout;
import org.ndd.compat.RequestBase;
import org.ndd.job.JobChangeAction.JobIdRequest;
import org.ndd.job.JobTaskAction.JobTask;
import org.ndd.pair.PairServices;

/**
 * Executes a request on the node that leads a started job. If no node leads it yet, because the job was just started or its node was just
 * lost, the request waits for one.
 */
abstract class JobCoordinatorAction<
                Request extends JobIdRequest, OnNode extends JobCoordinatorAction.CoordinatorRequest>
        extends JobChangeAction<Request> {

    /** Maximum time to wait for the coordinating node of the job. */
    private static final TimeValue MAX_WAIT = TimeValue.timeValueSeconds(20);

    /** The request to the coordinating node of the job. */
    abstract static class CoordinatorRequest extends RequestBase {

        final String job;

        CoordinatorRequest(String job) {
            this.job = job;
        }

        CoordinatorRequest(StreamInput in) throws IOException {
            super(in);
            job = in.readString();
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            super.writeTo(out);
            out.writeString(job);
        }

        @Override
        public final String getDescription() {
            return "job[" + job + "]";
        }
    }

    /** The outcome of the action on the coordinating node. It is a response, to distinguish a failed step from a failed request. */
    private static final class Outcome extends ActionResponse {

        private final Exception failure;

        /** @param failure {@code null} for success */
        Outcome(Exception failure) {
            this.failure = failure;
        }

        Outcome(StreamInput in) throws IOException {
            failure = in.readException();
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeException(failure);
        }
    }

    private final String coordinatorActionName;

    JobCoordinatorAction(
            String name,
            Writeable.Reader<OnNode> reader,
            TransportService transportService,
            ActionFilters filters,
            PairServices services,
            JobStore store) {
        super(name, transportService, filters, services, store);
        this.coordinatorActionName = name + "[n]";
        transportService.registerRequestHandler(
                coordinatorActionName,
                EsExecutors.DIRECT_EXECUTOR_SERVICE,
                reader,
                (request, channel, task) -> executeLocally(request, new ChannelActionListener<>(channel)));
    }

    /** Executes the action on the coordinating node of the job, with the privileges of the thread's user. */
    abstract void executeOnCoordinator(JobLoop loop, OnNode request, ActionListener<Void> listener);

    /** Sends a request to the coordinating node of a job. */
    final void send(JobRecord job, OnNode request, CancellableTask task, ActionListener<Void> listener) {
        RetryUntilTimeout.<Outcome>run(
                threadPool, MAX_WAIT, task, done -> send(job, request, done), listener.map(outcome -> {
                    if (outcome.failure != null) {
                        throw outcome.failure;
                    }
                    return null;
                }));
    }

    private void send(JobRecord job, OnNode request, ActionListener<Outcome> listener) {
        DiscoveryNode node = Optional.ofNullable(tasks.find(job))
                .map(PersistentTask::getExecutorNode)
                .map(clusterService.state().nodes()::get)
                .orElseThrow(() -> noCoordinator(job.id()));
        transportService.sendRequest(
                node,
                coordinatorActionName,
                request,
                new ActionListenerResponseHandler<>(listener, Outcome::new, EsExecutors.DIRECT_EXECUTOR_SERVICE));
    }

    private static ElasticsearchStatusException noCoordinator(String id) {
        return new ElasticsearchStatusException(
                "job [" + id + "] is not assigned to a node: retry", RestStatus.SERVICE_UNAVAILABLE);
    }

    private void executeLocally(OnNode request, ActionListener<Outcome> listener) {
        for (CancellableTask task : taskManager.getCancellableTasks().values()) {
            // after a stop and a start, the earlier task may still be ending its last step
            if (task instanceof JobTask job
                    && job.isCancelled() == false
                    && job.job().equals(request.job)
                    && job.loop() != null) {
                executeOnCoordinator(
                        job.loop(),
                        request,
                        ActionListener.wrap(
                                done -> listener.onResponse(new Outcome((Exception) null)),
                                e -> listener.onResponse(new Outcome(e))));
                return;
            }
        }
        listener.onFailure(noCoordinator(request.job));
    }
}
