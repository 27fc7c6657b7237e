package org.ndd.redirect;

import java.util.Set;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.index.mapper.IndexFieldMapper;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.ndd.bulk.CompleteSearch;
import org.ndd.config.RedirectFields;

/**
 * The documents of a source and of a reference, for searches with the rights of the user. Documents of the source redirect to documents of
 * the source or of the reference.
 *
 * @param indices the source and the reference as the user wrote them
 * @param query selects the documents of the source that take part; {@code null} for all
 * @param redirects fields that hold the redirects; empty if documents do not redirect
 * @param references names of the concrete indices of the reference
 * @param referenceQuery selects the documents of the reference that take part; {@code null} for all
 */
public record SourceAndReference(
        IndicesRequest indices,
        QueryBuilder query,
        RedirectFields redirects,
        Set<String> references,
        QueryBuilder referenceQuery) {

    public SourceAndReference {
        references = Set.copyOf(references);
    }

    /** Returns the documents that do not redirect. */
    public SourceAndReference withoutRedirects() {
        return new SourceAndReference(indices, redirects.without(query), redirects, references, referenceQuery);
    }

    /** Restricts a query to the documents that take part. The scores remain. */
    public QueryBuilder restrict(QueryBuilder pages) {
        return references.isEmpty()
                ? restrictToSource(pages)
                : QueryBuilders.boolQuery().should(restrictToSource(pages)).should(restrictToReference(pages));
    }

    /** Restricts a query to documents of the source. The scores remain. */
    public QueryBuilder restrictToSource(QueryBuilder pages) {
        BoolQueryBuilder all = QueryBuilders.boolQuery().must(pages);
        if (references.isEmpty() == false) {
            all.mustNot(isOfReference());
        }
        return query == null ? all : all.filter(query);
    }

    /** Restricts a query to documents of the reference, which is not empty. The scores remain. */
    public QueryBuilder restrictToReference(QueryBuilder pages) {
        BoolQueryBuilder all = QueryBuilders.boolQuery().must(pages).filter(isOfReference());
        return referenceQuery == null ? all : all.filter(referenceQuery);
    }

    private QueryBuilder isOfReference() {
        return QueryBuilders.termsQuery(IndexFieldMapper.NAME, references);
    }

    /** Matches all documents that redirect. */
    QueryBuilder redirecting() {
        return restrictToSource(QueryBuilders.existsQuery(redirects.field()));
    }

    /** Whether an index is part of the reference. Its documents never redirect, with any values of the fields. */
    public boolean isOfReference(String index) {
        return references.contains(index);
    }

    /** Adds the fields to read of each document. */
    SearchSourceBuilder withFields(SearchSourceBuilder search) {
        return search.trackTotalHits(false)
                .fetchSource(false)
                .seqNoAndPrimaryTerm(true)
                .docValueField(redirects.field())
                .docValueField(redirects.url());
    }

    public SearchRequest search(SearchSourceBuilder source) {
        return CompleteSearch.of(source, indices);
    }
}
