package org.ndd.groups;

import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;

/** Returns groups. */
public final class TransportGroupsAction extends TransportAction<GroupsAction.Request, GroupsAction.Response> {

    private final ClusterService clusterService;
    private final IndexNameExpressionResolver resolver;
    private final Client client;

    @Inject
    public TransportGroupsAction(
            TransportService transportService,
            ActionFilters filters,
            ClusterService clusterService,
            IndexNameExpressionResolver resolver,
            Client client) {
        super(
                GroupsAction.TYPE.name(),
                filters,
                transportService.getTaskManager(),
                EsExecutors.DIRECT_EXECUTOR_SERVICE);
        this.clusterService = clusterService;
        this.resolver = resolver;
        this.client = client;
    }

    @Override
    protected void doExecute(Task task, GroupsAction.Request request, ActionListener<GroupsAction.Response> listener) {
        List<String> indices = List.of(resolver.concreteIndexNames(clusterService.state(), request));
        Client child = new ParentTaskAssigningClient(client, clusterService.localNode(), task);
        new GroupReader(child, indices, request).read(listener.map(GroupsAction.Response::new));
    }
}
