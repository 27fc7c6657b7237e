package org.ndd.bulk;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionListenerResponseHandler;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.ChannelActionListener;
import org.elasticsearch.action.support.GroupedActionListener;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.transport.TransportRequestOptions;
import org.elasticsearch.transport.TransportService;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.IndicesActionRequest;

/**
 * Lists the active bulk tasks on an index, cancels them or changes their rate. An action on the index rather than on tasks, so that the
 * right to write the index suffices, and no rights on the tasks of the cluster are necessary. Sends the request to all nodes.
 */
public final class BulkTasksAction extends TransportAction<BulkTasksAction.Request, BulkTasksAction.Response> {

    public static final String NAME = "indices:data/write/ndd/tasks";

    public static final ActionType<Response> TYPE = new ActionType<>(NAME);

    /** The operation on the tasks. */
    public enum Operation {
        SHOW,
        CANCEL,
        RETHROTTLE
    }

    /** Names indices; concerns the tasks of a kind all of whose indices are among them. */
    public static final class Request extends IndicesActionRequest {

        private final BulkTaskKind kind;
        private final Operation operation;
        private final double requestsPerSecond;

        private Request(String[] indices, BulkTaskKind kind, Operation operation, double requestsPerSecond) {
            super(indices);
            this.kind = kind;
            this.operation = operation;
            this.requestsPerSecond = requestsPerSecond;
        }

        public static Request show(BulkTaskKind kind, String... indices) {
            return new Request(indices, kind, Operation.SHOW, Double.POSITIVE_INFINITY);
        }

        public static Request cancel(BulkTaskKind kind, String... indices) {
            return new Request(indices, kind, Operation.CANCEL, Double.POSITIVE_INFINITY);
        }

        /** @param requestsPerSecond see {@link BulkTaskSpeed} */
        public static Request rethrottle(BulkTaskKind kind, double requestsPerSecond, String... indices) {
            return new Request(indices, kind, Operation.RETHROTTLE, requestsPerSecond);
        }

        public Request(StreamInput in) throws IOException {
            super(in);
            kind = in.readEnum(BulkTaskKind.class);
            operation = in.readEnum(Operation.class);
            requestsPerSecond = in.readDouble();
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            super.writeTo(out);
            out.writeEnum(kind);
            out.writeEnum(operation);
            out.writeDouble(requestsPerSecond);
        }

        public BulkTaskKind kind() {
            return kind;
        }

        public Operation operation() {
            return operation;
        }

        public double requestsPerSecond() {
            return requestsPerSecond;
        }
    }

    /**
     * A task that is running.
     *
     * @param task its id
     * @param description of the request
     * @param report its progress
     */
    public record Running(TaskId task, String description, BulkTaskReport report) implements Writeable {

        Running(StreamInput in) throws IOException {
            this(TaskId.readFromStream(in), in.readString(), (BulkTaskReport) in.readNamedWriteable(Task.Status.class));
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            task.writeTo(out);
            out.writeString(description);
            out.writeNamedWriteable(report);
        }
    }

    /** The tasks that were found, with their progress after the operation. */
    public static final class Response extends ActionResponse implements ToXContentObject {

        private final BulkTaskKind kind;
        private final List<Running> tasks;

        public Response(BulkTaskKind kind, List<Running> tasks) {
            this.kind = kind;
            this.tasks = List.copyOf(tasks);
        }

        public Response(StreamInput in) throws IOException {
            this(in.readEnum(BulkTaskKind.class), in.readCollectionAsList(Running::new));
        }

        static Response merge(BulkTaskKind kind, Iterable<Response> ofNodes) {
            List<Running> all = new ArrayList<>();
            ofNodes.forEach(response -> all.addAll(response.tasks));
            return new Response(kind, all);
        }

        public List<Running> tasks() {
            return tasks;
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeEnum(kind);
            out.writeCollection(tasks);
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            builder.startObject().startArray(kind.plural());
            for (Running running : tasks) {
                builder.startObject();
                builder.field("task", running.task().toString());
                builder.field("description", running.description());
                builder.field("status", running.report());
                builder.endObject();
            }
            return builder.endArray().endObject();
        }
    }

    private static final String ON_NODE = NAME + "[n]";
    private static final TimeValue TIMEOUT = TimeValue.timeValueSeconds(30);

    private final TransportService transportService;
    private final ClusterService clusterService;
    private final IndexNameExpressionResolver resolver;

    @Inject
    public BulkTasksAction(
            TransportService transportService,
            ActionFilters filters,
            ClusterService clusterService,
            IndexNameExpressionResolver resolver) {
        super(NAME, filters, transportService.getTaskManager(), EsExecutors.DIRECT_EXECUTOR_SERVICE);
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
