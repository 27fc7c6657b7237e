package org.ndd.bulk;

import java.util.concurrent.atomic.AtomicLong;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.core.Releasable;

/** Memory that a circuit breaker accounts for until it is released. Thread-safe. */
public final class ReservedMemory implements Releasable {

    private final CircuitBreaker breaker;
    private final String label;
    private final AtomicLong bytes = new AtomicLong();

    /** @param label names the memory in the error of the breaker */
    public ReservedMemory(CircuitBreaker breaker, String label) {
        this.breaker = breaker;
        this.label = label;
    }

    /** Reserves more bytes; throws {@link org.elasticsearch.common.breaker.CircuitBreakingException}, and reserves none, at the limit. */
    public void add(long more) {
        breaker.addEstimateBytesAndMaybeBreak(more, label);
        bytes.addAndGet(more);
    }

    /** Releases some of the reserved bytes. */
    public void release(long some) {
        breaker.addWithoutBreaking(-some);
        bytes.addAndGet(-some);
    }

    /** Releases all reserved bytes. More can be reserved afterwards. */
    @Override
    public void close() {
        breaker.addWithoutBreaking(-bytes.getAndSet(0));
    }
}
