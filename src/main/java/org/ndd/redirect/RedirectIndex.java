package org.ndd.redirect;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.MultiSearchRequest;
import org.elasticsearch.action.search.MultiSearchResponse;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.IdsQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.ndd.bulk.Batches;
import org.ndd.bulk.ChargedReader;
import org.ndd.config.DocumentName;
import org.ndd.core.group.Role;
import org.ndd.groups.GroupFields;

/**
 * Reads the index of a run as of its last refresh: the documents that exist because of redirects, and those that exist because of texts.
 * Documents that were read are accounted to the circuit breaker until this is closed.
 */
final class RedirectIndex implements Releasable {

    private static final String TARGET_INDEX = GroupFields.REDIRECT_TARGET + "." + GroupFields.INDEX;
    private static final String TARGET_ID = GroupFields.REDIRECT_TARGET + "." + GroupFields.ID;

    /** Number of searches per request. */
    private static final int SEARCHES = 50;

    /** Memory per page, with its way, its future document, and the requests that write this. */
    private static final long BYTES_OF_PAGE = 4_096;

    private final Client client;
    private final String run;
    private final ChargedReader reader;

    /**
     * @param client of the user
     * @param breaker accounts for documents that are read
     */
    RedirectIndex(Client client, CircuitBreaker breaker, String run) {
        this.client = client;
        this.run = run;
        this.reader = new ChargedReader(
                client,
                breaker,
                "ndd redirects",
                run,
                GroupFields.DOC_ID,
                List.of(GroupFields.DOC_ID, GroupFields.DOC_INDEX));
    }

    /** Matches documents that exist because of redirects. */
    static QueryBuilder ofRedirects() {
        return QueryBuilders.existsQuery(GroupFields.REDIRECT_VIA);
    }

    private static BoolQueryBuilder ofTexts() {
        return QueryBuilders.boolQuery()
                .filter(QueryBuilders.existsQuery(GroupFields.GROUP))
                .mustNot(ofRedirects())
                .mustNot(QueryBuilders.termQuery(GroupFields.ROLE, Role.PART_OF.value()));
    }

    /**
     * Accounts for pages that are held in addition to the documents that are read here.
     *
     * @param pages number of pages
     * @throws org.elasticsearch.common.breaker.CircuitBreakingException if they exceed the limit
     */
    void charge(int pages) {
        reader.charge(pages * BYTES_OF_PAGE);
    }

    /** Documents of redirects whose way depends on some keys, and of their target pages. */
    void via(Collection<String> keys, ActionListener<List<RedirectDocument>> listener) {
        read(
                Batches.of(keys, ChargedReader.BATCH).stream()
                        .map(batch -> (QueryBuilder) QueryBuilders.termsQuery(GroupFields.REDIRECT_VIA, batch))
                        .toList(),
                listener);
    }

    /** Documents of some pages that exist because of redirects. */
    void ofPages(Collection<DocumentName> pages, ActionListener<List<RedirectDocument>> listener) {
        read(
                Batches.of(pages, ChargedReader.BATCH).stream()
                        .map(batch -> (QueryBuilder) QueryBuilders.boolQuery()
                                .filter(ofRedirects())
                                .filter(DocumentName.query(GroupFields.DOC_INDEX, GroupFields.DOC_ID, batch)))
                        .toList(),
                listener);
    }

    /** Documents of some pages that exist because of texts; pages in no group are left out. */
    void texts(Collection<DocumentName> pages, ActionListener<Map<DocumentName, Map<String, Object>>> listener) {
        read(
                Batches.of(pages, ChargedReader.BATCH).stream()
                        .map(batch -> (QueryBuilder)
                                ofTexts().filter(DocumentName.query(GroupFields.DOC_INDEX, GroupFields.DOC_ID, batch)))
                        .toList(),
                listener.map(found -> {
                    Map<DocumentName, Map<String, Object>> texts = new HashMap<>();
                    found.forEach(document -> texts.put(document.page(), document.source()));
                    return texts;
                }));
    }

    /** Documents of the leaders of the groups of texts that have one of some names. */
    void leaders(Collection<String> names, ActionListener<List<RedirectDocument>> listener) {
        read(
                Batches.of(names, ChargedReader.BATCH).stream()
                        .map(batch -> (QueryBuilder) ofTexts()
                                .filter(QueryBuilders.termQuery(GroupFields.ROLE, Role.LEADER.value()))
                                .filter(QueryBuilders.termsQuery(GroupFields.GROUP, batch)))
                        .toList(),
                listener);
    }

    /**
     * Finds those of some pages to which others redirect.
     *
     * @param known for each page the ids of documents to ignore
     */
    void ledTo(Map<DocumentName, Set<String>> known, ActionListener<Set<DocumentName>> listener) {
        Set<DocumentName> led = ConcurrentHashMap.newKeySet();
        Batches.forEach(
                known.keySet(),
                SEARCHES,
                1,
                (batch, l) -> {
                    MultiSearchRequest searches = new MultiSearchRequest();
                    batch.forEach(page -> searches.add(search(new SearchSourceBuilder()
                            .query(leadingTo(page, known.get(page)))
                            .size(1)
                            .trackTotalHits(false)
                            .fetchSource(false))));
                    client.multiSearch(searches, l.map(response -> {
                        int i = 0;
                        for (MultiSearchResponse.Item item : response) {
                            DocumentName page = batch.get(i++);
                            if (item.isFailure()) {
                                throw item.getFailure();
                            }
                            if (item.getResponse().getHits().getHits().length > 0) {
                                led.add(page);
                            }
                        }
                        return null;
                    }));
                },
                listener.map(nothing -> led));
    }

    private static QueryBuilder leadingTo(DocumentName page, Set<String> known) {
        IdsQueryBuilder others = QueryBuilders.idsQuery().addIds(known.toArray(String[]::new));
        return QueryBuilders.boolQuery()
                .filter(QueryBuilders.termQuery(GroupFields.ROLE, Role.REDIRECT.value()))
                .filter(DocumentName.query(TARGET_INDEX, TARGET_ID, List.of(page)))
                .mustNot(others);
    }

    private SearchRequest search(SearchSourceBuilder source) {
        return new SearchRequest(run).source(source).allowPartialSearchResults(false);
    }

    private void read(List<QueryBuilder> queries, ActionListener<List<RedirectDocument>> listener) {
        reader.read(queries, hit -> new RedirectDocument(hit.getId(), hit.getSourceAsMap()), listener);
    }

    @Override
    public void close() {
        reader.close();
    }
}
