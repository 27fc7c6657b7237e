package org.ndd.groups;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.xcontent.ParseField;
import org.ndd.bulk.Batches;
import org.ndd.bulk.CompleteSearch;
import org.ndd.config.MatchRule;
import org.ndd.core.compare.Relation;
import org.ndd.core.group.CanonicalRules;

/** The option {@code market} of searches: the audience whose canonical document is shown. */
public final class Market {

    public static final ParseField PARAMETER = new ParseField("market");

    private Market() {}

    /**
     * Rejects an invalid market. Also rejects a relation that is not known between the canonical document of a market and its duplicates.
     *
     * @param market {@code null} for none
     */
    public static void check(String market, Relation minRelation) {
        if (market == null) {
            return;
        }
        CanonicalRules.checkName(PARAMETER.getPreferredName(), market);
        if (minRelation != Relation.NEAR) {
            throw new IllegalArgumentException("[" + MatchRule.MIN_RELATION.getPreferredName() + "] must be [near] if ["
                    + PARAMETER.getPreferredName() + "] is specified, but was [" + minRelation.value() + "]");
        }
    }

    /** Rejects a market that is not in the report of a run, read with the rights of the client; {@code null} for none. */
    public static void require(Client client, String destination, String market, ActionListener<Void> listener) {
        if (market == null) {
            listener.onResponse(null);
            return;
        }
        StoredReport.value(client, destination, StoredReport.PARAMETERS + ".markets", listener.map(value -> {
            Set<String> markets = new TreeSet<>();
            if (value instanceof Map<?, ?> rules) {
                rules.keySet().forEach(name -> markets.add((String) name));
            }
            if (markets.contains(market) == false) {
                throw new IllegalArgumentException("[" + PARAMETER.getPreferredName() + "] must be one of those of ["
                        + destination + "], which are " + markets + ", but was [" + market + "]");
            }
            return null;
        }));
    }

    /** Adds the canonical document of each market to groups. Adds nothing if the run has no markets. */
    record MarketCanonicals(Client client, String dest) {

        static final String MARKETS = "markets";

        /** Number of documents per response. */
        private static final int BATCH_SIZE = 1_000;

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
                                        name,
                                        group.get(GroupFields.CANONICAL_INDEX),
                                        group.get(GroupFields.CANONICAL_ID)),
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
                    (source, l) -> client.search(CompleteSearch.of(source, dest), l),
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
            Map<String, Object> canonicals =
                    (Map<String, Object>) group.computeIfAbsent(MARKETS, name -> new TreeMap<>());
            Map<String, Object> page = ReportedDocument.of(document.compared());
            for (Object market : document.canonicalIn()) {
                canonicals.put((String) market, page);
            }
        }
    }
}
