package org.ndd.resolve;

import java.util.List;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.ndd.groups.GroupQueries;

/**
 * Which pages are marked: duplicates by a rule, and the canonical documents of groups.
 *
 * @param dest index of the run whose groups count
 */
record MarkRule(String dest, DuplicateRule duplicates) {

    QueryBuilder duplicates(List<String> indices) {
        return duplicates.query(indices);
    }

    QueryBuilder canonicals(List<String> indices) {
        return GroupQueries.canonicals().filter(GroupQueries.ofIndices(indices));
    }

    /** Query for all pages that are marked. */
    QueryBuilder query(List<String> indices) {
        return QueryBuilders.boolQuery()
                .should(duplicates(indices))
                .should(canonicals(indices))
                .minimumShouldMatch(1);
    }
}
