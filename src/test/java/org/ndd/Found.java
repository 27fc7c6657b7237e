package org.ndd;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.search.SearchHit;
import org.ndd.compat.Calls;

/** Executes searches of tests, reads their responses, and releases them. */
public final class Found {

    private Found() {}

    /** The ids of the hits, in order. */
    public static List<String> ids(SearchRequestBuilder search) {
        return hits(search, SearchHit::getId);
    }

    /** The sources of the hits, in order. */
    public static List<Map<String, Object>> sources(SearchRequestBuilder search) {
        return hits(search, SearchHit::getSourceAsMap);
    }

    /** What a function reads from each hit, in order. */
    public static <T> List<T> hits(SearchRequestBuilder search, Function<SearchHit, T> read) {
        return in(
                search,
                response -> Stream.of(response.getHits().getHits()).map(read).toList());
    }

    /** The number of matching documents. */
    public static long total(SearchRequestBuilder search) {
        return in(search.setSize(0).setTrackTotalHits(true), response -> Calls.total(response.getHits()));
    }

    /** What a function reads from the response; the result must not refer to the response. */
    public static <T> T in(SearchRequestBuilder search, Function<SearchResponse, T> read) {
        SearchResponse response = search.get();
        try {
            return read.apply(response);
        } finally {
            response.decRef();
        }
    }
}
