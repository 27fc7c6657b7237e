package org.ndd.bulk;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.search.MultiSearchRequest;
import org.elasticsearch.action.search.MultiSearchResponse;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;

/**
 * Creates searches that fail if a shard fails or exceeds a time limit of the cluster. By default, Elasticsearch returns the other hits,
 * which look like a complete result.
 */
public final class CompleteSearch {

    private CompleteSearch() {}

    public static SearchRequest of(SearchSourceBuilder source, String... indices) {
        return new SearchRequest(indices).source(source).allowPartialSearchResults(false);
    }

    /** Creates a search of the indices of a request. */
    public static SearchRequest of(SearchSourceBuilder source, IndicesRequest request) {
        return of(source, request.indices()).indicesOptions(request.indicesOptions());
    }

    /**
     * Executes several searches; fails if one of them fails.
     *
     * @param read reads the hits of a search, which are valid until the listener returns
     * @param listener gets the results in the order of the searches
     */
    public static <T> void all(
            Client client,
            MultiSearchRequest searches,
            Function<SearchHit[], T> read,
            ActionListener<List<T>> listener) {
        client.multiSearch(searches, listener.delegateFailureAndWrap((l, response) -> {
            List<T> results = new ArrayList<>();
            for (MultiSearchResponse.Item item : response) {
                if (item.isFailure()) {
                    throw item.getFailure();
                }
                results.add(read.apply(item.getResponse().getHits().getHits()));
            }
            l.onResponse(results);
        }));
    }
}
