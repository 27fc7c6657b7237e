package org.ndd.it;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.ndd.Soon.assertSoon;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.http.HttpHost;
import org.junit.Before;

/** Exports that are much larger than the buffers of a connection: the node waits for the client, and stops when it disconnects. */
public class ExportIT extends NddRestTestCase {

    private static final int PAGES = 3000;

    /** Characters per field of each document; all documents together exceed the socket buffers. */
    private static final int LENGTH = 20_000;

    private static final String EXPORT = "/pages/_ndd/export?fields=filler";

    private String run;

    @Before
    public void indexPages() throws IOException {
        delete("/_ingest/pipeline/pages");
        request("PUT", "/_ingest/pipeline/pages", "{\"processors\":[{\"near_dup\":{\"field\":\"body\"}}]}");
        request(
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
                    request("POST", "/pages/_bulk?refresh&pipeline=pages", bulk.toString())
                            .get("errors"));
        }
        run = (String) request("POST", "/pages/_ndd/partition?wait_for_completion=true", null)
                .get("id");
    }

    /** A connection whose response is read at the pace of the test. */
    private static final class Download implements Closeable {

        private static final String COMPLETE = "\r\n0\r\n\r\n";

        private final Socket socket = new Socket();
        private final InputStream in;

        Download(String parameters) throws IOException {
            HttpHost node = client().getNodes().get(0).getHost();
            socket.setReceiveBufferSize(1 << 16);
            socket.setSoTimeout(60_000);
            socket.connect(new InetSocketAddress(node.getHostName(), node.getPort()));
            String request = "GET " + EXPORT + parameters + " HTTP/1.1\r\nHost: " + node.toHostString()
                    + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            in = socket.getInputStream();
            assertEquals("HTTP/1.1 200 OK", new String(in.readNBytes(15), StandardCharsets.UTF_8));
        }

        /** Reads until the end of the connection. */
        String rest() throws IOException {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }

        static boolean isComplete(String rest) {
            return rest.endsWith(COMPLETE);
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private static int exports() throws IOException {
        Map<?, ?> nodes = (Map<?, ?>) request("GET", "/_tasks?actions=indices:data/read/ndd/export", null)
                .get("nodes");
        return nodes.values().stream()
                .mapToInt(node -> ((Map<?, ?>) ((Map<?, ?>) node).get("tasks")).size())
                .sum();
    }

    private static void assertNoOpenExports() throws Exception {
        assertSoon(() -> {
            assertEquals("exports", 0, exports());
            assertEquals(
                    "open search contexts",
                    0,
                    request("GET", "/_all/_stats/search?expand_wildcards=all", null)
                            .get("_all.total.search.open_contexts"));
        });
    }

    public void testCompleteExport() throws Exception {
        try (Download download = new Download("")) {
            String rest = download.rest();
            assertTrue(Download.isComplete(rest));
            assertEquals(PAGES, rest.lines().filter(line -> line.endsWith("}")).count());
            assertThat(rest.length(), greaterThan(PAGES * LENGTH));
        }
        assertNoOpenExports();
    }

    public void testClientDisconnects() throws Exception {
        Download download = new Download("");
        assertEquals("the export waits for its client", 1, exports());
        download.close();
        assertNoOpenExports();
    }

    public void testCancelledExport() throws Exception {
        try (Download download = new Download("")) {
            request("POST", "/_tasks/_cancel?actions=indices:data/read/ndd/export", null);
            String rest = download.rest();
            assertTrue(Download.isComplete(rest));
            assertThat(tail(rest), containsString("{\"error\":{\"type\":\"task_cancelled_exception\""));
        }
        assertNoOpenExports();
    }

    public void testErrorDuringExport() throws Exception {
        for (String format : new String[] {"ndjson", "csv"}) {
            try (Download download = new Download("&format=" + format)) {
                request("POST", "/" + run + "/_close", null);
                String rest = download.rest();
                assertTrue(Download.isComplete(rest));
                assertThat(
                        tail(rest),
                        containsString(
                                format.equals("csv") ? "INCOMPLETE: the export failed with status" : "{\"error\":{"));
            }
            request("POST", "/" + run + "/_open?wait_for_active_shards=1", null);
        }
        assertNoOpenExports();
    }

    private static String tail(String text) {
        return text.substring(Math.max(0, text.length() - 1000));
    }
}
