package org.ndd.rank;

import java.util.Objects;
import java.util.stream.Stream;
import org.apache.lucene.search.TotalHits;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.RankDocsQueryBuilder;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.SearchHits;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.fetch.subphase.highlight.HighlightBuilder;
import org.elasticsearch.search.internal.SearchContext;
import org.elasticsearch.search.rank.RankDoc;
import org.elasticsearch.search.retriever.CompoundRetrieverBuilder.RetrieverSource;
import org.elasticsearch.search.retriever.RetrieverBuilder;
import org.elasticsearch.search.retriever.StandardRetrieverBuilder;
import org.ndd.compat.Calls;

/**
 * Does the work of the outermost retriever of a search that other retrievers cannot do, because the rest of the request refers to its hits.
 *
 * <p>It counts. Elasticsearch runs the query of a compound retriever's child twice: for its best hits, and then, with scores, for the
 * total. This retriever removes hits and adds none, so if the child is a query, a search without hits and scores returns the total. If that
 * is not possible or was incomplete, Elasticsearch counts as usual.
 *
 * <p>It determines how many hits are shown, so that no more hits of the window are compared than necessary.
 *
 * <p>It shows no hit that it has removed. Otherwise hits that Elasticsearch finds while it counts, or for aggregations, would fill the
 * positions that a {@code post_filter} or {@code collapse} of the request removes. So a child that is a query finds only documents that
 * match the {@code post_filter}, and the best hit represents its near-duplicates. With other children only the remaining hits are returned
 * and counted.
 */
final class OutermostSearch {

    private final SearchSourceBuilder request;
    private final Integer countLimit;
    private boolean filtersChild;
    private volatile TotalHits total;

    /** @param request request of the user */
    OutermostSearch(SearchSourceBuilder request, NearDupRetrieverBuilder outermost) {
        this.request = request;
        this.countLimit = needsFullSearch(request) || outermost.minScore() != null ? null : countLimit(request);
    }

    /** Returns whether the second query is needed for more than the total. */
    private static boolean needsFullSearch(SearchSourceBuilder request) {
        return request.aggregations() != null
                || request.suggest() != null
                || request.slice() != null
                || request.profile()
                || Boolean.TRUE.equals(request.explain());
    }

    /** Returns the maximum number of hits to count; null if hits are not counted. */
    private static Integer countLimit(SearchSourceBuilder request) {
        Integer requested = request.trackTotalHitsUpTo();
        if (requested == null) {
            return SearchContext.DEFAULT_TRACK_TOTAL_HITS_UP_TO;
        }
        return requested == SearchContext.TRACK_TOTAL_HITS_DISABLED ? null : requested;
    }

    void prepareChild(RetrieverSource child) {
        SearchSourceBuilder source = child.source();
        // other children pass on the hits themselves for aggregations and counts
        filtersChild = child.retriever() instanceof StandardRetrieverBuilder && source.collapse() == null;
        if (filtersChild) {
            source.postFilter(request.postFilter());
        }
    }

    /** Returns the sufficient number of distinct hits: up to the last shown hit, if no other part of the request needs the whole window. */
    int sufficientHits(NearDupRetrieverBuilder retriever) {
        boolean removesHits = request.collapse() != null || request.postFilter() != null && filtersChild == false;
        return removesHits || retriever.needsWholeWindow()
                ? retriever.rankWindowSize()
                : Math.max(0, request.from()) + request.size();
    }

    /**
     * Returns the search that counts the hits of the child, without scores and without hits; null if Elasticsearch has to count. It is
     * separate from the child's search, which would have to score all matches to count them.
     */
    SearchSourceBuilder countSource(RetrieverSource child) {
        SearchSourceBuilder source = child.source();
        if (countLimit == null
                || filtersChild == false
                || source.minScore() != null
                || source.searchAfter() != null
                || source.terminateAfter() != SearchContext.DEFAULT_TERMINATE_AFTER) {
            return null;
        }
        BoolQueryBuilder all = new BoolQueryBuilder();
        Stream.of(source.query(), source.postFilter()).filter(Objects::nonNull).forEach(all::filter);
        return new SearchSourceBuilder()
                .query(all)
                .size(0)
                .trackTotalHitsUpTo(countLimit)
                .runtimeMappings(source.runtimeMappings())
                .pointInTimeBuilder(source.pointInTimeBuilder());
    }

    /** Stores the total, if all shards completed the count. */
    void setTotal(SearchResponse counted) {
        if (counted.isTimedOut() == false && counted.getFailedShards() == 0) {
            total = counted.getHits().getTotalHits();
        }
    }

    void prepareFinal(SearchSourceBuilder last, RankDoc[] remaining) {
        if (hasTotal()) {
            last.trackTotalHits(false);
        } else if (last.collapse() != null || last.postFilter() != null && filtersChild == false) {
            BoolQueryBuilder shown = new BoolQueryBuilder().filter(new RankDocsQueryBuilder(remaining, null, true));
            last.postFilter(last.postFilter() == null ? shown : shown.filter(last.postFilter()));
        }
    }

    /** Adds the query of the child to the search, which may have only ids. Highlights, inner hits and names of queries come from it. */
    void addQuery(SearchSourceBuilder last, RetrieverBuilder child, RankDoc[] remaining) {
        HighlightBuilder highlighter = last.highlighter();
        if (highlighter != null && highlighter.highlightQuery() == null) {
            last.highlighter(new HighlightBuilder(highlighter, child.topDocsQuery(), highlighter.fields()));
        }
        boolean counts = Objects.equals(last.trackTotalHitsUpTo(), SearchContext.TRACK_TOTAL_HITS_DISABLED) == false;
        if (counts == false && needsFullSearch(request) == false) {
            QueryBuilder[] queries = {child.topDocsQuery()};
            last.query(new RankDocsQueryBuilder(remaining, queries, true)
                    .queryName(last.query().queryName()));
        }
    }

    /** Returns whether the total is known, so that it is missing in the response of Elasticsearch. */
    boolean hasTotal() {
        return total != null;
    }

    /** Returns a response with the total. It shares its hits with the given response, and the caller has to release it. */
    SearchResponse withTotal(SearchResponse response) {
        SearchHits oldHits = response.getHits();
        // releasing a response empties its array of hits
        SearchHit[] hits = oldHits.getHits().clone();
        for (SearchHit hit : hits) {
            hit.mustIncRef();
        }
        SearchHits newHits = new SearchHits(
                hits,
                total,
                oldHits.getMaxScore(),
                oldHits.getSortFields(),
                oldHits.getCollapseField(),
                oldHits.getCollapseValues());
        try {
            return Calls.withHits(response, newHits);
        } finally {
            newHits.decRef();
        }
    }
}
