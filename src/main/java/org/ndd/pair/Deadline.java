package org.ndd.pair;

import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskManager;
import org.elasticsearch.threadpool.Scheduler;
import org.elasticsearch.threadpool.ThreadPool;

/** Determines when the work for a request has to end: when its task is cancelled, or when its {@code timeout} has elapsed. */
public final class Deadline {

    private final CancellableTask task;
    private final TimeValue timeout;
    private final String late;
    private final String advice;
    private final long start = System.nanoTime();

    /**
     * @param late message about the work that did not finish in time, such as "the pairs were not judged"
     * @param advice an alternative for the user to raising the timeout, such as "send fewer"
     */
    public Deadline(CancellableTask task, TimeValue timeout, String late, String advice) {
        this.task = task;
        this.timeout = timeout;
        this.late = late;
        this.advice = advice;
    }

    /** Throws if the work has to end, with status 408 if it took too long; must be called periodically. */
    public void check() {
        task.ensureNotCancelled();
        if (System.nanoTime() - start > timeout.nanos()) {
            throw tooLate();
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
        SubscribableListener<T> answer = new SubscribableListener<>();
        ElasticsearchStatusException late = tooLate();
        answer.addListener(listener.delegateResponse((l, e) -> {
            if (e == late) {
                // before the listener is notified, which ends the task: descendants of an ended task are not found
                tasks.cancelTaskAndDescendants(task, late.getMessage(), false, ActionListener.noop());
            }
            l.onFailure(e);
        }));
        Scheduler.Cancellable timer = threads.schedule(() -> answer.onFailure(late), timeout, threads.generic());
        answer.addListener(ActionListener.running(timer::cancel));
        return answer;
    }

    private ElasticsearchStatusException tooLate() {
        return new ElasticsearchStatusException(
                late + " within [" + timeout + "]: raise [timeout] or " + advice, RestStatus.REQUEST_TIMEOUT);
    }
}
