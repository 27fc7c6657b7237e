package org.ndd.redirect;

import java.util.Set;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.index.mapper.IndexFieldMapper;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.ndd.config.RedirectFields;

/**
 * The indices, queries and fields for lookups of documents. Documents of the source redirect to documents of the source or of the
 * reference.
 *
 * @param indices the source and the reference as the user wrote them
 * @param query selects the documents of the source that take part; {@code null} for all
 * @param fields fields that hold the redirects
 * @param references names of the concrete indices of the reference
 * @param referenceQuery selects the documents of the reference that take part; {@code null} for all
 */
public record RedirectSource(
        IndicesRequest indices,
        QueryBuilder query,
        RedirectFields fields,
        Set<String> references,
        QueryBuilder referenceQuery) {

    public RedirectSource {
        references = Set.copyOf(references);
    }

    /** Restricts a query to the documents that take part. */
    QueryBuilder restrict(QueryBuilder pages) {
        if (references.isEmpty()) {
            return restrictToSource(pages);
        }
        BoolQueryBuilder ofReference = QueryBuilders.boolQuery().filter(pages).filter(isOfReference());
        return QueryBuilders.boolQuery()
                .should(restrictToSource(pages))
                .should(referenceQuery == null ? ofReference : ofReference.filter(referenceQuery));
    }

    private QueryBuilder restrictToSource(QueryBuilder pages) {
        BoolQueryBuilder all = QueryBuilders.boolQuery().filter(pages);
        if (references.isEmpty() == false) {
            all.mustNot(isOfReference());
        }
        return query == null ? all : all.filter(query);
    }

    private QueryBuilder isOfReference() {
        return QueryBuilders.termsQuery(IndexFieldMapper.NAME, references);
    }

    /** Matches all documents that redirect. */
    QueryBuilder redirecting() {
        return restrictToSource(QueryBuilders.existsQuery(fields.field()));
    }

    /** Whether an index is part of the reference. Its documents never redirect, with any values of the fields. */
    boolean isOfReference(String index) {
        return references.contains(index);
    }

    /** Adds the fields to read of each document. */
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
