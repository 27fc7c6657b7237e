package org.ndd.partition;

import java.util.Optional;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionListenerResponseHandler;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.ChannelActionListener;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata.PersistentTask;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportRequestOptions;
import org.elasticsearch.transport.TransportService;
import org.ndd.bulk.RetryUntilTimeout;
import org.ndd.partition.RunPartitionAction.PartitionTask;
import org.ndd.partition.plan.PartitionTaskParams;

/**
 * Sends a request to a run's coordinator, on any node. Requires read access to the run. A run has no coordinator for a short time after it
 * starts, and after the loss of its coordinator. Then the action waits for a coordinator.
 */
abstract class CoordinatorRequestAction<Request extends RunIdRequest>
        extends TransportAction<Request, AcknowledgedResponse> {

    private static final TimeValue TIMEOUT = TimeValue.timeValueSeconds(30);

    /** Maximum wait for a coordinator. */
    private static final TimeValue NO_COORDINATOR = TimeValue.timeValueSeconds(20);

    private final String nodeActionName;
    private final TransportService transportService;
    private final ClusterService clusterService;
    private final RunReports reports;

    CoordinatorRequestAction(
            String name,
            Writeable.Reader<Request> reader,
            TransportService transportService,
            ActionFilters filters,
            ClusterService clusterService,
            Client client) {
        super(name, filters, transportService.getTaskManager(), EsExecutors.DIRECT_EXECUTOR_SERVICE);
        this.nodeActionName = name + "[n]";
        this.transportService = transportService;
        this.clusterService = clusterService;
        this.reports = new RunReports(client, clusterService);
        transportService.registerRequestHandler(
                nodeActionName,
                EsExecutors.DIRECT_EXECUTOR_SERVICE,
                reader,
                (request, channel, task) -> handleOnNode(request, new ChannelActionListener<>(channel)));
    }

    /** Executes the request on the coordinating node of the run. */
    abstract void handle(PartitionTask run, Request request, ActionListener<AcknowledgedResponse> listener);

    @Override
    protected void doExecute(Task task, Request request, ActionListener<AcknowledgedResponse> listener) {
        reports.get(
                request.id(),
                listener.delegateFailureAndWrap((l, known) -> RetryUntilTimeout.run(
                        transportService.getThreadPool(),
                        NO_COORDINATOR,
                        null,
                        done -> sendToCoordinator(request, done),
                        l)));
    }

    private void sendToCoordinator(Request request, ActionListener<AcknowledgedResponse> listener) {
        reports.get(request.id(), listener.delegateFailureAndWrap((l, run) -> {
            if (RunReports.hasLostItsTask(run)) {
                throw unavailable("run [" + request.id() + "] has lost its task, and can be resumed");
            }
            if (RunReports.isRunning(run) == false) {
                throw new IllegalArgumentException("[id] must be a run that is running, but was [" + request.id()
                        + "], which is [" + run.get("state") + "]");
            }
            transportService.sendRequest(
                    coordinator(request.id()),
                    nodeActionName,
                    request,
                    TransportRequestOptions.timeout(TIMEOUT),
                    new ActionListenerResponseHandler<>(
                            l, AcknowledgedResponse::readFrom, EsExecutors.DIRECT_EXECUTOR_SERVICE));
        }));
    }

    private DiscoveryNode coordinator(String id) {
        return Optional.ofNullable(PartitionTaskParams.find(clusterService.state(), id))
                .map(PersistentTask::getExecutorNode)
                .map(clusterService.state().nodes()::get)
                .orElseThrow(() -> noCoordinator(id));
    }

    private static ElasticsearchStatusException noCoordinator(String id) {
        return unavailable("run [" + id + "] is not assigned to a node: retry");
    }

    private static ElasticsearchStatusException unavailable(String message) {
        return new ElasticsearchStatusException(message, RestStatus.SERVICE_UNAVAILABLE);
    }

    private void handleOnNode(Request request, ActionListener<AcknowledgedResponse> listener) {
        for (CancellableTask task : taskManager.getCancellableTasks().values()) {
            if (task instanceof PartitionTask run && run.runId().equals(request.id())) {
                handle(run, request, listener);
                return;
            }
        }
        listener.onFailure(noCoordinator(request.id()));
    }
}
