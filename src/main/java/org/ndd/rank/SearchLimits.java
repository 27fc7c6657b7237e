package org.ndd.rank;

import org.elasticsearch.core.TimeValue;
import org.elasticsearch.tasks.CancellableTask;

/** When comparisons for a search have to end: with its task, or when its {@code timeout} is over. Safe for use by several threads. */
final class SearchLimits {

    private final CancellableTask task;
    private final TimeValue timeout;
    private final long start = System.nanoTime();
    private volatile boolean exceeded;

    /** @param timeout of the request; null for none */
    SearchLimits(CancellableTask task, TimeValue timeout) {
        this.task = task;
        this.timeout = timeout == null || timeout.nanos() < 0 ? null : timeout;
    }

    /** Thrown out of a comparison; the results so far are the response, so the stack trace is not used. */
    static final class OutOfTimeException extends RuntimeException {

        private OutOfTimeException(TimeValue timeout) {
            super("no more comparisons after [" + timeout + "]", null, false, false);
        }
    }

    /** The request's, for searches that are part of it; null for none. */
    TimeValue timeout() {
        return timeout;
    }

    /**
     * To be called periodically.
     *
     * @throws OutOfTimeException when the time is over
     */
    void check() {
        task.ensureNotCancelled();
        if (timeout != null && System.nanoTime() - start > timeout.nanos()) {
            exceeded = true;
            throw new OutOfTimeException(timeout);
        }
    }

    /** Whether a comparison was left out or not finished. */
    boolean exceeded() {
        return exceeded;
    }
}
