package org.ndd.partition;

import java.util.List;
import java.util.Map;
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
        extends HandledTransportAction<GetPartitionAction.Request, GetPartitionAction.Response> {

    private final RunReports reports;
    private final RunStore store;
    private final RunAge age;

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
                GetPartitionAction.Request::new,
                EsExecutors.DIRECT_EXECUTOR_SERVICE);
        this.reports = new RunReports(client, clusterService);
        this.store = store;
        this.age = new RunAge(client, clusterService, store);
    }

    @Override
    protected void doExecute(
            Task task, GetPartitionAction.Request request, ActionListener<GetPartitionAction.Response> listener) {
        if (request.id() == null) {
            reports.list(request.filter(), shown(request, listener));
        } else {
            reports.get(request.id(), store, shown(request, listener).map(List::of));
        }
    }

    private ActionListener<List<Map<String, Object>>> shown(
            GetPartitionAction.Request request, ActionListener<GetPartitionAction.Response> listener) {
        return listener.delegateFailureAndWrap((l, runs) -> age.add(
                runs,
                l.map(added -> new GetPartitionAction.Response(
                        request.id() != null,
                        request.verbose()
                                ? runs
                                : runs.stream().map(BriefReport::of).toList()))));
    }
}
