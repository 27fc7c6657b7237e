package org.ndd.partition.node;

import org.elasticsearch.common.breaker.CircuitBreaker;
import org.ndd.partition.plan.PartitionOptions;

/** In how many windows a node's memory lets its documents be decided. */
final class WindowBudget {

    /**
     * Memory that gathering the candidates of a document takes at its peak, seen as 0.6 to 1.3 kB: up to 28 lists of 12 bytes and their heads,
     * and 16 predecessors of 32 bytes.
     */
    private static final long BYTES_PER_DOCUMENT = 1500;

    private WindowBudget() {}

    /**
     * As many windows as it takes for half of the memory that is free now to do.
     *
     * @param documents of the run on this node
     */
    static int windows(long documents, CircuitBreaker breaker) {
        long limit = breaker.getLimit();
        if (limit <= 0) {
            return 1;
        }
        long budget = Math.max(1, (limit - breaker.getUsed()) / 2);
        long windows = 1 + documents * BYTES_PER_DOCUMENT / budget;
        return (int) Math.min(PartitionOptions.MAX_WINDOWS, windows);
    }
}
