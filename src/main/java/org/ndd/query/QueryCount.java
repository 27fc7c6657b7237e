package org.ndd.query;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.elasticsearch.index.query.QueryRewriteContext;

/**
 * Counts the queries {@code near_dup} of a search, on its coordinating node and on each shard. In each of these places, all queries of a
 * search have the same context, which plugins cannot extend. Thread-safe.
 */
final class QueryCount {

    /** Maximum number of queries of a search. Each compares at least one pair of texts per shard. */
    static final int MAX_QUERIES = 16;

    private static final Map<QueryRewriteContext, AtomicInteger> COUNTS =
            Collections.synchronizedMap(new WeakHashMap<>());

    private QueryCount() {}

    /**
     * Counts a query.
     *
     * @return supplies the number of queries of the search, which is complete before the first query is executed
     * @throws IllegalArgumentException if there are more than {@value #MAX_QUERIES}
     */
    static IntSupplier add(QueryRewriteContext search) {
        AtomicInteger count = COUNTS.computeIfAbsent(search, context -> new AtomicInteger());
        if (count.incrementAndGet() > MAX_QUERIES) {
            throw new IllegalArgumentException("[near_dup] must be at most [" + MAX_QUERIES
                    + "] queries of a search, but was [" + count + "] or more");
        }
        return count::get;
    }
}
