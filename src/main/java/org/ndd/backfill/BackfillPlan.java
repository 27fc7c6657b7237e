package org.ndd.backfill;

import java.util.List;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;

/**
 * A validated backfill, ready to start.
 *
 * @param indices concrete indices
 * @param check selects the documents that need the pipeline
 * @param query which documents are read
 * @param slices number of parts that are processed in parallel, at least 1
 * @param options as the user gave them
 */
record BackfillPlan(List<Index> indices, DocumentCheck check, QueryBuilder query, int slices, BackfillOptions options) {

    String[] indexNames() {
        return indices.stream().map(Index::getName).toArray(String[]::new);
    }

    /**
     * The query for the documents to read. Unless outdated ones are requested, the index itself has the documents that differ from the
     * output of the pipeline: those without its version.
     */
    static QueryBuilder query(QueryBuilder userQuery, boolean outdated, DocumentCheck check) {
        BoolQueryBuilder query = QueryBuilders.boolQuery();
        query.filter(userQuery == null ? QueryBuilders.matchAllQuery() : userQuery);
        if (outdated == false || check.canCheckSources() == false) {
            query.mustNot(QueryBuilders.termQuery(check.fields().version(), check.version()));
        }
        return query;
    }
}
