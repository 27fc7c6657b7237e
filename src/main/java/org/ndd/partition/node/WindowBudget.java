package org.ndd.partition.node;

import org.elasticsearch.common.breaker.CircuitBreaker;
import org.ndd.core.group.CandidateParameters;
import org.ndd.partition.plan.PartitionOptions;

/** How many rank windows a node needs so that the candidates of one window fit into its memory. */
final class WindowBudget {

    /**
     * Memory that gathering the candidates of a document takes at its peak, seen as 0.6 to 1.3 kB: up to 28 lists of 12 bytes and their
     * heads, and 16 predecessors of 32 bytes.
     */
    private static final long BYTES_PER_DOCUMENT = 1500;

    /** What a field that keeps documents apart adds: 8 bytes an entry of these, and a list has more entries. */
    private static final long BYTES_PER_FIELD = 400;

    /** What a predecessor takes that is kept beyond those. */
    private static final long BYTES_PER_PREDECESSOR = 40;

    private WindowBudget() {}

    /**
     * As many windows as it takes for half of the memory that is free now to do.
     *
     * @param documents of the run on this node
     * @param fields that keep documents apart
     * @param predecessors that are kept a document
     */
    static int windows(long documents, int fields, int predecessors, CircuitBreaker breaker) {
        long limit = breaker.getLimit();
        if (limit <= 0) {
            return 1;
        }
        long budget = Math.max(1, (limit - breaker.getUsed()) / 2);
        long each = BYTES_PER_DOCUMENT
                + fields * BYTES_PER_FIELD
                + (predecessors - CandidateParameters.PREDECESSORS) * BYTES_PER_PREDECESSOR;
        long windows = 1 + documents * each / budget;
        return (int) Math.min(PartitionOptions.MAX_WINDOWS, windows);
    }
}
