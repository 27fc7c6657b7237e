package org.ndd.it;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.lessThan;
import static org.ndd.Soon.assertSoon;

import com.carrotsearch.randomizedtesting.annotations.ThreadLeakScope;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.client.Request;
import org.elasticsearch.client.RequestOptions;
import org.junit.Before;

/** Exports that are much larger than what a connection buffers: the node waits for the client, and ends with it. */
// The HTTP client of Java 17 cannot be closed: its threads end when it is garbage.
@ThreadLeakScope(ThreadLeakScope.Scope.NONE)
public class ExportIT extends NddRestTestCase {

    private static final int PAGES = 3000;

    /** Characters of a field of each document; all of them together are more than sockets buffer. */
    private static final int LENGTH = 20_000;

    private static final String EXPORT = "/pages/_ndd/export?fields=filler";

    private String run;

    @Before
    public void indexPages() throws IOException {
        delete("/_ingest/pipeline/pages");
        ask("PUT", "/_ingest/pipeline/pages", "{\"processors\":[{\"near_dup\":{\"field\":\"body\"}}]}");
        ask(
                "PUT",
                "/pages",
                "{\"settings\":{\"number_of_replicas\":0},\"mappings\":{\"properties\":{"
                        + "\"ndd\":{\"type\":\"near_dup\"},\"filler\":{\"type\":\"text\",\"index\":false}}}}");
        String filler = "x".repeat(LENGTH);
        for (int from = 0; from < PAGES; from += 250) {
            StringBuilder bulk = new StringBuilder();
            for (int i = from; i < from + 250; i++) {
                int story = i / 2;
                bulk.append("{\"index\":{\"_id\":\"").append(i).append("\"}}\n");
                bulk.append("{\"body\":\"Story ").append(story * 7919).append(" of the harbour: captain number ");
                bulk.append(story * 31).append(" tied up ").append(story * 17);
                bulk.append(" boats with ropes in the storm of the year ").append(story * 101);
                bulk.append("\",\"filler\":\"").append(filler).append("\"}\n");
            }
            assertEquals(
                    false,
                    ask("POST", "/pages/_bulk?refresh&pipeline=pages", bulk.toString())
                            .get("errors"));
        }
        run = (String) ask("POST", "/pages/_ndd/partition?wait_for_completion=true", null)
                .get("id");
    }

    private static Answer ask(String method, String endpoint, String body) throws IOException {
        Request request = new Request(method, endpoint);
        if (body != null) {
            request.setJsonEntity(body);
        }
        return Answer.of(perform(request, RequestOptions.DEFAULT.toBuilder())).ok();
    }

    private static HttpResponse<InputStream> export(String parameters) throws IOException, InterruptedException {
        HttpResponse<InputStream> response = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(
                                        client().getNodes().get(0).getHost().toURI() + EXPORT + parameters))
                                .build(),
                        HttpResponse.BodyHandlers.ofInputStream());
        assertEquals(200, response.statusCode());
        return response;
    }

    private static int exports() throws IOException {
        Map<?, ?> nodes = (Map<?, ?>)
                ask("GET", "/_tasks?actions=indices:data/read/ndd/export", null).get("nodes");
        return nodes.values().stream()
                .mapToInt(node -> ((Map<?, ?>) ((Map<?, ?>) node).get("tasks")).size())
                .sum();
    }

    private static void assertNothingOpen() throws Exception {
        assertSoon(
                () -> {
                    assertEquals("exports", 0, exports());
                    assertEquals(
                            "open search contexts",
                            0,
                            ask("GET", "/_all/_stats/search?expand_wildcards=all", null)
                                    .get("_all.total.search.open_contexts"));
                },
                30,
                TimeUnit.SECONDS);
    }

    /** Reads to the end, or to where the connection ends. */
    private static boolean readAll(InputStream in, ByteArrayOutputStream bytes) {
        try {
            in.transferTo(bytes);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    public void testAllOfItArrives() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        assertTrue(readAll(export("").body(), bytes));
        String text = bytes.toString(StandardCharsets.UTF_8);
        assertEquals(PAGES, text.lines().count());
        assertThat(text.length(), greaterThan(PAGES * LENGTH));
        assertNothingOpen();
    }

    public void testTheExportEndsWithItsClient() throws Exception {
        InputStream in = export("").body();
        assertEquals('{', in.read());
        assertEquals("waits for its client", 1, exports());
        in.close();
        assertNothingOpen();
    }

    public void testACancelledExport() throws Exception {
        InputStream in = export("").body();
        assertEquals('{', in.read());
        ask("POST", "/_tasks/_cancel?actions=indices:data/read/ndd/export", null);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        assertFalse("the end of the response is missing", readAll(in, bytes));
        assertThat(
                bytes.toString(StandardCharsets.UTF_8),
                containsString("{\"error\":{\"type\":\"task_cancelled_exception\""));
        assertNothingOpen();
    }

    public void testAnErrorInTheMiddle() throws Exception {
        for (String format : new String[] {"ndjson", "csv"}) {
            InputStream in = export("&format=" + format).body();
            in.read();
            ask("POST", "/" + run + "/_close", null);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            assertFalse("the end of the response is missing", readAll(in, bytes));
            String text = bytes.toString(StandardCharsets.UTF_8);
            assertThat(text.lines().count(), lessThan((long) PAGES));
            String last = text.lines().reduce((a, b) -> b).orElseThrow();
            assertThat(
                    last,
                    containsString(
                            format.equals("csv") ? "INCOMPLETE: the export failed with status" : "{\"error\":{"));
            ask("POST", "/" + run + "/_open?wait_for_active_shards=1", null);
        }
        assertNothingOpen();
    }
}
