package org.ndd.partition;

import java.util.function.Consumer;
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
public final class Persistently extends RetryableAction<Void> {

    private static final Logger logger = LogManager.getLogger(Persistently.class);
    private static final TimeValue FIRST_PAUSE = TimeValue.timeValueMillis(250);
    private static final TimeValue LONGEST_PAUSE = TimeValue.timeValueSeconds(5);

    private final Consumer<ActionListener<Void>> action;

    private Persistently(
            ThreadPool threadPool,
            TimeValue timeout,
            Consumer<ActionListener<Void>> action,
            ActionListener<Void> listener) {
        super(logger, threadPool, FIRST_PAUSE, LONGEST_PAUSE, timeout, listener, threadPool.generic());
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
        Persistently persistently = new Persistently(
                threadPool,
                timeout,
                action,
                // what follows is done in the name of who began it, and not of who cancelled it
                ContextPreservingActionListener.wrapPreservingContext(listener, threadPool.getThreadContext()));
        persistently.run();
        if (task != null) {
            task.addListener(() -> persistently.cancel(new TaskCancelledException("cancelled")));
        }
    }

    @Override
    public void tryAction(ActionListener<Void> listener) {
        action.accept(listener);
    }

    @Override
    public boolean shouldRetry(Exception e) {
        return PassingFailures.passes(e) && e instanceof IndexNotFoundException == false;
    }
}
