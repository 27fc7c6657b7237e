package org.ndd.bulk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionListenerResponseHandler;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.ChannelActionListener;
import org.elasticsearch.action.support.GroupedActionListener;
import org.elasticsearch.action.support.HandledTransportAction;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.transport.TransportRequestOptions;
import org.elasticsearch.transport.TransportService;
import org.ndd.bulk.BulkTasksAction.Operation;
import org.ndd.bulk.BulkTasksAction.Request;
import org.ndd.bulk.BulkTasksAction.Response;
import org.ndd.bulk.BulkTasksAction.Running;

/** Requests from all nodes their bulk tasks on the indices, which the user's rights were checked for. */
public final class TransportBulkTasksAction extends HandledTransportAction<Request, Response> {

    private static final String ON_NODE = BulkTasksAction.NAME + "[n]";
    private static final TimeValue TIMEOUT = TimeValue.timeValueSeconds(30);

    private final TransportService transportService;
    private final ClusterService clusterService;
    private final IndexNameExpressionResolver resolver;

    @Inject
    public TransportBulkTasksAction(
            TransportService transportService,
            ActionFilters filters,
            ClusterService clusterService,
            IndexNameExpressionResolver resolver) {
        super(BulkTasksAction.NAME, transportService, filters, Request::new, EsExecutors.DIRECT_EXECUTOR_SERVICE);
        this.transportService = transportService;
        this.clusterService = clusterService;
        this.resolver = resolver;
        transportService.registerRequestHandler(
                ON_NODE,
                transportService.getThreadPool().generic(),
                Request::new,
                (request, channel, task) -> onNode(request, new ChannelActionListener<>(channel)));
    }

    @Override
    protected void doExecute(Task task, Request request, ActionListener<Response> listener) {
        Collection<DiscoveryNode> nodes = clusterService.state().nodes().getAllNodes();
        GroupedActionListener<Response> answers = new GroupedActionListener<>(
                nodes.size(), listener.map(responses -> Response.merge(request.kind(), responses)));
        for (DiscoveryNode node : nodes) {
            transportService.sendRequest(
                    node,
                    ON_NODE,
                    request,
                    TransportRequestOptions.timeout(TIMEOUT),
                    new ActionListenerResponseHandler<>(answers, Response::new, EsExecutors.DIRECT_EXECUTOR_SERVICE));
        }
    }

    private void onNode(Request request, ActionListener<Response> listener) {
        ActionListener.run(listener, l -> {
            Set<String> indices =
                    new HashSet<>(Arrays.asList(resolver.concreteIndexNames(clusterService.state(), request)));
            List<Running> found = new ArrayList<>();
            for (CancellableTask task : taskManager.getCancellableTasks().values()) {
                if (task instanceof BulkTask<?> bulk
                        && bulk.kind() == request.kind()
                        && bulk.indices().isEmpty() == false
                        && indices.containsAll(bulk.indices())) {
                    apply(request, bulk);
                    TaskId id = new TaskId(clusterService.localNode().getId(), bulk.getId());
                    found.add(new Running(id, bulk.getDescription(), bulk.report()));
                }
            }
            l.onResponse(new Response(request.kind(), found));
        });
    }

    private void apply(Request request, BulkTask<?> bulk) {
        if (request.operation() == Operation.CANCEL) {
            taskManager.cancelTaskAndDescendants(bulk, "by user request", false, ActionListener.noop());
        } else if (request.operation() == Operation.RETHROTTLE) {
            bulk.throttle().perSecond(request.requestsPerSecond());
        }
    }
}
