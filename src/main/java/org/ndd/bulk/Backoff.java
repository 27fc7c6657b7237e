package org.ndd.bulk;

import java.util.Iterator;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.rest.RestStatus;
import org.ndd.compat.Calls;

/** Retries one step of work while the cluster is too busy for it, with growing delays, for about a minute in total. */
public final class Backoff {

    private final Pause pause;
    private final LongAdder retries;
    private final Iterator<TimeValue> delays =
            Calls.backoff(TimeValue.timeValueMillis(500), 11).iterator();

    /** @param retries counts the retries */
    public Backoff(Pause pause, LongAdder retries) {
        this.pause = pause;
        this.retries = retries;
    }

    /** Returns whether a status means that the cluster is too busy at the moment. */
    public static boolean isBusy(RestStatus status) {
        return status == RestStatus.TOO_MANY_REQUESTS || status == RestStatus.SERVICE_UNAVAILABLE;
    }

    /** Repeats the step until it succeeds, or fails permanently. */
    public <T> void run(Consumer<ActionListener<T>> step, ActionListener<T> listener) {
        ActionListener<T> retrying = listener.delegateResponse((l, e) -> {
            if (isBusy(ExceptionsHelper.status(e)) && delays.hasNext()) {
                retries.increment();
                pause.delay(delays.next(), l.delegateFailureAndWrap((again, nothing) -> run(step, again)));
            } else {
                l.onFailure(e);
            }
        });
        ActionListener.run(retrying, step::accept);
    }
}
