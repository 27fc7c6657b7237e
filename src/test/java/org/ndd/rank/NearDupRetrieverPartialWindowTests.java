package org.ndd.rank;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertCheckedResponse;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.lessThan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.action.support.WriteRequest;
import org.ndd.compat.Calls;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.pair.PageRequest;
import org.ndd.partition.TestPartitions;

/** Pages of results that are computed from a part of the window equal those computed from the whole window. */
public class NearDupRetrieverPartialWindowTests extends StoriesTestCase {

    private static final int WINDOW = 200;

    /** Random documents of few stories or many; some texts are too long to be read together with their keys. */
    private void indexPages() {
        create(INDEX, between(1, 3));
        int stories = between(1, 120);
        String filler = TestPages.text(300, 0);
        BulkRequest bulk = new BulkRequest(INDEX).setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
        for (int i = between(100, 250); i > 0; i--) {
            int story = between(0, stories - 1);
            String text = TestPages.text(story, between(0, 15));
            if (story % 5 == 4) {
                text = (TestPages.text(story, 0) + " ").repeat(1 + PageRequest.MAX_SHORT_TEXT / text.length()) + text;
            } else if (story % 5 == 3) {
                text = text + " " + filler;
            }
            Map<String, Object> document = TestPages.document(text, FingerprintParameters.BALANCED);
            document.put("place", between(0, 50));
            bulk.add(new IndexRequest().id("p" + i).source(document));
        }
        assertFalse(client().bulk(bulk).actionGet().hasFailures());
    }

    private SearchRequestBuilder search(String child, String more, int from, int size) throws IOException {
        String json = "{\"near_dup\":{\"rank_window_size\":" + WINDOW + more + ",\"retriever\":" + child + "}}";
        return search(retriever(json)).setFrom(from).setSize(size).setTrackTotalHits(true);
    }

    private static String child() {
        return randomFrom(
                "{\"standard\":{\"sort\":[{\"place\":\"desc\"}]}}",
                "{\"standard\":{\"query\":{\"match_all\":{}}}}",
                "{\"standard\":{\"query\":{\"range\":{\"place\":{\"gte\":5}}}}}",
                "{\"near_dup\":{\"collapse\":false,\"rank_window_size\":" + WINDOW
                        + ",\"retriever\":{\"standard\":{\"query\":{\"match_all\":{}}}}}}");
    }

    private void assertPagesEqualWindow(String groups) throws IOException {
        String child = child();
        int size = between(1, 15);
        assertCheckedResponse(search(child, groups + ",\"track_similar\":true", 0, WINDOW), window -> {
            Map<String, List<String>> whole = similar(window);
            List<String> paged = new ArrayList<>();
            for (int from = 0; from < whole.size(); from += size) {
                assertResponse(search(child, groups, from, size), page -> {
                    similar(page).forEach((id, similar) -> {
                        paged.add(id);
                        assertEquals(id, whole.get(id).subList(0, similar.size()), similar);
                    });
                    assertEquals(Calls.total(window.getHits()), Calls.total(page.getHits()));
                });
            }
            assertEquals(List.copyOf(whole.keySet()), paged);
        });
    }

    public void testPagesEqualWholeWindow() throws IOException {
        indexPages();
        for (int round = 0; round < (TEST_NIGHTLY ? 5 : 2); round++) {
            assertPagesEqualWindow("");
        }
    }

    public void testPagesByGroupsEqualWholeWindow() throws IOException {
        indexPages();
        TestPartitions.run(client(), INDEX, "{}");
        for (int round = 0; round < (TEST_NIGHTLY ? 5 : 2); round++) {
            assertPagesEqualWindow(",\"dest\":{\"index\":\"" + INDEX + "-ndd\"}");
        }
    }

    /** One story and 120 others: hits after the page are read only if the request requires them. */
    public void testReadsOnlyRequestedPage() throws IOException {
        create(INDEX, between(1, 3));
        BulkRequest bulk = new BulkRequest(INDEX).setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
        for (int i = 0; i < 160; i++) {
            String text = i % 4 == 0 ? TestPages.text(200, i % 16) : TestPages.text(i, 0);
            Map<String, Object> document = TestPages.document(text, FingerprintParameters.BALANCED);
            document.put("place", i);
            bulk.add(new IndexRequest().id("p" + i).source(document));
        }
        assertFalse(client().bulk(bulk).actionGet().hasFailures());
        String child = "{\"standard\":{\"sort\":[{\"place\":\"asc\"}]}}";
        assertEquals(
                39,
                similar(search(child, ",\"track_similar\":true", 0, 5))
                        .get("p0")
                        .size());
        int seen = similar(search(child, "", 0, 5)).get("p0").size();
        assertThat(seen, greaterThan(0));
        assertThat(seen, lessThan(39));
        int within = similar(search(nearDup(
                                retriever("{\"near_dup\":{\"rank_window_size\":" + WINDOW + ",\"retriever\":" + child
                                        + "}}"),
                                WINDOW))
                        .setSize(5))
                .get("p0")
                .size();
        assertEquals("a nested retriever returns all hits", 39, within);
    }
}
