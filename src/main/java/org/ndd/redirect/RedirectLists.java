package org.ndd.redirect;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.get.GetRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.fetch.subphase.FetchSourceContext;
import org.ndd.config.GroupFields;
import org.ndd.core.group.Role;

/**
 * Writes lists of the pages that redirect to others, which searches look up to hide them, behind those of the losers that a run found by
 * their texts. Reads what is written of them in order, so it takes memory for one list. Used once.
 */
final class RedirectLists {

    /** Ids of a list at most: what a terms query takes by default. */
    private static final int LIST = 1 << 16;

    private static final int PAGES = 5_000;

    /** In the place of what a way depends on. */
    private static final String OF_LIST = "list";

    private static final String DOC_INDEX = GroupFields.DOC + "." + GroupFields.INDEX;
    private static final String DOC_ID = GroupFields.DOC + "." + GroupFields.ID;

    private final Client client;
    private final String run;
    private final Runnable ensureNotCancelled;
    private final List<String> ids = new ArrayList<>();
    private String index;
    private int number;

    /** @param client of the user */
    RedirectLists(Client client, String run, Runnable ensureNotCancelled) {
        this.client = client;
        this.run = run;
        this.ensureNotCancelled = ensureNotCancelled;
    }

    /** Writes all of them; the index has to be refreshed before. */
    void write(ActionListener<Void> listener) {
        next(null, listener);
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
                .sort(DOC_INDEX)
                .sort(DOC_ID);
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

    /** Goes on with the list, and with another where it is full or of another index. */
    private void take(List<Object[]> names, int from, ActionListener<Void> listener) {
        for (int i = from; i < names.size(); i++) {
            String ofIndex = (String) names.get(i)[0];
            if (ids.size() == LIST || ids.isEmpty() == false && ofIndex.equals(index) == false) {
                int next = i;
                flush(listener.delegateFailureAndWrap((l, flushed) -> take(names, next, l)));
                return;
            }
            if (ofIndex.equals(index) == false) {
                index = ofIndex;
                number = 0;
            }
            ids.add((String) names.get(i)[1]);
        }
        listener.onResponse(null);
    }

    private void flush(ActionListener<Void> listener) {
        if (ids.isEmpty()) {
            listener.onResponse(null);
            return;
        }
        SubscribableListener.<Void>newForked(this::findFree)
                .<Void>andThen(l -> {
                    IndexRequest list = new IndexRequest(run)
                            .id(id())
                            .source(Map.of(GroupFields.LOSERS, List.copyOf(ids), GroupFields.REDIRECT_VIA, OF_LIST));
                    ids.clear();
                    client.index(list, l.map(indexed -> null));
                })
                .addListener(listener);
    }

    private String id() {
        return GroupFields.LOSER_LIST + index + "-" + number;
    }

    /** Finds the number of the first list that is not there yet. */
    private void findFree(ActionListener<Void> listener) {
        GetRequest list = new GetRequest(run, id()).fetchSourceContext(FetchSourceContext.DO_NOT_FETCH_SOURCE);
        client.get(list, listener.delegateFailureAndWrap((l, answer) -> {
            if (answer.isExists()) {
                number++;
                findFree(l);
            } else {
                l.onResponse(null);
            }
        }));
    }
}
