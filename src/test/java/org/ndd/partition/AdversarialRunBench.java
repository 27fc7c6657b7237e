package org.ndd.partition;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.json.JsonXContent;

/**
 * Partitions {@link AdversarialDocuments} on a real node and prints the cost of each kind as rows of a Markdown table. Memory is the
 * maximum of samples taken twice per second: of the request circuit breaker, which accounts for the run, and of the heap, including garbage
 * and indexing.
 *
 * <pre>
 * mvn -q test-compile exec:java -Dexec.mainClass=org.ndd.partition.AdversarialRunBench -Dexec.classpathScope=test -Dexec.args="..."
 * arguments: http://localhost:9200 [KIND DOCUMENTS CHARACTERS]...
 * </pre>
 */
public final class AdversarialRunBench {

    private static final String INDEX = "ndd-hostile";
    private static final int BULK_CHARS = 5_000_000;

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI node;
    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private long breakerBytes;
    private long heapBytes;

    private AdversarialRunBench(URI node) {
        this.node = node;
    }

    /** Runs the benchmark, see the class. */
    public static void main(String[] args) throws Exception {
        AdversarialRunBench run = new AdversarialRunBench(URI.create(args[0]));
        List<String> kinds = args.length > 1
                ? List.of(args).subList(1, args.length)
                : List.of(
                        "ONE_FINGERPRINT",
                        "100000",
                        "1000",
                        "IDENTICAL",
                        "100000",
                        "1000",
                        "ONE_BOILERPLATE",
                        "100000",
                        "2000",
                        "SHUFFLED",
                        "1000",
                        "1000000",
                        "CHAIN",
                        "10000",
                        "1300",
                        "WITHOUT_TEXT",
                        "100000",
                        "0");
        for (int i = 0; i < kinds.size(); i += 3) {
            AdversarialDocuments kind = AdversarialDocuments.valueOf(kinds.get(i));
            run.measure(kind, Integer.parseInt(kinds.get(i + 1)), Integer.parseInt(kinds.get(i + 2)));
        }
    }

    private void measure(AdversarialDocuments kind, int count, int chars) throws Exception {
        call("DELETE", "/" + INDEX + "?ignore_unavailable=true", null);
        call("PUT", "/_ingest/pipeline/" + INDEX, """
                {"processors": [{"near_dup": {"field": "body", "url_field": "url", "format": "text"}}]}""");
        call("PUT", "/" + INDEX, String.format(Locale.ROOT, """
                {"settings": {"number_of_shards": 1, "number_of_replicas": 0, "default_pipeline": "%s"},
                 "mappings": {"properties": {"ndd": {"type": "near_dup"}, "body": {"type": "text", "index": false}}}}""", INDEX));
        index(kind, count, chars);
        breakerBytes = 0;
        heapBytes = 0;
        long start = System.nanoTime();
        Map<String, Object> report =
                watch(send("POST", "/" + INDEX + "/_ndd/partition?wait_for_completion=true&verbose=true", null));
        double seconds = (System.nanoTime() - start) / 1e9;
        if ("completed".equals(report.get("state")) == false) {
            throw new IllegalStateException(kind + " ended with " + report);
        }
        out.printf(
                Locale.ROOT,
                "| %s | %,d | %,d | %.1f | %s | %s | %s | %.0f | %.0f |%n",
                kind.name().toLowerCase(Locale.ROOT),
                count,
                chars,
                seconds,
                report.get("groups"),
                report.get("comparisons"),
                report.get("verifications"),
                breakerBytes / 1048576.0,
                heapBytes / 1048576.0);
        out.println(report.get("phases"));
    }

    private void index(AdversarialDocuments kind, int count, int chars) throws Exception {
        StringBuilder bulk = new StringBuilder();
        for (int number = 0; number < count; number++) {
            TestCorpus.Page page = kind.page(number, chars);
            bulk.append("{\"index\":{\"_id\":\"").append(page.id()).append("\"}}\n");
            try (XContentBuilder source = JsonXContent.contentBuilder()) {
                source.startObject().field("url", page.url()).field("body", page.text());
                bulk.append(Strings.toString(source.endObject())).append('\n');
            }
            if (bulk.length() > BULK_CHARS || number == count - 1) {
                if (Boolean.FALSE.equals(call("POST", "/" + INDEX + "/_bulk", bulk.toString())
                                .get("errors"))
                        == false) {
                    throw new IllegalStateException("pages up to [" + page.id() + "] were refused");
                }
                bulk.setLength(0);
            }
        }
        call("POST", "/" + INDEX + "/_refresh", null);
    }

    private Map<String, Object> watch(CompletableFuture<Map<String, Object>> report) throws Exception {
        while (true) {
            try {
                return report.get(500, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                Map<?, ?> nodes = (Map<?, ?>)
                        call("GET", "/_nodes/stats/jvm,breaker", null).get("nodes");
                for (Object stats : nodes.values()) {
                    breakerBytes = Math.max(breakerBytes, number(stats, "breakers.request.estimated_size_in_bytes"));
                    heapBytes = Math.max(heapBytes, number(stats, "jvm.mem.heap_used_in_bytes"));
                }
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static long number(Object json, String path) {
        return ((Number) XContentMapValues.extractValue(path, (Map<String, Object>) json)).longValue();
    }

    private Map<String, Object> call(String method, String path, String body)
            throws InterruptedException, ExecutionException {
        return send(method, path, body).get();
    }

    private CompletableFuture<Map<String, Object>> send(String method, String path, String body) {
        HttpRequest request = HttpRequest.newBuilder(node.resolve(path))
                .header("Content-Type", "application/json")
                .method(
                        method,
                        body == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8))
                .build();
        return http.sendAsync(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8))
                .thenApply(response -> {
                    if (response.statusCode() >= 300) {
                        throw new IllegalStateException(method + " " + path + ": " + response.body());
                    }
                    return parse(response.body());
                });
    }

    private static Map<String, Object> parse(String json) {
        try (XContentParser parser = JsonXContent.jsonXContent.createParser(XContentParserConfiguration.EMPTY, json)) {
            return parser.map();
        } catch (IOException e) {
            throw new IllegalStateException("the node's answer is no JSON: " + json, e);
        }
    }
}
