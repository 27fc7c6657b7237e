package org.ndd.groups;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.ndd.config.GroupFields;

/** Adds to groups the pages that markets keep of their winner and its losers; nothing if the run has no markets. */
final class MarketWinners {

    /** In an answer: the page of each market, by its name. */
    static final String WINNERS = "winners";

    /** Documents of one answer. */
    private static final int BATCH = 1_000;

    private final Client client;
    private final String dest;

    /** @param client works with the rights of the reader */
    MarketWinners(Client client, String dest) {
        this.client = client;
        this.dest = dest;
    }

    private record Winner(Object group, Object index, Object id) {}

    /**
     * Adds them to some groups, each with its name and its winner.
     *
     * @param groups with {@code group}, {@code winner_index} and {@code winner_id}, or {@code winner} with {@code index} and {@code id}
     */
    void add(List<Map<String, Object>> groups, ActionListener<Void> listener) {
        Map<Winner, Map<String, Object>> byWinner = new HashMap<>();
        for (Map<String, Object> group : groups) {
            Object name = group.get(GroupFields.GROUP);
            byWinner.put(
                    group.get(GroupFields.WINNER) instanceof Map<?, ?> winner
                            ? new Winner(name, winner.get(GroupFields.INDEX), winner.get(GroupFields.ID))
                            : new Winner(name, group.get(GroupFields.WINNER_INDEX), group.get(GroupFields.WINNER_ID)),
                    group);
        }
        if (groups.isEmpty()) {
            listener.onResponse(null);
        } else {
            add(byWinner, null, listener);
        }
    }

    private void add(Map<Winner, Map<String, Object>> groups, Object[] after, ActionListener<Void> listener) {
        SearchSourceBuilder source = new SearchSourceBuilder()
                .query(QueryBuilders.boolQuery()
                        .filter(QueryBuilders.existsQuery(GroupFields.WINS_IN))
                        .filter(QueryBuilders.termsQuery(
                                GroupFields.GROUP,
                                groups.keySet().stream().map(Winner::group).toList())))
                .size(BATCH)
                .trackTotalHits(false)
                .sort(GroupFields.GROUP)
                .sort(GroupFields.DOC_ID)
                .sort(GroupFields.DOC_INDEX);
        if (after != null) {
            source.searchAfter(after);
        }
        client.search(new SearchRequest(dest).source(source), listener.delegateFailureAndWrap((l, response) -> {
            SearchHit[] hits = response.getHits().getHits();
            for (SearchHit hit : hits) {
                add(groups, hit.getSourceAsMap());
            }
            if (hits.length < BATCH) {
                l.onResponse(null);
            } else {
                add(groups, hits[hits.length - 1].getSortValues(), l);
            }
        }));
    }

    @SuppressWarnings("unchecked")
    private static void add(Map<Winner, Map<String, Object>> groups, Map<String, Object> document) {
        Map<String, Object> group = groups.get(new Winner(
                document.get(GroupFields.GROUP),
                document.get(GroupFields.WINNER_INDEX),
                document.get(GroupFields.WINNER_ID)));
        if (group == null) {
            // near another winner of the group
            return;
        }
        Map<String, Object> winners = (Map<String, Object>) group.computeIfAbsent(WINNERS, name -> new TreeMap<>());
        Map<String, Object> page = new LinkedHashMap<>((Map<String, Object>) document.get(GroupFields.DOC));
        page.keySet().retainAll(List.of(GroupFields.INDEX, GroupFields.ID, GroupFields.ROUTING));
        for (Object market : (List<?>) document.get(GroupFields.WINS_IN)) {
            winners.put((String) market, page);
        }
    }
}
