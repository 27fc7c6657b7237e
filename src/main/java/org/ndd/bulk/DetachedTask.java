package org.ndd.bulk;

import java.util.function.Consumer;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskAwareRequest;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.tasks.TaskManager;
import org.ndd.config.NodeServices;

/**
 * A bulk task that continues after the response to its request. Its result is stored in the index of Elasticsearch's task results.
 * Either {@link #run} or {@link #discard} has to be called.
 */
public final class DetachedTask {

    private static final Logger LOGGER = LogManager.getLogger(DetachedTask.class);

    private final TaskManager tasks;
    private final Task task;
    private final TaskId id;

    private DetachedTask(TaskManager tasks, Task task, TaskId id) {
        this.tasks = tasks;
        this.task = task;
        this.id = id;
    }

    /** Registers the task of a request. */
    public static DetachedTask register(
            TaskManager tasks, NodeServices services, String action, TaskAwareRequest request) {
        ThreadContext.StoredContext requestContext =
                services.threads().getThreadContext().newTraceContext();
        try {
            Task task = tasks.register("transport", action, request);
            return new DetachedTask(
                    tasks, task, new TaskId(services.cluster().localNode().getId(), task.getId()));
        } finally {
            requestContext.close();
        }
    }

    public Task task() {
        return task;
    }

    public TaskId id() {
        return id;
    }

    /**
     * Executes the work with the rights of the thread's user, and stores its result, without documents: all users who may see tasks may
     * read it.
     *
     * @param work completes its listener with the result
     */
    public <R extends BulkTaskReport> void run(Consumer<ActionListener<BulkTaskResponse<R>>> work) {
        ActionListener<BulkTaskResponse<BulkTaskReport>> stored = ActionListener.runAfter(
                ActionListener.wrap(
                        response -> {}, e -> LOGGER.warn("the result of task [" + id + "] could not be stored", e)),
                this::discard);
        work.accept(stored.delegateFailureAndWrap(
                (l, response) -> tasks.storeResult(task, response.withoutDocuments(), l)));
    }

    /** Ends the task without a result. */
    public void discard() {
        tasks.unregister(task);
    }
}
