package org.ndd.bulk;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.threadpool.ThreadPool;

/**
 * Waits without blocking a thread. Checks the remaining time at least every 500 ms, so that a cancellation or a change of speed soon has an
 * effect.
 *
 * @param check fails if the wait is not needed any more; must be fast, because it is called twice per second
 */
public record Pause(ThreadPool threadPool, Runnable check) {

    private static final long NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long MAX_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final TimeValue MAX_BUSY_DURATION = TimeValue.timeValueMinutes(1);

    public Pause(CancellableTask task, ThreadPool threadPool) {
        this(threadPool, () -> ensureNotCancelled(task));
    }

    public Pause(CancellableTask task, ThreadPool threadPool, Runnable check) {
        this(threadPool, () -> {
            ensureNotCancelled(task);
            check.run();
        });
    }

    private static void ensureNotCancelled(CancellableTask task) {
        if (task.isCancelled()) {
            throw new TaskCancelledException(task.getReasonCancelled());
        }
    }

    public void delay(TimeValue span, ActionListener<Void> listener) {
        long end = System.nanoTime() + span.nanos();
        until(() -> end - System.nanoTime(), listener);
    }

    /** Waits until 0 or less nanoseconds remain. The listener fails if the task is cancelled or the check fails. */
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

    /** Repeats one step of work while the cluster is too busy for it, for about a minute. The check does not interrupt a running step. */
    <T> void retryWhileBusy(LongAdder retries, Consumer<ActionListener<T>> step, ActionListener<T> listener) {
        AtomicBoolean repeated = new AtomicBoolean();
        Consumer<ActionListener<T>> action = l -> {
            if (repeated.getAndSet(true)) {
                check.run();
                retries.increment();
            }
            step.accept(l);
        };
        RetryUntilTimeout.run(threadPool, MAX_BUSY_DURATION, null, TransientFailures::isBusy, action, listener);
    }

    /** Rounds up, because the scheduler truncates to milliseconds, and would call again immediately and repeatedly. */
    private static TimeValue wholeMillis(long nanos) {
        return TimeValue.timeValueMillis((nanos + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
    }
}
