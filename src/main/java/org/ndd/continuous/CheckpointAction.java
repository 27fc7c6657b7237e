package org.ndd.continuous;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionListenerResponseHandler;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.ChannelActionListener;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata.PersistentTask;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;
import org.ndd.partition.RecordStore.Kept;
import org.ndd.partition.RetryUntilTimeout;
import org.ndd.partition.plan.ContinuousTaskParams;

/**
 * Requests the next step of a job as soon as possible, on the node that leads it: a checkpoint, or a look at the full run that is under
 * way. The step runs in the name of the job's user. If the job has just begun, or its node was just lost, no node leads it for a moment:
 * then the request waits for one.
 */
public final class CheckpointAction extends JobAction<CheckpointAction.Request, JobResponse> {

    public static final String NAME = "cluster:admin/ndd/continuous/run";

    public static final ActionType<JobResponse> TYPE = new ActionType<>(NAME);

    private static final String ON_NODE = NAME + "[n]";

    /** How long a node that leads the job is waited for. */
    private static final TimeValue NOT_LED = TimeValue.timeValueSeconds(20);

    /** Names the job. */
    public static final class Request extends JobIdRequest {

        private final boolean waitForCompletion;

        /** @param waitForCompletion whether the response is sent when the step is over, or when the job has accepted the request */
        public Request(String id, boolean waitForCompletion) {
            super(id);
            this.waitForCompletion = waitForCompletion;
        }

        public Request(StreamInput in) throws IOException {
            super(in);
            waitForCompletion = in.readBoolean();
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            super.writeTo(out);
            out.writeBoolean(waitForCompletion);
        }

        public boolean waitForCompletion() {
            return waitForCompletion;
        }
    }

    /** The outcome of the step. A response, so that a failed step is not mistaken for a failed request. */
    private static final class Told extends ActionResponse {

        private static final Told DONE = new Told((Exception) null);

        private final Exception failure;

        /** @param failure why the step failed; {@code null} if it succeeded */
        Told(Exception failure) {
            this.failure = failure;
        }

        Told(StreamInput in) throws IOException {
            failure = in.readException();
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeException(failure);
        }
    }

    @Inject
    public CheckpointAction(
            TransportService transportService,
            ActionFilters filters,
            ClusterService clusterService,
            Client client,
            JobStore store) {
        super(NAME, Request::new, transportService, filters, clusterService, client, store);
        transportService.registerRequestHandler(
                ON_NODE,
                EsExecutors.DIRECT_EXECUTOR_SERVICE,
                Request::new,
                (request, channel, task) -> stepHere(request, new ChannelActionListener<>(channel)));
    }

    @Override
    void act(Task task, Request request, ActionListener<JobResponse> listener) {
        AtomicReference<Exception> failure = new AtomicReference<>();
        SubscribableListener.<Kept<JobRecord>>newForked(l -> store.get(request.id(), l))
                .<Void>andThen((l, kept) -> {
                    if (kept.record().state() != JobRecord.State.STARTED) {
                        throw mustBe("is started", kept.record());
                    }
                    RetryUntilTimeout.run(
                            transportService.getThreadPool(),
                            NOT_LED,
                            (CancellableTask) task,
                            done -> tell(request, done.map(told -> {
                                failure.set(told.failure);
                                return null;
                            })),
                            l);
                })
                .<Kept<JobRecord>>andThen(l -> {
                    if (failure.get() != null) {
                        throw failure.get();
                    }
                    store.get(request.id(), l);
                })
                .addListener(listener.delegateFailureAndWrap(
                        (l, kept) -> reports.report(kept.record(), l.map(JobResponse::one))));
    }

    private void tell(Request request, ActionListener<Told> listener) {
        PersistentTask<?> task = ContinuousTaskParams.find(clusterService.state(), request.id());
        DiscoveryNode node = task == null || task.getExecutorNode() == null
                ? null
                : clusterService.state().nodes().get(task.getExecutorNode());
        if (node == null) {
            throw notLed(request.id());
        }
        transportService.sendRequest(
                node,
                ON_NODE,
                request,
                new ActionListenerResponseHandler<>(listener, Told::new, EsExecutors.DIRECT_EXECUTOR_SERVICE));
    }

    private static ElasticsearchStatusException notLed(String id) {
        return new ElasticsearchStatusException(
                "continuous job [" + id + "] is led by no node now: try again", RestStatus.SERVICE_UNAVAILABLE);
    }

    private void stepHere(Request request, ActionListener<Told> listener) {
        for (CancellableTask task : taskManager.getCancellableTasks().values()) {
            if (task instanceof ContinuousTask job && job.job().equals(request.id()) && job.loop() != null) {
                ActionListener<JobRecord> over = ActionListener.wrap(
                        step -> listener.onResponse(Told.DONE), e -> listener.onResponse(new Told(e)));
                job.loop().now(request.waitForCompletion() ? over : ActionListener.noop());
                if (request.waitForCompletion() == false) {
                    listener.onResponse(Told.DONE);
                }
                return;
            }
        }
        listener.onFailure(notLed(request.id()));
    }
}
