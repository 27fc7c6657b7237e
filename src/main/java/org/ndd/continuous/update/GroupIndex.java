package org.ndd.continuous.update;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.ndd.bulk.Batches;
import org.ndd.config.GroupFields;
import org.ndd.core.group.Role;
import org.ndd.pair.DocumentName;

/** Reads the groups of texts in the index of a run, as they were at its last refresh, without what redirects to their pages. What was read is on the circuit breaker until it is closed. */
final class GroupIndex implements Releasable {

    private static final String DOC_INDEX = GroupFields.DOC + "." + GroupFields.INDEX;
    private static final String DOC_ID = GroupFields.DOC + "." + GroupFields.ID;

    /** Documents of an answer, and names that are asked for at once. */
    private static final int BATCH = 5_000;

    /** Of a document in memory, with its fields by name. */
    private static final long BYTES = 2_048;

    private final Client client;
    private final CircuitBreaker breaker;
    private final String run;
    private final AtomicLong charged = new AtomicLong();

    /**
     * @param client of the user
     * @param breaker for what is read
     */
    GroupIndex(Client client, CircuitBreaker breaker, String run) {
        this.client = client;
        this.breaker = breaker;
        this.run = run;
    }

    String name() {
        return run;
    }

    /** All documents of some pages; pages that are alone have none. */
    void ofPages(Collection<DocumentName> pages, ActionListener<List<GroupDocument>> listener) {
        read(
                Batches.of(pages, BATCH).stream()
                        .map(batch -> ofTexts(DocumentName.query(DOC_INDEX, DOC_ID, batch)))
                        .toList(),
                listener);
    }

    /** Documents of pages that are parts of some pages. */
    void partsOf(Collection<DocumentName> pages, ActionListener<List<GroupDocument>> listener) {
        read(
                Batches.of(pages, BATCH).stream()
                        .map(batch -> ofTexts(QueryBuilders.boolQuery()
                                .filter(QueryBuilders.termQuery(GroupFields.ROLE, Role.PART_OF.value()))
                                .filter(DocumentName.query(GroupFields.WINNER_INDEX, GroupFields.WINNER_ID, batch))))
                        .toList(),
                listener);
    }

    /** All documents of some groups. */
    void ofGroups(Collection<String> groups, ActionListener<List<GroupDocument>> listener) {
        read(
                Batches.of(groups, BATCH).stream()
                        .map(batch -> ofTexts(QueryBuilders.termsQuery(GroupFields.GROUP, batch)))
                        .toList(),
                listener);
    }

    /** All documents of pages of some indices, which may be gone; here also those that are there because of redirects. */
    void ofIndices(Collection<String> indices, ActionListener<List<GroupDocument>> listener) {
        read(indices.isEmpty() ? List.of() : List.of(QueryBuilders.termsQuery(DOC_INDEX, indices)), listener);
    }

    /** All documents of all groups. */
    void all(ActionListener<List<GroupDocument>> listener) {
        read(List.of(ofTexts(QueryBuilders.matchAllQuery())), listener);
    }

    private static QueryBuilder ofTexts(QueryBuilder documents) {
        return QueryBuilders.boolQuery()
                .filter(QueryBuilders.existsQuery(GroupFields.GROUP))
                .mustNot(QueryBuilders.existsQuery(GroupFields.REDIRECT_VIA))
                .filter(documents);
    }

    private void read(List<QueryBuilder> queries, ActionListener<List<GroupDocument>> listener) {
        read(queries, 0, null, new ArrayList<>(), listener);
    }

    private void read(
            List<QueryBuilder> queries,
            int query,
            Object[] after,
            List<GroupDocument> found,
            ActionListener<List<GroupDocument>> listener) {
        if (query == queries.size()) {
            listener.onResponse(found);
            return;
        }
        SearchSourceBuilder source = new SearchSourceBuilder()
                .query(QueryBuilders.boolQuery()
                        .filter(QueryBuilders.existsQuery(DOC_ID))
                        .filter(queries.get(query)))
                .size(BATCH)
                .trackTotalHits(false)
                .sort(GroupFields.GROUP)
                .sort(DOC_ID)
                .sort(DOC_INDEX);
        if (after != null) {
            source.searchAfter(after);
        }
        client.search(
                new SearchRequest(run).source(source).allowPartialSearchResults(false),
                listener.delegateFailureAndWrap((l, response) -> {
                    SearchHit[] hits = response.getHits().getHits();
                    breaker.addEstimateBytesAndMaybeBreak(hits.length * BYTES, "ndd checkpoint");
                    charged.addAndGet(hits.length * BYTES);
                    for (SearchHit hit : hits) {
                        found.add(GroupDocument.of(hit));
                    }
                    if (hits.length < BATCH) {
                        read(queries, query + 1, null, found, l);
                    } else {
                        read(queries, query, hits[hits.length - 1].getSortValues(), found, l);
                    }
                }));
    }

    @Override
    public void close() {
        breaker.addWithoutBreaking(-charged.getAndSet(0));
    }
}
