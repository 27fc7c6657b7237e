package org.ndd.bulk;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ContextPreservingActionListener;
import org.elasticsearch.action.support.RetryableAction;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.threadpool.ThreadPool;

/** Retries a short action until it succeeds, while its failures are transient. */
public final class RetryUntilTimeout<T> extends RetryableAction<T> {

    private static final Logger logger = LogManager.getLogger(RetryUntilTimeout.class);
    private static final TimeValue FIRST_PAUSE = TimeValue.timeValueMillis(250);
    private static final TimeValue LONGEST_PAUSE = TimeValue.timeValueSeconds(5);

    /** Maximum delay until a node receives the cluster state in which a shard has left another node, or a node has left the cluster. */
    private static final TimeValue MAX_MOVE_DURATION = TimeValue.timeValueSeconds(10);

    private final Predicate<Exception> isTransient;
    private final Consumer<ActionListener<T>> action;

    private RetryUntilTimeout(
            ThreadPool threadPool,
            TimeValue timeout,
            Predicate<Exception> isTransient,
            Consumer<ActionListener<T>> action,
            ActionListener<T> listener) {
        super(logger, threadPool, FIRST_PAUSE, LONGEST_PAUSE, timeout, listener, threadPool.generic());
        this.isTransient = isTransient;
        this.action = action;
    }

    /**
     * @param timeout maximum duration of the retries
     * @param task ends the retries when cancelled; {@code null} for an action that must not be cancelled
     */
    public static <T> void run(
            ThreadPool threadPool,
            TimeValue timeout,
            CancellableTask task,
            Consumer<ActionListener<T>> action,
            ActionListener<T> listener) {
        run(
                threadPool,
                timeout,
                task,
                e -> TransientFailures.isTransient(e) && e instanceof IndexNotFoundException == false,
                action,
                listener);
    }

    /** Sends requests to the nodes of shards, and repeats that with the new nodes if shards moved before they responded. */
    public static <T> void onNodesOfShards(
            ThreadPool threadPool,
            CancellableTask task,
            Consumer<ActionListener<T>> action,
            ActionListener<T> listener) {
        run(threadPool, MAX_MOVE_DURATION, task, TransientFailures::isMove, action, listener);
    }

    public static <T> void run(
            ThreadPool threadPool,
            TimeValue timeout,
            CancellableTask task,
            Predicate<Exception> isTransient,
            Consumer<ActionListener<T>> action,
            ActionListener<T> listener) {
        AtomicReference<RetryUntilTimeout<T>> active = new AtomicReference<>();
        RetryUntilTimeout<T> retries = new RetryUntilTimeout<>(
                threadPool,
                timeout,
                isTransient,
                action,
                // the listener runs as the user who started the action, not as the user who cancelled it
                ContextPreservingActionListener.wrapPreservingContext(
                        ActionListener.runBefore(listener, () -> active.set(null)), threadPool.getThreadContext()));
        active.set(retries);
        retries.run();
        if (task != null) {
            // a task keeps its listeners until it ends, so they must not keep each action, such as a bulk
            task.addListener(() -> {
                RetryUntilTimeout<T> remaining = active.get();
                if (remaining != null) {
                    remaining.cancel(new TaskCancelledException("cancelled"));
                }
            });
        }
    }

    @Override
    public void tryAction(ActionListener<T> listener) {
        action.accept(listener);
    }

    @Override
    public boolean shouldRetry(Exception e) {
        return isTransient.test(e);
    }
}
