package org.ndd.eval;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import org.elasticsearch.common.Strings;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentFactory;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.XContentType;

/** Talks to a node; threads may share it, each waits for its answer. */
final class RestClient {

    private final URI node;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();

    RestClient(URI node) {
        this.node = node;
    }

    static String json(Map<String, ?> object) throws IOException {
        try (XContentBuilder builder = XContentFactory.jsonBuilder()) {
            return Strings.toString(builder.map(object));
        }
    }

    /** Sends a request and returns the answer; an error of the node is an exception with its words. */
    Map<String, Object> call(String method, String path, Map<String, ?> body) throws IOException, InterruptedException {
        return send(method, path, body == null ? "" : json(body));
    }

    /** Sends lines of a bulk request; a document that is refused is an exception. */
    void bulk(String index, String lines) throws IOException, InterruptedException {
        Map<String, Object> answer = send("POST", "/" + index + "/_bulk?filter_path=errors,items.*.error", lines);
        if (Boolean.TRUE.equals(answer.get("errors"))) {
            throw new IOException("documents were refused: " + answer.get("items"));
        }
    }

    private Map<String, Object> send(String method, String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(node.resolve(path))
                .timeout(Duration.ofMinutes(10))
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
        if (response.statusCode() >= 300) {
            throw new IOException(
                    method + " " + path + " was answered with [" + response.statusCode() + "]: " + response.body());
        }
        try (XContentParser parser =
                XContentType.JSON.xContent().createParser(XContentParserConfiguration.EMPTY, response.body())) {
            return parser.map();
        }
    }
}
