package org.ndd.groups;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.ndd.bulk.Batches;

/** Adds the canonical document of each market to groups. Adds nothing if the run has no markets. */
final class MarketCanonicals {

    static final String MARKETS = "markets";

    /** Number of documents per response. */
    private static final int BATCH_SIZE = 1_000;

    private final Client client;
    private final String dest;

    MarketCanonicals(Client client, String dest) {
        this.client = client;
        this.dest = dest;
    }

    private record Canonical(String group, Object index, Object id) {}

    /**
     * Adds the canonical documents of markets to groups.
     *
     * @param groups groups with {@code group}, {@code canonical_index} and {@code canonical_id}, or {@code canonical} with {@code
     *     _index} and {@code _id}
     */
    void add(List<Map<String, Object>> groups, ActionListener<Void> listener) {
        Map<Canonical, Map<String, Object>> byCanonical = new HashMap<>();
        for (Map<String, Object> group : groups) {
            String name = (String) group.get(GroupFields.GROUP);
            byCanonical.put(
                    group.get(GroupFields.CANONICAL) instanceof Map<?, ?> canonical
                            ? new Canonical(
                                    name, canonical.get(ReportedDocument.INDEX), canonical.get(ReportedDocument.ID))
                            : new Canonical(
                                    name, group.get(GroupFields.CANONICAL_INDEX), group.get(GroupFields.CANONICAL_ID)),
                    group);
        }
        if (groups.isEmpty()) {
            listener.onResponse(null);
        } else {
            add(byCanonical, listener);
        }
    }

    private void add(Map<Canonical, Map<String, Object>> groups, ActionListener<Void> listener) {
        QueryBuilder canonicals = QueryBuilders.boolQuery()
                .filter(GroupQueries.keptByMarkets())
                .filter(GroupQueries.ofGroups(
                        groups.keySet().stream().map(Canonical::group).toList()));
        Batches.forEachPage(
                (source, l) -> client.search(
                        new SearchRequest(dest).allowPartialSearchResults(false).source(source), l),
                () -> {
                    SearchSourceBuilder source =
                            new SearchSourceBuilder().query(canonicals).sort(GroupFields.GROUP);
                    GroupQueries.byPage(source);
                    return source.size(BATCH_SIZE);
                },
                (hits, l) -> {
                    for (SearchHit hit : hits) {
                        add(groups, GroupDocument.of(hit));
                    }
                    l.onResponse(null);
                },
                listener);
    }

    @SuppressWarnings("unchecked")
    private static void add(Map<Canonical, Map<String, Object>> groups, GroupDocument document) {
        Map<String, Object> group = groups.get(new Canonical(
                document.group(),
                document.canonical().index(),
                document.canonical().id()));
        if (group == null) {
            // the page is near another canonical document of the group
            return;
        }
        Map<String, Object> canonicals = (Map<String, Object>) group.computeIfAbsent(MARKETS, name -> new TreeMap<>());
        Map<String, Object> page = ReportedDocument.of(document.compared());
        for (Object market : document.canonicalIn()) {
            canonicals.put((String) market, page);
        }
    }
}
