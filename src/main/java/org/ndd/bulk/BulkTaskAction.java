package org.ndd.bulk;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.FailedNodeException;
import org.elasticsearch.action.NoSuchNodeException;
import org.elasticsearch.action.TaskOperationFailure;
import org.elasticsearch.action.admin.cluster.node.tasks.list.ListTasksResponse;
import org.elasticsearch.action.support.tasks.BaseTasksRequest;
import org.elasticsearch.action.support.tasks.TransportTasksAction;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.tasks.TaskInfo;
import org.ndd.bulk.BulkAction.BulkTaskRequest;
import org.ndd.config.NodeServices.ActionServices;

/**
 * Cancels a bulk task or changes its speed, by the id of the task, as the API of {@code _reindex} does. Unlike the cancel API of all tasks,
 * which requires the right to cancel any task of the cluster, this action finds only bulk tasks.
 */
public final class BulkTaskAction
        extends TransportTasksAction<BulkTask, BulkTaskAction.Request, ListTasksResponse, TaskInfo> {

    public static final String NAME = "cluster:admin/ndd/tasks";

    public static final ActionType<ListTasksResponse> TYPE = new ActionType<>(NAME);

    public static final class Request extends BaseTasksRequest<Request> {

        private final BulkTask.Kind kind;
        /** Maximum number of documents per second, infinite for no limit; {@code null} to cancel the task. */
        public final Double requestsPerSecond;

        private Request(BulkTask.Kind kind, TaskId task, Double requestsPerSecond) {
            this.kind = kind;
            this.requestsPerSecond = requestsPerSecond;
            setTargetTaskId(task);
        }

        public static Request cancel(BulkTask.Kind kind, TaskId task) {
            return new Request(kind, task, null);
        }

        /** @param requestsPerSecond see {@link BulkTaskRequest#checkSpeed} */
        public static Request rethrottle(BulkTask.Kind kind, TaskId task, double requestsPerSecond) {
            BulkTaskRequest.checkSpeed(requestsPerSecond);
            return new Request(kind, task, requestsPerSecond);
        }

        public Request(StreamInput in) throws IOException {
            super(in);
            kind = in.readEnum(BulkTask.Kind.class);
            requestsPerSecond = in.readOptionalDouble();
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            super.writeTo(out);
            out.writeEnum(kind);
            out.writeOptionalDouble(requestsPerSecond);
        }

        @Override
        public boolean match(Task task) {
            return super.match(task) && task instanceof BulkTask bulk && bulk.kind() == kind;
        }
    }

    @Inject
    public BulkTaskAction(ActionServices action) {
        super(
                NAME,
                action.node().cluster(),
                action.transport(),
                action.filters(),
                Request::new,
                TaskInfo::from,
                EsExecutors.DIRECT_EXECUTOR_SERVICE);
    }

    @Override
    protected void taskOperation(
            CancellableTask action, Request request, BulkTask task, ActionListener<TaskInfo> listener) {
        ActionListener<Void> done =
                listener.map(ignored -> task.taskInfo(clusterService.localNode().getId(), true));
        if (request.requestsPerSecond == null) {
            taskManager.cancelTaskAndDescendants(task, "by user request", false, done);
        } else {
            task.throttle().perSecond(request.requestsPerSecond);
            done.onResponse(null);
        }
    }

    @Override
    protected ListTasksResponse newResponse(
            Request request,
            List<TaskInfo> tasks,
            List<TaskOperationFailure> taskFailures,
            List<FailedNodeException> nodeFailures) {
        if (tasks.isEmpty()) {
            throw notFound(request, nodeFailures);
        }
        return new ListTasksResponse(tasks, taskFailures, nodeFailures);
    }

    /**
     * Returns the error (404) for an unknown node or task. Elasticsearch reports it in a response with status 200, which clients overlook.
     */
    private static ElasticsearchException notFound(Request request, List<FailedNodeException> failures) {
        for (FailedNodeException failure : failures) {
            Throwable cause = ExceptionsHelper.unwrapCause(failure.getCause());
            boolean unknown = cause instanceof ResourceNotFoundException || cause instanceof NoSuchNodeException;
            if (unknown == false) {
                return failure;
            }
        }
        return new ResourceNotFoundException("[task_id] must be the id of an active task of [" + request.kind.value()
                + "], but was [" + request.getTargetTaskId() + "]");
    }
}
