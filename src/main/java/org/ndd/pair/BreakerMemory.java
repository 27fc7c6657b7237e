package org.ndd.pair;

import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.ndd.core.compare.ComparisonMemory;

/**
 * Scratch space of comparisons on a circuit breaker: pages too large for the heap are a circuit breaking error, and never the end of the
 * node. What most comparisons take is too little to be counted: with a thread a processor that is some megabytes.
 *
 * @param breaker of the node, such as that of requests
 */
public record BreakerMemory(CircuitBreaker breaker) implements ComparisonMemory {

    private static final long LEAST = 1 << 20;

    /** The same; without bounds if there is no breaker, for example when a query is only parsed. */
    public static ComparisonMemory of(CircuitBreaker breaker) {
        return breaker == null ? UNLIMITED : new BreakerMemory(breaker);
    }

    /** That of requests, of a node's or a search's arrays. */
    public static ComparisonMemory of(BigArrays bigArrays) {
        CircuitBreakerService service = bigArrays.breakerService();
        return of(service == null ? null : service.getBreaker(CircuitBreaker.REQUEST));
    }

    @Override
    public Reserved reserve(long bytes) {
        if (bytes < LEAST) {
            return () -> {};
        }
        breaker.addEstimateBytesAndMaybeBreak(bytes, "ndd comparison");
        return () -> breaker.addWithoutBreaking(-bytes);
    }
}
