package org.ndd.partition;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionListenerResponseHandler;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.support.ChannelActionListener;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata.PersistentTask;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.transport.TransportRequestOptions;
import org.elasticsearch.transport.TransportService;
import org.ndd.bulk.RetryUntilTimeout;
import org.ndd.bulk.TransientFailures;
import org.ndd.compat.RequestBase;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.partition.shard.ShardMethod.WireFormat;

/**
 * Executes requests on the node that leads a run or a job. No node leads it for a short time after its start, and after the loss of the
 * node that led it. Then a request waits for a node.
 */
public final class CoordinatorClient<Q> {

    private static final TimeValue MAX_WAIT = TimeValue.timeValueSeconds(20);

    private final TransportService transportService;
    private final ClusterService clusterService;
    private final String action;
    private final String kind;
    private final WireFormat<Q> format;
    private final TimeValue timeout;

    /** Executes a request on the node that leads the run or the job, with the privileges of the thread's user. */
    public interface Handler<Q> {

        /**
         * @param listener gets the outcome, unless the task does not lead
         * @return whether the task leads the run or the job
         */
        boolean handle(CancellableTask task, String id, Q content, ActionListener<Void> listener);
    }

    /** @param timeout maximum wait for the outcome; {@code null} to wait without a limit */
    public CoordinatorClient(
            ActionServices services,
            String action,
            String kind,
            WireFormat<Q> format,
            TimeValue timeout,
            Handler<Q> handler) {
        this.transportService = services.transport();
        this.clusterService = services.node().cluster();
        this.action = action + "[n]";
        this.kind = kind;
        this.format = format;
        this.timeout = timeout;
        transportService.registerRequestHandler(
                this.action,
                EsExecutors.DIRECT_EXECUTOR_SERVICE,
                in -> new Request<>(format, in),
                (request, channel, task) -> handle(handler, request, new ChannelActionListener<>(channel)));
    }

    /**
     * @param find returns the persistent task of the run or the job, or {@code null}; fails if it has none
     * @param task ends the wait when cancelled; {@code null} for a request that must not be cancelled
     */
    public void send(
            String id,
            Q content,
            Consumer<ActionListener<PersistentTask<?>>> find,
            CancellableTask task,
            ActionListener<Void> listener) {
        RetryUntilTimeout.<Outcome>run(
                transportService.getThreadPool(),
                MAX_WAIT,
                task,
                // the lookup of a run or a job that does not exist is not repeated
                e -> TransientFailures.isTransient(e) && e.getClass() != ResourceNotFoundException.class,
                done -> find.accept(done.delegateFailureAndWrap((l, led) -> send(led, id, content, l))),
                listener.map(outcome -> {
                    if (outcome.failure != null) {
                        throw outcome.failure;
                    }
                    return null;
                }));
    }

    private void send(PersistentTask<?> led, String id, Q content, ActionListener<Outcome> listener) {
        DiscoveryNode node = Optional.ofNullable(led)
                .map(PersistentTask::getExecutorNode)
                .map(clusterService.state().nodes()::get)
                .orElseThrow(() -> noCoordinator(id));
        transportService.sendRequest(
                node,
                action,
                new Request<>(format, id, content),
                TransportRequestOptions.timeout(timeout),
                new ActionListenerResponseHandler<>(listener, Outcome::new, EsExecutors.DIRECT_EXECUTOR_SERVICE));
    }

    private ElasticsearchStatusException noCoordinator(String id) {
        return new ElasticsearchStatusException(
                kind + " [" + id + "] is not assigned to a node: retry", RestStatus.SERVICE_UNAVAILABLE);
    }

    private void handle(Handler<Q> handler, Request<Q> request, ActionListener<Outcome> listener) {
        ActionListener<Void> outcome = ActionListener.wrap(
                done -> listener.onResponse(new Outcome((Exception) null)), e -> listener.onResponse(new Outcome(e)));
        for (CancellableTask task :
                transportService.getTaskManager().getCancellableTasks().values()) {
            if (handler.handle(task, request.id, request.content, outcome)) {
                return;
            }
        }
        listener.onFailure(noCoordinator(request.id));
    }

    private static final class Request<Q> extends RequestBase {

        private final WireFormat<Q> format;
        private final String id;
        private final Q content;

        Request(WireFormat<Q> format, String id, Q content) {
            this.format = format;
            this.id = id;
            this.content = content;
        }

        Request(WireFormat<Q> format, StreamInput in) throws IOException {
            super(in);
            this.format = format;
            id = in.readString();
            content = format.reader().read(in);
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            super.writeTo(out);
            out.writeString(id);
            format.writer().write(out, content);
        }

        @Override
        public String getDescription() {
            return "[" + id + "]";
        }
    }

    /** The outcome on the node that leads. It is a response, to distinguish a failure there from a failed request, which is repeated. */
    private static final class Outcome extends ActionResponse {

        private final Exception failure;

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
}
