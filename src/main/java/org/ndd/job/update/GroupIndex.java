package org.ndd.job.update;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.aggregations.bucket.terms.Terms;
import org.elasticsearch.search.aggregations.bucket.terms.TermsAggregationBuilder;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.ndd.bulk.Batches;
import org.ndd.bulk.ChargedReader;
import org.ndd.config.DocumentName;
import org.ndd.core.group.Role;
import org.ndd.groups.GroupFields;

/**
 * Reads the groups of texts in the index of a run, as they were at its last refresh, without pages that redirect to theirs. The memory is
 * accounted on the circuit breaker until it is closed.
 */
final class GroupIndex implements Releasable {

    private static final String COUNTS = "counts";

    private final Client client;
    private final String run;
    private final ChargedReader reader;

    /**
     * @param client of the user
     * @param breaker accounts for the memory of results
     */
    GroupIndex(Client client, CircuitBreaker breaker, String run) {
        this.client = client;
        this.run = run;
        this.reader = new ChargedReader(
                client,
                breaker,
                "ndd checkpoint",
                run,
                GroupFields.DOC_ID,
                List.of(GroupFields.GROUP, GroupFields.DOC_ID, GroupFields.DOC_INDEX));
    }

    String name() {
        return run;
    }

    /** All documents of some pages; pages that are alone have none. */
    void ofPages(Collection<DocumentName> pages, ActionListener<List<GroupDocument>> listener) {
        read(pages, batch -> DocumentName.query(GroupFields.DOC_INDEX, GroupFields.DOC_ID, batch), listener);
    }

    /** Documents of pages that are parts of some pages. */
    void partsOf(Collection<DocumentName> pages, ActionListener<List<GroupDocument>> listener) {
        read(
                pages,
                batch -> ofRole(
                        Role.PART_OF, DocumentName.query(GroupFields.CANONICAL_INDEX, GroupFields.CANONICAL_ID, batch)),
                listener);
    }

    /** All documents of some groups. */
    void ofGroups(Collection<String> groups, ActionListener<List<GroupDocument>> listener) {
        read(groups, batch -> QueryBuilders.termsQuery(GroupFields.GROUP, batch), listener);
    }

    /** The documents of the leaders of some groups. */
    void leadersOf(Collection<String> groups, ActionListener<List<GroupDocument>> listener) {
        read(groups, batch -> ofRole(Role.LEADER, QueryBuilders.termsQuery(GroupFields.GROUP, batch)), listener);
    }

    private static QueryBuilder ofRole(Role role, QueryBuilder documents) {
        return QueryBuilders.boolQuery()
                .filter(QueryBuilders.termQuery(GroupFields.ROLE, role.value()))
                .filter(documents);
    }

    /** How many pages are in some groups by their texts. */
    void sizes(Collection<String> groups, ActionListener<Map<String, Integer>> listener) {
        Map<String, Integer> sizes = new ConcurrentHashMap<>();
        Batches.forEach(
                groups,
                ChargedReader.BATCH,
                1,
                (batch, l) -> client.search(
                        new SearchRequest(run).source(counted(batch)).allowPartialSearchResults(false),
                        l.map(response -> {
                            Terms counts = response.getAggregations().get(COUNTS);
                            counts.getBuckets()
                                    .forEach(group ->
                                            sizes.put(group.getKeyAsString(), Math.toIntExact(group.getDocCount())));
                            return null;
                        })),
                listener.map(nothing -> sizes));
    }

    private static SearchSourceBuilder counted(Collection<String> groups) {
        return new SearchSourceBuilder()
                .query(ofTexts(QueryBuilders.boolQuery()
                        .filter(QueryBuilders.termsQuery(GroupFields.GROUP, groups))
                        .mustNot(QueryBuilders.termQuery(GroupFields.ROLE, Role.PART_OF.value()))))
                .size(0)
                .trackTotalHits(false)
                .aggregation(new TermsAggregationBuilder(COUNTS)
                        .field(GroupFields.GROUP)
                        .size(groups.size())
                        // without global ordinals, which each checkpoint would have to rebuild
                        .executionHint("map"));
    }

    private static QueryBuilder ofTexts(QueryBuilder documents) {
        return QueryBuilders.boolQuery()
                .filter(QueryBuilders.existsQuery(GroupFields.GROUP))
                .mustNot(QueryBuilders.existsQuery(GroupFields.REDIRECT_VIA))
                .filter(documents);
    }

    /** Reads the results of a query about texts, for as many names at a time as one query takes. */
    private <T> void read(
            Collection<T> names, Function<List<T>, QueryBuilder> query, ActionListener<List<GroupDocument>> listener) {
        read(
                Batches.of(names, ChargedReader.BATCH).stream()
                        .map(batch -> ofTexts(query.apply(batch)))
                        .toList(),
                listener);
    }

    private void read(List<QueryBuilder> queries, ActionListener<List<GroupDocument>> listener) {
        reader.read(queries, GroupDocument::of, listener);
    }

    @Override
    public void close() {
        reader.close();
    }
}
