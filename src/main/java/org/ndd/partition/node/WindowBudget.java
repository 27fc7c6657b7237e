package org.ndd.partition.node;

import org.elasticsearch.common.breaker.CircuitBreaker;
import org.ndd.core.group.CandidateParameters;
import org.ndd.partition.plan.PartitionOptions;

/** How many rank windows a node needs so that the candidates of one window fit into its memory. */
final class WindowBudget {

    /**
     * Memory that gathering the candidates of a document takes at its peak, where all documents are in one shard: up to 36 fingerprints,
     * and 16 predecessors of 32 bytes. With the heads of lists, which each shard keeps that has a document of the list, it grows with the
     * root of the number of shards: seen as 0.6 kB with 2 shards, 1.1 with 6, 2.0 with 20 and 3.0 with 50.
     */
    private static final long BYTES_PER_DOCUMENT = 800;

    private static final long BYTES_PER_ROOT_OF_SHARDS = 500;

    /** The head of a list is in no more shards. */
    private static final int MOST_SHARDS = CandidateParameters.LIST_HEAD;

    /** What a field that keeps documents apart adds: 8 bytes an entry of these, and a list has more entries. */
    private static final long BYTES_PER_FIELD = 400;

    /** What a predecessor takes that is kept beyond those. */
    private static final long BYTES_PER_PREDECESSOR = 40;

    private WindowBudget() {}

    /**
     * As many windows as it takes for half of the memory that is free now to do.
     *
     * @param documents of the run on this node
     * @param shards of the run, those on other nodes too
     * @param fields that keep documents apart
     * @param predecessors that are kept a document
     */
    static int windows(long documents, int shards, int fields, int predecessors, CircuitBreaker breaker) {
        long limit = breaker.getLimit();
        if (limit <= 0) {
            return 1;
        }
        long budget = Math.max(1, (limit - breaker.getUsed()) / 2);
        long each = BYTES_PER_DOCUMENT
                + (long) (BYTES_PER_ROOT_OF_SHARDS * Math.sqrt(Math.min(MOST_SHARDS, shards)))
                + fields * BYTES_PER_FIELD
                + (predecessors - CandidateParameters.PREDECESSORS) * BYTES_PER_PREDECESSOR;
        long windows = 1 + documents * each / budget;
        return (int) Math.min(PartitionOptions.MAX_WINDOWS, windows);
    }
}
