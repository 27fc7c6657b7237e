package org.ndd.redirect;

import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.ndd.config.RedirectFields;

/**
 * The indices, query and fields for lookups of pages.
 *
 * @param indices as the user wrote them
 * @param query which documents take part; {@code null} for all
 * @param fields fields that hold the redirects
 */
public record RedirectSource(IndicesRequest indices, QueryBuilder query, RedirectFields fields) {

    /** Restricts a query for pages to those that take part. */
    QueryBuilder restrict(QueryBuilder pages) {
        BoolQueryBuilder all = QueryBuilders.boolQuery().filter(pages);
        return query == null ? all : all.filter(query);
    }

    /** Matches all pages that redirect. */
    QueryBuilder redirecting() {
        return restrict(QueryBuilders.existsQuery(fields.field()));
    }

    /** Adds the fields of a page that are read. */
    SearchSourceBuilder withFields(SearchSourceBuilder search) {
        return search.trackTotalHits(false)
                .fetchSource(false)
                .seqNoAndPrimaryTerm(true)
                .docValueField(fields.field())
                .docValueField(fields.url());
    }

    SearchRequest search(SearchSourceBuilder source) {
        return new SearchRequest(indices.indices())
                .indicesOptions(indices.indicesOptions())
                .allowPartialSearchResults(false)
                .source(source);
    }
}
