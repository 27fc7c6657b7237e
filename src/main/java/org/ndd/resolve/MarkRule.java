package org.ndd.resolve;

import java.util.List;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.ndd.config.GroupFields;

/**
 * Which pages are marked: losers by a rule, and the winners of groups.
 *
 * @param dest index of the run whose groups count
 */
record MarkRule(String dest, DuplicateRule losers) {

    QueryBuilder losers(List<String> indices) {
        return losers.query(indices);
    }

    QueryBuilder winners(List<String> indices) {
        return QueryBuilders.boolQuery()
                .filter(QueryBuilders.termsQuery(GroupFields.DOC_INDEX, indices))
                .filter(QueryBuilders.termQuery(GroupFields.WINNER, true))
                // of a leader: another winner has its leader in the same group
                .mustNot(QueryBuilders.rangeQuery(GroupFields.SIZE).lt(2));
    }

    /** All of them. */
    QueryBuilder query(List<String> indices) {
        return QueryBuilders.boolQuery()
                .should(losers(indices))
                .should(winners(indices))
                .minimumShouldMatch(1);
    }
}
