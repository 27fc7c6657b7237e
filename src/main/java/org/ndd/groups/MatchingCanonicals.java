package org.ndd.groups;

import java.util.Arrays;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.ndd.compat.Calls;
import org.ndd.config.DocumentName;

/** Finds the groups whose canonical document matches a query in the source. */
public final class MatchingCanonicals {

    private MatchingCanonicals() {}

    /**
     * Searches the source.
     *
     * @param client client with the rights of the reader
     * @param indices indices of the source
     * @param query query of the user
     * @param listener gets a query for the documents of the groups; fails with {@link IllegalArgumentException} if too many documents
     *     match
     */
    public static void find(
            Client client, String[] indices, QueryBuilder query, ActionListener<QueryBuilder> listener) {
        SearchRequest search = new SearchRequest(indices)
                .allowPartialSearchResults(false)
                .source(new SearchSourceBuilder()
                        .query(query)
                        .size(GroupReader.MAX_RESULT_WINDOW)
                        .fetchSource(false)
                        .trackTotalHits(true));
        client.search(search, listener.map(response -> {
            long total = Calls.total(response.getHits());
            if (total > GroupReader.MAX_RESULT_WINDOW) {
                throw new IllegalArgumentException("[query] must match at most [" + GroupReader.MAX_RESULT_WINDOW
                        + "] documents, but matched [" + total + "]");
            }
            return GroupQueries.withCanonicals(Arrays.stream(response.getHits().getHits())
                    .map(hit -> new DocumentName(hit.getIndex(), hit.getId()))
                    .toList());
        }));
    }
}
