package org.ndd.throttle;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.threadpool.ThreadPool;

/**
 * Waits without holding a thread. Checks the remaining time every half second, so that a cancelled task and another speed are seen soon.
 */
public final class Pause {

    private static final long NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long MAX_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final ThreadPool threadPool;
    private final Runnable check;

    /** @param task whose work waits */
    public Pause(CancellableTask task, ThreadPool threadPool) {
        this(threadPool, () -> ensureNotCancelled(task));
    }

    /**
     * @param task whose work waits
     * @param check fails if there is nothing to wait for any more; cheap, as it is called twice per second
     */
    public Pause(CancellableTask task, ThreadPool threadPool, Runnable check) {
        this(threadPool, () -> {
            ensureNotCancelled(task);
            check.run();
        });
    }

    /** @param check fails if there is nothing to wait for any more; cheap, as it is called twice per second */
    public Pause(ThreadPool threadPool, Runnable check) {
        this.threadPool = threadPool;
        this.check = check;
    }

    private static void ensureNotCancelled(CancellableTask task) {
        if (task.isCancelled()) {
            throw new TaskCancelledException(task.getReasonCancelled());
        }
    }

    /** For a span of time. */
    public void delay(TimeValue span, ActionListener<Void> listener) {
        long end = System.nanoTime() + span.nanos();
        until(() -> end - System.nanoTime(), listener);
    }

    /**
     * Waits until no time remains.
     *
     * @param remainingNanos remaining nanoseconds; 0 or less for the end
     * @param listener fails if the task is cancelled or the check fails
     */
    public void until(LongSupplier remainingNanos, ActionListener<Void> listener) {
        ActionListener.run(listener, l -> {
            check.run();
            long remaining = remainingNanos.getAsLong();
            if (remaining <= 0) {
                l.onResponse(null);
            } else {
                threadPool.schedule(
                        () -> until(remainingNanos, l),
                        wholeMillis(Math.min(remaining, MAX_INTERVAL_NANOS)),
                        threadPool.generic());
            }
        });
    }

    /** Rounds up, as the scheduler drops parts of a millisecond, and would call again immediately and repeatedly. */
    private static TimeValue wholeMillis(long nanos) {
        return TimeValue.timeValueMillis((nanos + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
    }
}
