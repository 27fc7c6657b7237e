package org.ndd.partition;

import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.HandledTransportAction;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;

/** Deletes a run, with the rights of who asks. */
public final class TransportDeletePartitionAction
        extends HandledTransportAction<DeletePartitionAction.Request, AcknowledgedResponse> {

    private final ClusterService clusterService;
    private final Client client;
    private final RunReports reports;
    private final RunStore store;

    @Inject
    public TransportDeletePartitionAction(
            TransportService transportService,
            ActionFilters filters,
            ClusterService clusterService,
            Client client,
            RunStore store) {
        super(
                DeletePartitionAction.NAME,
                transportService,
                filters,
                DeletePartitionAction.Request::new,
                transportService.getThreadPool().generic());
        this.clusterService = clusterService;
        this.client = client;
        this.reports = new RunReports(client, clusterService);
        this.store = store;
    }

    @Override
    protected void doExecute(
            Task task, DeletePartitionAction.Request request, ActionListener<AcknowledgedResponse> listener) {
        String run = request.id();
        SubscribableListener.<Map<String, Object>>newForked(l -> reports.get(run, l))
                .<Void>andThen((l, report) -> {
                    checkNobodyNeedsIt(request, report);
                    new RunIndex(client, run).delete(clusterService.state().metadata(), l);
                })
                .<Void>andThen(l -> store.delete(run, l))
                .addListener(listener.map(deleted -> AcknowledgedResponse.TRUE));
    }

    private void checkNobodyNeedsIt(DeletePartitionAction.Request request, Map<String, Object> report) {
        if (RunReports.isRunning(report)) {
            throw new IllegalArgumentException(
                    "[id] must be a run that has ended, but was [" + request.id() + "]: cancel it first");
        }
        RunLabel label = RunLabel.of(clusterService.state().metadata().index(request.id()));
        boolean live =
                label != null && label.isLive(clusterService.state().metadata().index(request.id()));
        if (live && request.force() == false) {
            throw new IllegalArgumentException("[id] must be a run that its destination does not show, but was ["
                    + request.id() + "], which [" + label.dest()
                    + "] shows: publish another run first, or say [force]");
        }
    }
}
