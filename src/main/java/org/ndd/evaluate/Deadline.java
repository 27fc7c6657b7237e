package org.ndd.evaluate;

import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;

/** When the work for a request has to end: with its task, or when its {@code timeout} is over. */
final class Deadline {

    private final CancellableTask task;
    private final TimeValue timeout;
    private final String advice;
    private final long start = System.nanoTime();

    /** @param advice what a user may do beside raising the timeout, such as "send fewer" */
    Deadline(CancellableTask task, TimeValue timeout, String advice) {
        this.task = task;
        this.timeout = timeout;
        this.advice = advice;
    }

    /** Called now and then; throws when the work has to end, with 408 where it took too long. */
    void check() {
        task.ensureNotCancelled();
        if (System.nanoTime() - start > timeout.nanos()) {
            throw new ElasticsearchStatusException(
                    "the pairs were not judged within [" + timeout + "]: raise [timeout] or " + advice,
                    RestStatus.REQUEST_TIMEOUT);
        }
    }
}
