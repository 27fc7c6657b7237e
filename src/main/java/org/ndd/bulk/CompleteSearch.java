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
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.core.Nullable;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;

/**
 * Creates searches that fail if a shard fails or exceeds a time limit of the cluster. By default, Elasticsearch returns the other hits,
 * which look like a complete result. Hits are counted only if the search demands it: that would take longer than to find the first ones.
 */
public final class CompleteSearch {

    private CompleteSearch() {}

    public static SearchRequest of(SearchSourceBuilder source, String... indices) {
        if (source.trackTotalHitsUpTo() == null) {
            source.trackTotalHits(false);
        }
        return new SearchRequest(indices).source(source).allowPartialSearchResults(false);
    }

    /** Creates a search of the indices of a request. */
    public static SearchRequest of(SearchSourceBuilder source, IndicesRequest request) {
        return of(source, request.indices()).indicesOptions(request.indicesOptions());
    }

    /** Returns the first value of a field of a hit; {@code null} if it has none: a search also sets fields without values. */
    @Nullable
    public static <V> V value(SearchHit hit, String field) {
        DocumentField values = hit.field(field);
        return values == null ? null : values.getValue();
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
