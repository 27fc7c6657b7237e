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

    /** What a field that keeps documents apart adds: 8 bytes an entry of these, and a list has more entries. */
    private static final long BYTES_PER_FIELD = 400;

    private WindowBudget() {}

    /**
     * As many windows as it takes for half of the memory that is free now to do.
     *
     * @param documents of the run on this node
     * @param fields that keep documents apart
     */
    static int windows(long documents, int fields, CircuitBreaker breaker) {
        long limit = breaker.getLimit();
        if (limit <= 0) {
            return 1;
        }
        long budget = Math.max(1, (limit - breaker.getUsed()) / 2);
        long windows = 1 + documents * (BYTES_PER_DOCUMENT + fields * BYTES_PER_FIELD) / budget;
        return (int) Math.min(PartitionOptions.MAX_WINDOWS, windows);
    }
}
