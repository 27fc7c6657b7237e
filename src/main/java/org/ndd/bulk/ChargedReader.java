package org.ndd.bulk;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;

/** Reads whole documents of an index, as they were at its last refresh. They are accounted on the circuit breaker until it is closed. */
public final class ChargedReader implements Releasable {

    /** Documents per response, and names per request. */
    public static final int BATCH = 5_000;

    /** Of a document in memory, with its fields by name. */
    private static final long BYTES = 2_048;

    private final Client client;
    private final CircuitBreaker breaker;
    private final String label;
    private final String index;
    private final String present;
    private final List<String> order;
    private final AtomicLong charged = new AtomicLong();

    /**
     * @param client of the user
     * @param label name of the data in messages of the breaker
     * @param present a field of the documents that are read; others are left out
     * @param order fields that together are unique for each document; documents come in this order
     */
    public ChargedReader(
            Client client, CircuitBreaker breaker, String label, String index, String present, List<String> order) {
        this.client = client;
        this.breaker = breaker;
        this.label = label;
        this.index = index;
        this.present = present;
        this.order = order;
    }

    /** Reads what each of some queries finds, one query after the other. */
    public <T> void read(
            List<? extends QueryBuilder> queries, Function<SearchHit, T> document, ActionListener<List<T>> listener) {
        read(queries, 0, null, document, new ArrayList<>(), listener);
    }

    private <T> void read(
            List<? extends QueryBuilder> queries,
            int query,
            Object[] after,
            Function<SearchHit, T> document,
            List<T> found,
            ActionListener<List<T>> listener) {
        if (query == queries.size()) {
            listener.onResponse(found);
            return;
        }
        SearchSourceBuilder source = new SearchSourceBuilder()
                .query(QueryBuilders.boolQuery()
                        .filter(QueryBuilders.existsQuery(present))
                        .filter(queries.get(query)))
                .size(BATCH)
                .trackTotalHits(false);
        order.forEach(source::sort);
        if (after != null) {
            source.searchAfter(after);
        }
        client.search(
                new SearchRequest(index).source(source).allowPartialSearchResults(false),
                listener.delegateFailureAndWrap((l, response) -> {
                    SearchHit[] hits = response.getHits().getHits();
                    charge(hits.length * BYTES);
                    for (SearchHit hit : hits) {
                        found.add(document.apply(hit));
                    }
                    if (hits.length < BATCH) {
                        read(queries, query + 1, null, document, found, l);
                    } else {
                        read(queries, query, hits[hits.length - 1].getSortValues(), document, found, l);
                    }
                }));
    }

    /**
     * Accounts for data derived from the documents, until this is closed.
     *
     * @param bytes 0 or more
     * @throws org.elasticsearch.common.breaker.CircuitBreakingException if the limit of the breaker is exceeded
     */
    public void charge(long bytes) {
        breaker.addEstimateBytesAndMaybeBreak(bytes, label);
        charged.addAndGet(bytes);
    }

    @Override
    public void close() {
        breaker.addWithoutBreaking(-charged.getAndSet(0));
    }
}
