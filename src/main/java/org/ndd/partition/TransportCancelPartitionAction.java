package org.ndd.partition;

import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;

/** Cancels the task of a run, and with it all that is under way on any node. */
public final class TransportCancelPartitionAction extends TransportLeaderAction<CancelPartitionAction.Request> {

    private final RunTasks tasks;

    @Inject
    public TransportCancelPartitionAction(
            TransportService transportService, ActionFilters filters, ClusterService clusterService, Client client) {
        super(
                CancelPartitionAction.NAME,
                CancelPartitionAction.Request::new,
                transportService,
                filters,
                clusterService,
                client);
        this.tasks = new RunTasks(clusterService, transportService.getThreadPool(), client);
    }

    @Override
    protected void doExecute(
            Task task, CancelPartitionAction.Request request, ActionListener<AcknowledgedResponse> listener) {
        ActionListener<AcknowledgedResponse> told = request.waitForCompletion() == false
                ? listener
                : listener.delegateFailureAndWrap((l, answer) ->
                        tasks.awaitGone(request.id(), request.timeout(), notEnded(request), l.map(gone -> answer)));
        super.doExecute(task, request, told);
    }

    private static ElasticsearchStatusException notEnded(CancelPartitionAction.Request request) {
        return new ElasticsearchStatusException(
                "run [" + request.id() + "] is told to end, and has not ended within [" + request.timeout() + "]",
                RestStatus.REQUEST_TIMEOUT);
    }

    @Override
    void tell(PartitionTask run, CancelPartitionAction.Request request, ActionListener<AcknowledgedResponse> listener) {
        taskManager.cancelTaskAndDescendants(
                run, "by user request", false, listener.map(nothing -> AcknowledgedResponse.TRUE));
    }
}
