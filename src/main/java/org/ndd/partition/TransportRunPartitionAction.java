package org.ndd.partition;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.HandledTransportAction;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.wire.RunMessenger;

/** Carries out a plan. */
public final class TransportRunPartitionAction
        extends HandledTransportAction<RunPartitionAction.Request, PartitionResponse> {

    private final TransportService transportService;
    private final ClusterService clusterService;
    private final Client client;

    @Inject
    public TransportRunPartitionAction(
            TransportService transportService, ActionFilters filters, ClusterService clusterService, Client client) {
        super(
                RunPartitionAction.NAME,
                transportService,
                filters,
                RunPartitionAction.Request::new,
                transportService.getThreadPool().generic());
        this.transportService = transportService;
        this.clusterService = clusterService;
        this.client = client;
    }

    @Override
    protected void doExecute(
            Task task, RunPartitionAction.Request request, ActionListener<PartitionResponse> listener) {
        PartitionPlan plan = request.plan();
        new PartitionCoordinator(
                        plan,
                        request.dest(),
                        (PartitionTask) task,
                        new RunMessenger(transportService, PartitionAction.NAME),
                        clusterService,
                        transportService.getThreadPool(),
                        request.templatesOnly() ? null : new RunIndex(client, plan.runId()))
                .run(listener.map(report -> new PartitionResponse(report.id(), report)));
    }
}
