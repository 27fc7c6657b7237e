package org.ndd.partition;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.transport.TransportService;

/** Cancels the task of a run, and with it all that is under way on any node. */
public final class TransportCancelPartitionAction extends TransportLeaderAction<RunIdRequest> {

    @Inject
    public TransportCancelPartitionAction(
            TransportService transportService, ActionFilters filters, ClusterService clusterService, Client client) {
        super(CancelPartitionAction.NAME, RunIdRequest::new, transportService, filters, clusterService, client);
    }

    @Override
    void tell(PartitionTask run, RunIdRequest request, ActionListener<AcknowledgedResponse> listener) {
        taskManager.cancelTaskAndDescendants(
                run, "by user request", false, listener.map(nothing -> AcknowledgedResponse.TRUE));
    }
}
