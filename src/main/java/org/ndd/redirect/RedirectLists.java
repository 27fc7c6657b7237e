package org.ndd.redirect;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.util.RamUsageEstimator;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.ndd.core.group.Role;
import org.ndd.groups.GroupFields;
import org.ndd.groups.ListCount;

/**
 * Writes lists of the pages that redirect to others, by which searches hide them, numbered after the lists of duplicates that a run found
 * by their texts. Reads the written documents in order, so it needs memory for one list, which is on the circuit breaker. Used once.
 */
final class RedirectLists {

    private static final int PAGES = 5_000;

    /** Value of the dependency field that marks a list. */
    private static final String OF_LIST = "list";

    private final Client client;
    private final CircuitBreaker breaker;
    private final String run;
    private final List<String> prefixes = new ArrayList<>();
    private final Runnable ensureNotCancelled;
    private final List<String> ids = new ArrayList<>();
    private String index;
    private long charged;

    /**
     * @param client of the user
     * @param breaker accounts for the list
     */
    RedirectLists(Client client, CircuitBreaker breaker, RedirectedRun run, Runnable ensureNotCancelled) {
        this.client = client;
        this.breaker = breaker;
        this.run = run.index();
        prefixes.add(GroupFields.DUPLICATE_LIST);
        run.markets().forEach(market -> prefixes.add(GroupFields.marketList(market)));
        this.ensureNotCancelled = ensureNotCancelled;
    }

    /** Writes all lists; the index must be refreshed before. */
    void write(ActionListener<Void> listener) {
        next(null, ActionListener.runBefore(listener, this::release));
    }

    private void next(Object[] after, ActionListener<Void> listener) {
        ensureNotCancelled.run();
        SearchSourceBuilder source = new SearchSourceBuilder()
                .query(QueryBuilders.boolQuery()
                        .filter(QueryBuilders.existsQuery(GroupFields.GROUP))
                        .filter(QueryBuilders.termQuery(GroupFields.ROLE, Role.REDIRECT.value())))
                .size(PAGES)
                .trackTotalHits(false)
                .fetchSource(false)
                .sort(GroupFields.DOC_INDEX_UUID)
                .sort(GroupFields.DOC_ID);
        if (after != null) {
            source.searchAfter(after);
        }
        client.search(
                new SearchRequest(run).source(source).allowPartialSearchResults(false),
                listener.delegateFailureAndWrap((l, response) -> {
                    SearchHit[] hits = response.getHits().getHits();
                    List<Object[]> names = new ArrayList<>();
                    for (SearchHit hit : hits) {
                        names.add(hit.getSortValues());
                    }
                    take(names, 0, l.delegateFailureAndWrap((m, taken) -> {
                        if (names.size() == PAGES) {
                            next(names.get(PAGES - 1), m);
                        } else {
                            flush(m);
                        }
                    }));
                }));
    }

    /** Adds the next names to the list; starts another one if it is full or if the index changes. */
    private void take(List<Object[]> names, int from, ActionListener<Void> listener) {
        for (int i = from; i < names.size(); i++) {
            String ofIndex = (String) names.get(i)[0];
            if (ids.size() == GroupFields.LIST_SIZE || ids.isEmpty() == false && ofIndex.equals(index) == false) {
                int next = i;
                flush(listener.delegateFailureAndWrap((l, flushed) -> take(names, next, l)));
                return;
            }
            index = ofIndex;
            String id = (String) names.get(i)[1];
            charge(id);
            ids.add(id);
        }
        listener.onResponse(null);
    }

    /** Accounts for an id twice: in the list, and in the source that is sent. */
    private void charge(String id) {
        long bytes = 2 * RamUsageEstimator.sizeOf(id);
        breaker.addEstimateBytesAndMaybeBreak(bytes, "ndd redirects");
        charged += bytes;
    }

    private void release() {
        breaker.addWithoutBreaking(-charged);
        charged = 0;
    }

    private void flush(ActionListener<Void> listener) {
        if (ids.isEmpty()) {
            listener.onResponse(null);
            return;
        }
        Map<String, Object> list = Map.of(GroupFields.DUPLICATES, List.copyOf(ids), GroupFields.REDIRECT_VIA, OF_LIST);
        ids.clear();
        SubscribableListener<Void> written = SubscribableListener.newSucceeded(null);
        for (String prefix : prefixes) {
            written = written.andThen(l -> write(prefix + index + "-", list, l));
        }
        written.addListener(ActionListener.runBefore(listener, this::release));
    }

    /** Writes a list under the first unused number. */
    private void write(String name, Map<String, Object> list, ActionListener<Void> listener) {
        SubscribableListener.<Integer>newForked(l -> ListCount.of(client, run, name, l))
                .<Void>andThen((l, number) -> client.index(
                        new IndexRequest(run).id(name + number).source(list).opType(DocWriteRequest.OpType.CREATE),
                        l.map(indexed -> null)))
                .addListener(listener);
    }
}
