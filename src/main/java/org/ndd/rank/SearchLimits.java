package org.ndd.rank;

import org.elasticsearch.core.TimeValue;
import org.elasticsearch.tasks.CancellableTask;

/**
 * Determines when comparisons for a search have to end: when its task is cancelled, or when its {@code timeout} has elapsed. Thread-safe.
 */
final class SearchLimits {

    private final CancellableTask task;
    private final TimeValue timeout;
    private final long start = System.nanoTime();
    private volatile boolean exceeded;

    /**
     * Starts to measure the time.
     *
     * @param timeout timeout of the request; null for none
     */
    SearchLimits(CancellableTask task, TimeValue timeout) {
        this.task = task;
        this.timeout = timeout == null || timeout.nanos() < 0 ? null : timeout;
    }

    /** Ends a comparison. Has no stack trace, since the response contains the results so far. */
    static final class OutOfTimeException extends RuntimeException {

        private OutOfTimeException(TimeValue timeout) {
            super("no more comparisons after [" + timeout + "]", null, false, false);
        }
    }

    /** Returns the timeout for searches that are part of the request; null for none. */
    TimeValue timeout() {
        return timeout;
    }

    /**
     * Checks the limits; must be called periodically.
     *
     * @throws OutOfTimeException when the timeout has elapsed
     */
    void check() {
        task.ensureNotCancelled();
        if (timeout != null && System.nanoTime() - start > timeout.nanos()) {
            exceeded = true;
            throw new OutOfTimeException(timeout);
        }
    }

    /** Returns whether a comparison was omitted or not finished. */
    boolean exceeded() {
        return exceeded;
    }
}
