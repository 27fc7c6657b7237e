package org.ndd.bulk;

import java.util.function.BiConsumer;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskAwareRequest;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.tasks.TaskManager;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.xcontent.ToXContentObject;

/** A job that goes on when its request is answered: in a task of its own, whose result is kept where those of Elasticsearch's own are. */
public final class DetachedTask {

    private static final Logger LOGGER = LogManager.getLogger(DetachedTask.class);

    private DetachedTask() {}

    /**
     * Begins the work, in the name of the user of the thread.
     *
     * @param work gets the task that the request makes, and says what came of it
     * @return the id of the task
     */
    public static <R extends ActionResponse & ToXContentObject> TaskId start(
            TaskManager tasks,
            ThreadPool threadPool,
            ClusterService clusterService,
            String action,
            TaskAwareRequest request,
            BiConsumer<Task, ActionListener<R>> work) {
        Task task = register(tasks, threadPool, action, request);
        TaskId id = new TaskId(clusterService.localNode().getId(), task.getId());
        ActionListener<R> stored = ActionListener.runAfter(
                ActionListener.wrap(
                        response -> {}, e -> LOGGER.warn("the result of task [" + id + "] could not be stored", e)),
                () -> tasks.unregister(task));
        work.accept(task, stored.delegateFailureAndWrap((l, response) -> tasks.storeResult(task, response, l)));
        return id;
    }

    private static Task register(TaskManager tasks, ThreadPool threadPool, String action, TaskAwareRequest request) {
        ThreadContext.StoredContext ofTheRequest = threadPool.getThreadContext().newTraceContext();
        try {
            return tasks.register("transport", action, request);
        } finally {
            ofTheRequest.close();
        }
    }
}
