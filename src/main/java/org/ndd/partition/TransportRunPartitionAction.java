package org.ndd.partition;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;
import org.ndd.partition.plan.RunSpec;
import org.ndd.partition.wire.RunMessenger;

/** Leads a run from the node it is executed on. */
public final class TransportRunPartitionAction extends TransportAction<RunPartitionAction.Request, PartitionResponse> {

    private final TransportService transportService;
    private final ClusterService clusterService;
    private final Client client;
    private final RunStore store;

    @Inject
    public TransportRunPartitionAction(
            TransportService transportService,
            ActionFilters filters,
            ClusterService clusterService,
            Client client,
            RunStore store) {
        super(
                RunPartitionAction.NAME,
                filters,
                transportService.getTaskManager(),
                transportService.getThreadPool().generic());
        this.transportService = transportService;
        this.clusterService = clusterService;
        this.client = client;
        this.store = store;
    }

    @Override
    protected void doExecute(
            Task task, RunPartitionAction.Request request, ActionListener<PartitionResponse> listener) {
        PartitionTask run = (PartitionTask) task;
        RunRecord record = request.record();
        RunSpec spec = record.spec();
        PartitionProgress progress = PartitionProgress.led(record, System::currentTimeMillis);
        RunIndex runIndex = new RunIndex(client, spec.runId());
        PartitionCoordinator coordinator = new PartitionCoordinator(
                new RunKeeper(record, request.allocation(), progress, clusterService, runIndex, store),
                request.allocation(),
                run,
                progress,
                new RunMessenger(transportService, PartitionAction.NAME),
                clusterService,
                transportService.getThreadPool(),
                new RunPublisher(client, clusterService));
        run.led(coordinator, progress);
        coordinator.run(listener.map(report -> new PartitionResponse(report.id(), report)));
    }
}
