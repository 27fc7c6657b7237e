package org.ndd.pair;

import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ListenerTimeouts;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskManager;
import org.elasticsearch.threadpool.ThreadPool;

/** Determines when the work for a request has to end: when its task is cancelled, or when its {@code timeout} has elapsed. */
public final class Deadline {

    private final CancellableTask task;
    private final TimeValue timeout;
    private final String timeoutMessage;
    private final String advice;
    private final long start = System.nanoTime();

    /**
     * @param timeoutMessage message about the work that did not finish in time, such as "the pairs were not judged"
     * @param advice an alternative for the user to raising the timeout, such as "send fewer"
     */
    public Deadline(CancellableTask task, TimeValue timeout, String timeoutMessage, String advice) {
        this.task = task;
        this.timeout = timeout;
        this.timeoutMessage = timeoutMessage;
        this.advice = advice;
    }

    /** Throws if the work has to end, with status 408 if it took too long; must be called periodically. */
    public void check() {
        task.ensureNotCancelled();
        if (System.nanoTime() - start > timeout.nanos()) {
            throw timeoutException();
        }
    }

    /**
     * Ends the request when its timeout has elapsed, even if it waits. Fails the listener with status 408, and cancels the task with all
     * its descendants on any node.
     *
     * @param listener listener of the request
     * @return listener that the work must notify
     */
    public <T> ActionListener<T> enforce(ThreadPool threads, TaskManager tasks, ActionListener<T> listener) {
        return ListenerTimeouts.wrapWithTimeout(threads, timeout, threads.generic(), listener, l -> {
            ElasticsearchStatusException timedOut = timeoutException();
            // before the listener is notified, which ends the task: descendants of an ended task are not found
            tasks.cancelTaskAndDescendants(task, timedOut.getMessage(), false, ActionListener.noop());
            listener.onFailure(timedOut);
        });
    }

    private ElasticsearchStatusException timeoutException() {
        return new ElasticsearchStatusException(
                timeoutMessage + " within [" + timeout + "]: raise [timeout] or " + advice, RestStatus.REQUEST_TIMEOUT);
    }
}
