package org.ndd.boilerplate;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.telemetry.metric.LongWithAttributes;
import org.elasticsearch.telemetry.metric.MeterRegistry;

/**
 * Searches of a shard that wait for boilerplate of another node, because their own has no copy: all are counted, and only a few per node wait
 * long at the same time. Such a search can neither continue without the boilerplate nor release its thread. So if the node with the boilerplate
 * does not respond, a few searches wait for it, and the threads of all others are free for searches that need no boilerplate. Safe for use by
 * several threads.
 */
public final class BoilerplateWaits {

    /** How many there were, as a metric of Elasticsearch's telemetry: the name is API. */
    public static final String METRIC = "es.ndd.boilerplate.waits.total";

    private final int most;
    private final LongAdder counter = new LongAdder();
    private final AtomicInteger waiting = new AtomicInteger();

    /** @param most maximum number of threads that wait long at the same time, at least 1 */
    public BoilerplateWaits(int most, MeterRegistry meters) {
        this.most = most;
        meters.registerLongAsyncCounter(
                METRIC,
                "searches of a shard that waited for boilerplate",
                "unit",
                () -> new LongWithAttributes(total()));
    }

    /** How many there were since the node started. */
    public long total() {
        return counter.sum();
    }

    /** Counts that a thread queries another node. */
    public void count() {
        counter.increment();
    }

    /**
     * A thread is about to wait for longer.
     *
     * @throws EsRejectedExecutionException (429) where as many do as may
     */
    public void beginLong() {
        if (waiting.incrementAndGet() > most) {
            waiting.decrementAndGet();
            throw new EsRejectedExecutionException(
                    "boilerplate do not come, and [" + most + "] searches of this node wait for them already");
        }
    }

    /** A thread that has begun waits no more. */
    public void endLong() {
        waiting.decrementAndGet();
    }
}
