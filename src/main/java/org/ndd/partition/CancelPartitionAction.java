package org.ndd.partition;

import java.io.IOException;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;
import org.ndd.partition.RunPartitionAction.PartitionTask;

/**
 * Cancels the task of a run, and with it all its work on all nodes. The output of the run stays in the run's index, to which no alias
 * points. {@link ResumePartitionAction} continues the run from there.
 */
public final class CancelPartitionAction extends CoordinatorRequestAction<CancelPartitionAction.Request> {

    public static final String NAME = "cluster:admin/ndd/partition/cancel";

    public static final ActionType<AcknowledgedResponse> TYPE = new ActionType<>(NAME);

    /** Names the run. */
    public static final class Request extends RunIdRequest {

        public static final TimeValue DEFAULT_TIMEOUT = TimeValue.timeValueSeconds(30);

        private final boolean waitForCompletion;
        private final TimeValue timeout;

        /** Creates a request that waits for the end of the run. */
        public Request(String id) {
            this(id, true, DEFAULT_TIMEOUT);
        }

        /**
         * @param waitForCompletion whether the response is sent when the run has ended, instead of when its cancellation has started
         * @param timeout maximum wait for the end of the run, above 0
         */
        public Request(String id, boolean waitForCompletion, TimeValue timeout) {
            super(id);
            if (timeout.millis() <= 0) {
                throw new IllegalArgumentException("[timeout] must be more than [0], but was [" + timeout + "]");
            }
            this.waitForCompletion = waitForCompletion;
            this.timeout = timeout;
        }

        public Request(StreamInput in) throws IOException {
            super(in);
            waitForCompletion = in.readBoolean();
            timeout = in.readTimeValue();
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            super.writeTo(out);
            out.writeBoolean(waitForCompletion);
            out.writeTimeValue(timeout);
        }

        public boolean waitForCompletion() {
            return waitForCompletion;
        }

        public TimeValue timeout() {
            return timeout;
        }
    }

    private final RunTasks tasks;

    @Inject
    public CancelPartitionAction(
            TransportService transportService, ActionFilters filters, ClusterService clusterService, Client client) {
        super(NAME, Request::new, transportService, filters, clusterService, client);
        this.tasks = new RunTasks(clusterService, client);
    }

    @Override
    protected void doExecute(Task task, Request request, ActionListener<AcknowledgedResponse> listener) {
        ActionListener<AcknowledgedResponse> onCancelled = request.waitForCompletion() == false
                ? listener
                : listener.delegateFailureAndWrap((l, acknowledged) -> tasks.awaitGone(
                        request.id(), request.timeout(), notEnded(request), l.map(ended -> acknowledged)));
        super.doExecute(task, request, onCancelled);
    }

    private static ElasticsearchStatusException notEnded(Request request) {
        return new ElasticsearchStatusException(
                "run [" + request.id() + "] was cancelled, but has not ended within [" + request.timeout() + "]",
                RestStatus.REQUEST_TIMEOUT);
    }

    @Override
    void handle(PartitionTask run, Request request, ActionListener<AcknowledgedResponse> listener) {
        taskManager.cancelTaskAndDescendants(
                run, "by user request", false, listener.map(nothing -> AcknowledgedResponse.TRUE));
    }
}
