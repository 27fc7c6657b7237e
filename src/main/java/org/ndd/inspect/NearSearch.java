package org.ndd.inspect;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.MultiSearchRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.ndd.bulk.CompleteSearch;
import org.ndd.config.DocumentName;
import org.ndd.config.MatchRule;
import org.ndd.core.group.Rank;
import org.ndd.pair.BoilerplateLookup;
import org.ndd.pair.ComparablePage;
import org.ndd.search.PageQueries;

/** Finds the documents near given pages, with one search per page and at most {@value #MAX_CONCURRENT_SEARCHES} concurrent searches. */
final class NearSearch {

    private static final int MAX_CONCURRENT_SEARCHES = 4;

    /** Maximum number of near pages of a page. */
    static final int MAX_NEAR = 64;

    /** Rank order, as in a run: the order of two documents is the same in all requests. */
    static final Comparator<DocumentName> RANK_ORDER =
            Comparator.comparing((DocumentName name) -> Rank.of(name.id())).thenComparing(DocumentName::index);

    private static final Comparator<SearchHit> NEAREST_FIRST =
            Comparator.comparing(SearchHit::getScore).reversed().thenComparing(NearSearch::name, RANK_ORDER);

    private final Client client;
    private final CheckAction.Request request;
    private final PageQueries queries;
    private final List<String> indices;

    /** @param boilerplate reads boilerplate; its client has the rights of the user */
    NearSearch(BoilerplateLookup boilerplate, CheckAction.Request request, List<String> indices, MatchRule match) {
        this.client = boilerplate.client();
        this.request = request;
        this.queries = new PageQueries(boilerplate, PageQueries.DEFAULT_MAX_COMPARED, request.options.with(match));
        this.indices = indices;
    }

    /** Searches for some tens of pages. The listener gets the near documents of each, nearest first, equally near in rank order. */
    void search(List<ComparablePage> pages, ActionListener<List<List<DocumentName>>> listener) {
        if (pages.isEmpty()) {
            listener.onResponse(List.of());
            return;
        }
        queries.create(pages, indices, listener.delegateFailureAndWrap((l, built) -> {
            MultiSearchRequest searches = new MultiSearchRequest().maxConcurrentSearchRequests(MAX_CONCURRENT_SEARCHES);
            built.forEach(query -> searches.add(search(query)));
            CompleteSearch.all(
                    client,
                    searches,
                    hits -> Arrays.stream(hits)
                            .sorted(NEAREST_FIRST)
                            .map(NearSearch::name)
                            .toList(),
                    l);
        }));
    }

    private SearchRequest search(QueryBuilder query) {
        return CompleteSearch.of(
                new SearchSourceBuilder()
                        .query(query)
                        .size(MAX_NEAR)
                        .trackTotalHits(false)
                        .fetchSource(false),
                request);
    }

    private static DocumentName name(SearchHit hit) {
        return new DocumentName(hit.getIndex(), hit.getId());
    }
}
