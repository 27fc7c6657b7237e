package org.ndd.bulk;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.node.NodeClosedException;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.ndd.config.ActionServices;
import org.ndd.config.LocalAction;

/**
 * Checks a request and executes its bulk task on this node, with the rights of the requesting user: in the task of the request if the
 * request waits for completion. Otherwise the work has a separate task, and Elasticsearch stores its result in the index of task results.
 */
public abstract class BulkAction<Request extends BulkTaskRequest> extends LocalAction<Request, BulkTaskResponse> {

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

    /** Checks a request. */
    protected abstract void check(Task task, Request request, ActionListener<Execution> listener);

    @Override
    protected void doExecute(Task task, Request request, ActionListener<BulkTaskResponse> listener) {
        SubscribableListener.<Execution>newForked(l -> check(task, request, l))
                .<BulkTaskResponse>andThen((l, execution) -> {
                    if (request.waitForCompletion()) {
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
}
