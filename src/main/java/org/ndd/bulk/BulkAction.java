package org.ndd.bulk;

import java.io.IOException;
import java.util.Map;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.node.NodeClosedException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.bulk.BulkTask.Operation;
import org.ndd.config.LocalAction;
import org.ndd.config.LocalAction.IndicesActionRequest;
import org.ndd.config.LocalAction.LocalResponse;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.config.Speed;

/**
 * Checks a request and executes its bulk task on this node, with the rights of the requesting user: in the task of the request if the
 * request waits for completion. Otherwise the work has a separate task, and Elasticsearch stores its result in the index of task results.
 */
public abstract class BulkAction<Request extends BulkAction.BulkTaskRequest>
        extends LocalAction<Request, BulkAction.BulkTaskResponse> {

    private static final Logger LOGGER = LogManager.getLogger(BulkAction.class);

    /** A request that passed all checks. */
    public interface Execution {

        /** Prepares the execution. Failures are errors of the request. */
        default void prepare(TaskId task, ActionListener<Void> listener) {
            listener.onResponse(null);
        }

        /** @param listener never fails: errors are in the report */
        void start(BulkTask task, ActionListener<BulkTaskReport> listener);
    }

    protected BulkAction(ActionType<BulkTaskResponse> type, ActionServices action) {
        super(type, action);
    }

    protected abstract void check(Task task, Request request, ActionListener<Execution> listener);

    @Override
    protected void doExecute(Task task, Request request, ActionListener<BulkTaskResponse> listener) {
        SubscribableListener.<Execution>newForked(l -> check(task, request, l))
                .<BulkTaskResponse>andThen((l, execution) -> {
                    if (request.waitForCompletion) {
                        execution.prepare(
                                id(task),
                                l.delegateFailureAndWrap((m, prepared) ->
                                        execution.start((BulkTask) task, m.map(BulkTaskResponse::new))));
                    } else {
                        startDetached(execution, register(request), l);
                    }
                })
                .addListener(listener);
    }

    private TaskId id(Task task) {
        return new TaskId(services.cluster().localNode().getId(), task.getId());
    }

    @SuppressWarnings("try") // the context is closed, not used
    private BulkTask register(Request request) {
        try (ThreadContext.StoredContext ignored =
                services.threads().getThreadContext().newTraceContext()) {
            return (BulkTask) taskManager.register("transport", actionName, request);
        }
    }

    private void startDetached(Execution execution, BulkTask task, ActionListener<BulkTaskResponse> listener) {
        TaskId id = id(task);
        execution.prepare(
                id,
                listener.delegateResponse((l, e) -> {
                            taskManager.unregister(task);
                            l.onFailure(e);
                        })
                        .map(prepared -> {
                            execution.start(task, storingResult(task, id));
                            return new BulkTaskResponse(id);
                        }));
    }

    /** Stores the report without documents, because all users with the right to see tasks may read it. */
    private ActionListener<BulkTaskReport> storingResult(BulkTask task, TaskId id) {
        ActionListener<BulkTaskResponse> stored = ActionListener.runAfter(
                ActionListener.wrap(
                        response -> {}, e -> LOGGER.warn("the result of task [" + id + "] could not be stored", e)),
                () -> taskManager.unregister(task));
        return stored.delegateFailureAndWrap((l, report) -> {
            if (services.threads().scheduler().isShutdown()) {
                // storing is repeated by the scheduler, which throws exceptions now
                throw new NodeClosedException(services.cluster().localNode());
            }
            taskManager.storeResult(task, new BulkTaskResponse(report.withoutDocuments()), l);
        });
    }

    /** A request that starts a bulk task on the node that receives it. */
    public abstract static class BulkTaskRequest extends IndicesActionRequest {

        /** Minimum speed in documents per second. At a lower speed, a point in time would expire between two batches of documents. */
        private static final double MIN_PER_SECOND = 0.1;

        public final Operation operation;
        public final boolean dryRun;
        final double requestsPerSecond;
        public final boolean waitForCompletion;

        /** @param requestsPerSecond see {@link #checkSpeed} */
        protected BulkTaskRequest(
                String[] indices,
                Operation operation,
                boolean dryRun,
                double requestsPerSecond,
                boolean waitForCompletion) {
            super(indices);
            this.operation = operation;
            this.dryRun = dryRun;
            this.requestsPerSecond = requestsPerSecond;
            this.waitForCompletion = waitForCompletion;
        }

        /** Parses a speed: documents per second, at least 0.1, or −1 for no limit. */
        public static double typedSpeed(double value) {
            return checkSpeed(Speed.typed(value));
        }

        /** Checks a speed in documents per second, at least 0.1; infinite for no limit. */
        public static double checkSpeed(double perSecond) {
            Speed.check("requests_per_second", perSecond, MIN_PER_SECOND);
            return perSecond;
        }

        @Override
        public final Task createTask(
                long id, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
            return new BulkTask(id, type, action, this, parentTaskId, headers);
        }
    }

    /** The report of a bulk task, or its id if it continues. */
    public static final class BulkTaskResponse extends LocalResponse {

        /** The id of the task that continues, or the empty id. */
        public final TaskId task;
        /** The report at the end; {@code null} if the task continues. */
        public final BulkTaskReport report;

        public BulkTaskResponse(TaskId task) {
            this.task = task;
            this.report = null;
        }

        public BulkTaskResponse(BulkTaskReport report) {
            this.task = TaskId.EMPTY_TASK_ID;
            this.report = report;
        }

        /** Returns 200, or the status of the failure that ended the task. */
        public RestStatus status() {
            return report == null ? RestStatus.OK : report.status();
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            if (report != null) {
                return report.toXContent(builder, params);
            }
            return builder.startObject().field("task", task.toString()).endObject();
        }
    }
}
