package org.ndd.pair;

import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.ndd.core.compare.ComparisonMemory;

/**
 * Accounts for the scratch space of comparisons with a circuit breaker. Pages too large for the heap cause a circuit breaking error instead
 * of an out-of-memory error of the node. Small comparisons are not counted: with one thread per processor they take some megabytes.
 *
 * @param breaker circuit breaker of the node, such as the one of requests
 */
public record BreakerMemory(CircuitBreaker breaker) implements ComparisonMemory {

    private static final long MIN_RESERVATION = 1 << 20;

    /** Creates the memory; unlimited if there is no breaker, for example when a query is only parsed. */
    public static ComparisonMemory of(CircuitBreaker breaker) {
        return breaker == null ? UNLIMITED : new BreakerMemory(breaker);
    }

    /** Creates the memory with the request breaker of the arrays of a node or a search. */
    public static ComparisonMemory of(BigArrays bigArrays) {
        CircuitBreakerService service = bigArrays.breakerService();
        return of(service == null ? null : service.getBreaker(CircuitBreaker.REQUEST));
    }

    @Override
    public Reservation reserve(long bytes) {
        if (bytes < MIN_RESERVATION) {
            return () -> {};
        }
        breaker.addEstimateBytesAndMaybeBreak(bytes, "ndd comparison");
        return () -> breaker.addWithoutBreaking(-bytes);
    }
}
