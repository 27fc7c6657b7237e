package org.ndd.partition;

import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.HandledTransportAction;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;

/** Reads reports of runs. */
public final class TransportGetPartitionAction
        extends HandledTransportAction<RunIdRequest, GetPartitionAction.Response> {

    private final RunReports reports;
    private final RunStore store;

    @Inject
    public TransportGetPartitionAction(
            TransportService transportService,
            ActionFilters filters,
            ClusterService clusterService,
            Client client,
            RunStore store) {
        super(
                GetPartitionAction.NAME,
                transportService,
                filters,
                RunIdRequest::new,
                EsExecutors.DIRECT_EXECUTOR_SERVICE);
        this.reports = new RunReports(client, clusterService);
        this.store = store;
    }

    @Override
    protected void doExecute(Task task, RunIdRequest request, ActionListener<GetPartitionAction.Response> listener) {
        if (request.id() == null) {
            reports.list(listener.map(runs -> new GetPartitionAction.Response(false, runs)));
        } else {
            reports.get(request.id(), store, listener.map(run -> new GetPartitionAction.Response(true, List.of(run))));
        }
    }
}
