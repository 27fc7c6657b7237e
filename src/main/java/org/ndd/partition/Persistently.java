package org.ndd.partition;

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
import org.ndd.partition.wire.PassingFailures;

/** Retries a small action until it succeeds, while what makes it fail may pass. */
public final class Persistently<T> extends RetryableAction<T> {

    private static final Logger logger = LogManager.getLogger(Persistently.class);
    private static final TimeValue FIRST_PAUSE = TimeValue.timeValueMillis(250);
    private static final TimeValue LONGEST_PAUSE = TimeValue.timeValueSeconds(5);

    /** Between that a shard has left a node, or a node the cluster, and that another node hears of it. */
    private static final TimeValue LONGEST_MOVE = TimeValue.timeValueSeconds(10);

    private final Predicate<Exception> passes;
    private final Consumer<ActionListener<T>> action;

    private Persistently(
            ThreadPool threadPool,
            TimeValue timeout,
            Predicate<Exception> passes,
            Consumer<ActionListener<T>> action,
            ActionListener<T> listener) {
        super(logger, threadPool, FIRST_PAUSE, LONGEST_PAUSE, timeout, listener, threadPool.generic());
        this.passes = passes;
        this.action = action;
    }

    /**
     * Does it.
     *
     * @param timeout how long it is tried
     * @param task ends it when cancelled; {@code null} for what has to be done anyway
     */
    public static void run(
            ThreadPool threadPool,
            TimeValue timeout,
            CancellableTask task,
            Consumer<ActionListener<Void>> action,
            ActionListener<Void> listener) {
        run(
                threadPool,
                timeout,
                task,
                e -> PassingFailures.passes(e) && e instanceof IndexNotFoundException == false,
                action,
                listener);
    }

    /**
     * Asks shards where they are, and again where they are then, if they have moved before they could answer.
     *
     * @param task ends it when cancelled
     * @param action finds out where they are, and asks
     */
    static <T> void whereShardsAre(
            ThreadPool threadPool,
            CancellableTask task,
            Consumer<ActionListener<T>> action,
            ActionListener<T> listener) {
        run(threadPool, LONGEST_MOVE, task, PassingFailures::isMove, action, listener);
    }

    private static <T> void run(
            ThreadPool threadPool,
            TimeValue timeout,
            CancellableTask task,
            Predicate<Exception> passes,
            Consumer<ActionListener<T>> action,
            ActionListener<T> listener) {
        Persistently<T> persistently = new Persistently<>(
                threadPool,
                timeout,
                passes,
                action,
                // what follows is done in the name of who began it, and not of who cancelled it
                ContextPreservingActionListener.wrapPreservingContext(listener, threadPool.getThreadContext()));
        persistently.run();
        if (task != null) {
            task.addListener(() -> persistently.cancel(new TaskCancelledException("cancelled")));
        }
    }

    @Override
    public void tryAction(ActionListener<T> listener) {
        action.accept(listener);
    }

    @Override
    public boolean shouldRetry(Exception e) {
        return passes.test(e);
    }
}
