package org.ndd.partition;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.config.GroupFields;

/**
 * Writes the ids of all duplicates into a run's index once more, many a document: a terms query can look up such a list, and so one filter
 * hides the duplicates from any search of the pages. A list holds as many ids as a terms query takes by default; list {@code n} of an index
 * has the id {@code losers-{index}-{n}}, from 0 on. Duplicates are the members that are not their group's winner and were found similar to
 * it.
 */
final class LoserLists {

    /** The default of {@code index.max_terms_count}. */
    static final int LIST = 1 << 16;

    private static final int PAGE = 5000;

    private final Client client;
    private final String run;
    private final CancellableTask task;
    private final int listSize;
    private List<String> list = new ArrayList<>();
    private String index;
    private int number;

    LoserLists(Client client, String run, CancellableTask task) {
        this(client, run, task, LIST);
    }

    LoserLists(Client client, String run, CancellableTask task, int listSize) {
        this.client = client;
        this.run = run;
        this.task = task;
        this.listSize = listSize;
    }

    /** Writes all lists; what was written of groups must be searchable. To be called once. */
    void write(ActionListener<Void> listener) {
        read(null, listener);
    }

    private void read(Object[] after, ActionListener<Void> listener) {
        task.ensureNotCancelled();
        BoolQueryBuilder losers = QueryBuilders.boolQuery()
                .filter(QueryBuilders.termQuery(GroupFields.WINNER, false))
                .filter(QueryBuilders.termQuery(GroupFields.VERIFIED, true))
                .mustNot(QueryBuilders.termQuery(GroupFields.ROLE, "part_of"));
        SearchSourceBuilder source = new SearchSourceBuilder()
                .query(losers)
                .size(PAGE)
                .fetchSource(false)
                .trackTotalHits(false)
                .sort(GroupFields.DOC + "." + GroupFields.INDEX)
                .sort(GroupFields.DOC + "." + GroupFields.ID);
        if (after != null) {
            source.searchAfter(after);
        }
        SearchRequest request = new SearchRequest(run).source(source);
        client.search(request, listener.delegateFailureAndWrap((l, response) -> {
            SearchHit[] hits = response.getHits().getHits();
            List<Object[]> keys = new ArrayList<>(hits.length);
            for (SearchHit hit : hits) {
                keys.add(hit.getSortValues());
            }
            take(keys, 0, l);
        }));
    }

    private void take(List<Object[]> keys, int from, ActionListener<Void> listener) {
        for (int i = from; i < keys.size(); i++) {
            String next = (String) keys.get(i)[0];
            if (list.size() == listSize || next.equals(index) == false) {
                int at = i;
                flush(listener.delegateFailureAndWrap((l, written) -> {
                    number = next.equals(index) && written ? number + 1 : 0;
                    index = next;
                    add(keys.get(at));
                    take(keys, at + 1, l);
                }));
                return;
            }
            add(keys.get(i));
        }
        if (keys.isEmpty()) {
            flush(listener.map(written -> null));
        } else {
            read(keys.get(keys.size() - 1), listener);
        }
    }

    private void add(Object[] key) {
        list.add((String) key[1]);
    }

    private void flush(ActionListener<Boolean> listener) {
        if (list.isEmpty()) {
            listener.onResponse(false);
            return;
        }
        IndexRequest request =
                new IndexRequest(run).id("losers-" + index + "-" + number).source(Map.of(GroupFields.LOSERS, list));
        list = new ArrayList<>();
        client.index(request, listener.map(indexed -> true));
    }
}
