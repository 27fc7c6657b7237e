package org.ndd.partition;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.transport.TransportService;

/** Lets the leader of a run change its speed on all nodes. */
public final class TransportRethrottlePartitionAction extends TransportLeaderAction<RethrottlePartitionAction.Request> {

    @Inject
    public TransportRethrottlePartitionAction(
            TransportService transportService, ActionFilters filters, ClusterService clusterService, Client client) {
        super(
                RethrottlePartitionAction.NAME,
                RethrottlePartitionAction.Request::new,
                transportService,
                filters,
                clusterService,
                client);
    }

    @Override
    void tell(
            PartitionTask run,
            RethrottlePartitionAction.Request request,
            ActionListener<AcknowledgedResponse> listener) {
        run.rethrottle(request.requestsPerSecond(), listener.map(done -> AcknowledgedResponse.TRUE));
    }
}
