package org.ndd.it;

import static org.hamcrest.Matchers.containsString;
import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.elasticsearch.client.Cancellable;
import org.elasticsearch.client.Request;
import org.elasticsearch.client.RequestOptions;
import org.elasticsearch.client.Response;
import org.elasticsearch.client.ResponseListener;
import org.elasticsearch.client.WarningsHandler;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.junit.AfterClass;
import org.junit.Before;

/**
 * Searches for duplicates are interrupted during long comparisons: documents of nearly 1 MB with the same paragraphs in another order, with
 * the preset {@code pku2007}, which aligns them piece by piece. Such a search ends when it is cancelled, when its client disconnects, and
 * after its timeout.
 */
public class SearchCancellationIT extends NddRestTestCase {

    /** Enough documents that their comparison takes longer than the timeout of this test. */
    private static final int PAGES = 40;

    private static final int PARAGRAPHS = 2800;

    /** The maximum time until an interrupted search ends; it takes longer if it is not interrupted. */
    private static final long SECONDS_TO_END = 5;

    private static final String LIKE = "'query':{'near_dup':{'like':{'_id':'0'},'preset':'pku2007'}}";
    private static final String RESCORER =
            "'query':{'match_all':{}},'rescore':{'window_size':" + PAGES + ",'near_dup':{'preset':'pku2007'}}";
    private static final String RETRIEVER =
            "'retriever':{'near_dup':{'preset':'pku2007','retriever':{'standard':{'query':{'match_all':{}}}}}}";
    private static final String AGGREGATION =
            "'size':0,'aggs':{'dups':{'near_dup':{'preset':'pku2007','verify':true}}}";
    private static final List<String> SEARCHES = List.of(LIKE, RESCORER, RETRIEVER);
    /** The timeout does not end the aggregation. */
    private static final List<String> CANCELLABLE = List.of(LIKE, RESCORER, RETRIEVER, AGGREGATION);

    /** The documents are indexed once. */
    @Override
    protected boolean preserveIndicesUponCompletion() {
        return true;
    }

    @AfterClass
    public static void deletePages() throws IOException {
        ask("DELETE", "/pages", null);
    }

    @Before
    public void indexPages() throws IOException {
        if (indexExists("pages")) {
            return;
        }
        ask("PUT", "/_ingest/pipeline/pages", "{'processors':[{'near_dup':{'field':'body','format':'text'}}]}");
        ask(
                "PUT",
                "/pages",
                "{'settings':{'number_of_shards':1,'default_pipeline':'pages'},'mappings':{'properties':{"
                        + "'ndd':{'type':'near_dup'},'body':{'type':'text','index':false}}}}");
        for (int page = 0; page < PAGES; page++) {
            ask("PUT", "/pages/_doc/" + page, "{'body':'" + text(page) + "'}");
        }
        ask("POST", "/pages/_refresh", null);
    }

    /** The same paragraphs in random order. */
    private static String text(int page) {
        Random random = new Random(7);
        List<String> paragraphs = new ArrayList<>();
        for (int i = 0; i < PARAGRAPHS; i++) {
            StringBuilder paragraph = new StringBuilder();
            for (int word = 0; word < 48; word++) {
                paragraph
                        .append(Integer.toString(random.nextInt(60_000) + 2000, 36))
                        .append(word % 16 == 15 ? ". " : " ");
            }
            paragraphs.add(paragraph.toString());
        }
        Collections.shuffle(paragraphs, new Random(page));
        return String.join(" ", paragraphs);
    }

    private static TextResponse ask(String method, String endpoint, String body) throws IOException {
        return request(method, endpoint, body == null ? null : body.replace('\'', '"'));
    }

    /** A pending search. */
    private static final class Search implements ResponseListener {

        private final CountDownLatch done = new CountDownLatch(1);
        private final AtomicReference<Exception> failure = new AtomicReference<>();
        private final AtomicReference<Response> response = new AtomicReference<>();
        private final Cancellable connection;

        Search(String body) {
            Request request = new Request("POST", "/pages/_search");
            request.setJsonEntity("{" + body.replace('\'', '"') + "}");
            request.setOptions(RequestOptions.DEFAULT.toBuilder().setWarningsHandler(WarningsHandler.PERMISSIVE));
            connection = client().performRequestAsync(request, this);
        }

        @Override
        public void onSuccess(Response result) {
            response.set(result);
            done.countDown();
        }

        @Override
        public void onFailure(Exception exception) {
            failure.set(exception);
            done.countDown();
        }

        Exception end() throws InterruptedException {
            assertTrue("ends soon", done.await(SECONDS_TO_END, TimeUnit.SECONDS));
            return failure.get();
        }
    }

    private static boolean isComparing() throws IOException {
        String stacks = ask("GET", "/_nodes/hot_threads?threads=100&interval=20ms&snapshots=2", null)
                .text();
        return stacks.contains("org.ndd.core.compare.") || stacks.contains("org.ndd.core.align.");
    }

    private static List<?> searchTasks() throws IOException {
        return (List<?>) ask("GET", "/_tasks?actions=indices:data/read/search&group_by=none", null)
                .get("tasks");
    }

    private static Search awaitComparison(String body) throws Exception {
        Search search = new Search(body);
        assertSoon(() -> assertTrue(isComparing()));
        return search;
    }

    private static void assertNoTasks() throws Exception {
        assertSoon(
                () -> {
                    assertEquals(List.of(), searchTasks());
                    assertFalse(isComparing());
                },
                SECONDS_TO_END,
                TimeUnit.SECONDS);
    }

    public void testCancelledTask() throws Exception {
        for (String body : CANCELLABLE) {
            Search search = awaitComparison(body);
            Object task = searchTasks().get(0);
            String id = XContentMapValues.extractValue("node", (Map<?, ?>) task) + ":"
                    + XContentMapValues.extractValue("id", (Map<?, ?>) task);
            ask("POST", "/_tasks/" + id + "/_cancel", null);
            Exception failure = search.end();
            assertNotNull(body, failure);
            assertThat(failure.getMessage(), containsString("task_cancelled_exception"));
            assertNoTasks();
        }
    }

    public void testClosedConnection() throws Exception {
        for (String body : CANCELLABLE) {
            Search search = awaitComparison(body);
            search.connection.cancel();
            search.end();
            assertNoTasks();
        }
    }

    public void testTimeout() throws Exception {
        for (String body : SEARCHES) {
            Search search = new Search("'timeout':'100ms'," + body);
            assertTrue(body, search.done.await(SECONDS_TO_END, TimeUnit.SECONDS));
            assertNull(body, search.failure.get());
            Response response = search.response.get();
            String result = new String(body(response), StandardCharsets.UTF_8);
            if (body.equals(RETRIEVER)) {
                assertThat(
                        String.join("\n", response.getWarnings()),
                        containsString("[near_dup] did not compare all hits within the [timeout] of [100ms]"));
                assertThat(result, containsString("\"count\":1"));
            } else {
                assertThat(result, containsString("\"timed_out\":true"));
            }
            assertNoTasks();
        }
    }
}
