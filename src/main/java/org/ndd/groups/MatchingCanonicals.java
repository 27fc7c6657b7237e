package org.ndd.groups;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.MatchNoneQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.ndd.compat.Calls;

/** Finds the groups whose canonical document matches a query in the source. */
public final class MatchingCanonicals {

    private MatchingCanonicals() {}

    /**
     * Searches the source.
     *
     * @param client works with the rights of the reader
     * @param indices of the source
     * @param query of the user
     * @param listener gets a query for the documents of these groups; fails with {@link IllegalArgumentException} if too many documents match
     */
    public static void find(
            Client client, String[] indices, QueryBuilder query, ActionListener<QueryBuilder> listener) {
        SearchRequest search = new SearchRequest(indices)
                .source(new SearchSourceBuilder()
                        .query(query)
                        .size(GroupReader.MOST_MATCHING)
                        .fetchSource(false)
                        .trackTotalHits(true));
        client.search(search, listener.map(response -> {
            long total = Calls.total(response.getHits());
            if (total > GroupReader.MOST_MATCHING) {
                throw new IllegalArgumentException("[query] must match at most [" + GroupReader.MOST_MATCHING
                        + "] pages, but matched [" + total + "]");
            }
            Map<String, List<String>> ids = new TreeMap<>();
            for (SearchHit hit : response.getHits()) {
                ids.computeIfAbsent(hit.getIndex(), index -> new ArrayList<>()).add(hit.getId());
            }
            return canonicals(ids);
        }));
    }

    /** Groups with one of these canonical documents, by index and id. */
    private static QueryBuilder canonicals(Map<String, List<String>> ids) {
        if (ids.isEmpty()) {
            return new MatchNoneQueryBuilder();
        }
        BoolQueryBuilder canonicals = QueryBuilders.boolQuery();
        ids.forEach((index, own) -> canonicals.should(QueryBuilders.boolQuery()
                .filter(QueryBuilders.termQuery(GroupFields.CANONICAL_INDEX, index))
                .filter(QueryBuilders.termsQuery(GroupFields.CANONICAL_ID, own))));
        return canonicals;
    }
}
