package org.ndd.template;

import java.util.concurrent.atomic.AtomicInteger;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;

/**
 * How many threads of a node wait long for templates at once. A search of a shard cannot go on without them and cannot give its thread back
 * either; so where the node that has the templates does not answer, a few searches wait for it, and the threads of all others are free for
 * searches that need none. Safe for use by several threads.
 */
public final class LongWaits {

    private final int most;
    private final AtomicInteger waiting = new AtomicInteger();

    /** @param most threads, at least 1 */
    public LongWaits(int most) {
        this.most = most;
    }

    /**
     * A thread is about to wait for longer.
     *
     * @throws EsRejectedExecutionException (429) where as many do as may
     */
    public void begin() {
        if (waiting.incrementAndGet() > most) {
            waiting.decrementAndGet();
            throw new EsRejectedExecutionException(
                    "site templates do not come, and [" + most + "] searches of this node wait for them already");
        }
    }

    /** A thread that has begun waits no more. */
    public void end() {
        waiting.decrementAndGet();
    }
}
