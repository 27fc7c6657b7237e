package org.ndd;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;

import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.action.search.SearchRequestBuilder;

/** Executes searches of tests for ids. */
public final class FoundIds {

    private FoundIds() {}

    /** Returns the ids of the hits, in order. */
    public static List<String> of(SearchRequestBuilder search) {
        List<String> ids = new ArrayList<>();
        assertResponse(search, response -> response.getHits().forEach(hit -> ids.add(hit.getId())));
        return ids;
    }
}
