package org.ndd.partition;

import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.HandledTransportAction;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.index.Index;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;

/** Shows the groups of a run, with the rights of who asks. */
public final class TransportPublishPartitionAction
        extends HandledTransportAction<RunIdRequest, PublishPartitionAction.Response> {

    private final ClusterService clusterService;
    private final RunReports reports;
    private final RunPublisher publisher;

    @Inject
    public TransportPublishPartitionAction(
            TransportService transportService, ActionFilters filters, ClusterService clusterService, Client client) {
        super(
                PublishPartitionAction.NAME,
                transportService,
                filters,
                RunIdRequest::new,
                transportService.getThreadPool().generic());
        this.clusterService = clusterService;
        this.reports = new RunReports(client, clusterService);
        this.publisher = new RunPublisher(client, clusterService);
    }

    @Override
    protected void doExecute(
            Task task, RunIdRequest request, ActionListener<PublishPartitionAction.Response> listener) {
        reports.get(request.id(), listener.delegateFailureAndWrap((l, report) -> {
            String run = request.id();
            String dest = publishable(run, report);
            ClusterState state = clusterService.state();
            new PartitionValidator(state).checkDest(dest, new Index[0]);
            IndexMetadata shown = RunLabel.shownBy(state, dest);
            String before = shown == null ? null : shown.getIndex().getName();
            publisher.publish(run, dest, l.map(done -> new PublishPartitionAction.Response(run, dest, before)));
        }));
    }

    /** The destination of a run that has groups to show. */
    private String publishable(String run, Map<String, Object> report) {
        Object state = report.get("state");
        RunLabel label = RunLabel.of(clusterService.state().metadata().index(run));
        if (PartitionReport.State.COMPLETED.value().equals(state) == false || label == null || label.dryRun()) {
            boolean dry = label != null && label.dryRun();
            throw new IllegalArgumentException("[id] must be a run that is completed and wrote its groups, but was ["
                    + run + "], which " + (dry ? "was a dry run" : "is [" + state + "]"));
        }
        return label.dest();
    }
}
