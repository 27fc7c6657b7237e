package org.ndd.partition;

import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionListenerResponseHandler;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.ChannelActionListener;
import org.elasticsearch.action.support.HandledTransportAction;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportRequestOptions;
import org.elasticsearch.transport.TransportService;

/** Finds the node that leads a run and cancels its task there. Only who may read the run may cancel it. */
public final class TransportCancelPartitionAction
        extends HandledTransportAction<CancelPartitionAction.Request, AcknowledgedResponse> {

    private static final String ON_NODE = CancelPartitionAction.NAME + "[n]";
    private static final TimeValue TIMEOUT = TimeValue.timeValueSeconds(30);

    private final TransportService transportService;
    private final ClusterService clusterService;
    private final RunReports reports;

    @Inject
    public TransportCancelPartitionAction(
            TransportService transportService, ActionFilters filters, ClusterService clusterService, Client client) {
        super(
                CancelPartitionAction.NAME,
                transportService,
                filters,
                CancelPartitionAction.Request::new,
                EsExecutors.DIRECT_EXECUTOR_SERVICE);
        this.transportService = transportService;
        this.clusterService = clusterService;
        this.reports = new RunReports(client, clusterService);
        transportService.registerRequestHandler(
                ON_NODE,
                EsExecutors.DIRECT_EXECUTOR_SERVICE,
                CancelPartitionAction.Request::new,
                (request, channel, task) -> cancelHere(request.id(), new ChannelActionListener<>(channel)));
    }

    @Override
    protected void doExecute(
            Task task, CancelPartitionAction.Request request, ActionListener<AcknowledgedResponse> listener) {
        reports.get(request.id(), listener.delegateFailureAndWrap((l, run) -> {
            if (run.isRunning() == false) {
                throw new IllegalArgumentException("[id] must be a run that is running, but was [" + request.id()
                        + "], which is [" + run.report().get("state") + "]");
            }
            transportService.sendRequest(
                    clusterService.state().nodes().get(run.node()),
                    ON_NODE,
                    request,
                    TransportRequestOptions.timeout(TIMEOUT),
                    new ActionListenerResponseHandler<>(
                            l, AcknowledgedResponse::readFrom, EsExecutors.DIRECT_EXECUTOR_SERVICE));
        }));
    }

    private void cancelHere(String id, ActionListener<AcknowledgedResponse> listener) {
        for (CancellableTask task : taskManager.getCancellableTasks().values()) {
            if (task instanceof PartitionTask run && run.runId().equals(id)) {
                taskManager.cancelTaskAndDescendants(
                        task, "by user request", false, listener.map(nothing -> AcknowledgedResponse.TRUE));
                return;
            }
        }
        listener.onFailure(new ResourceNotFoundException("run [" + id + "] has just ended"));
    }
}
