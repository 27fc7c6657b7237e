package org.ndd.eval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;

/** A thread-safe, blocking REST client. */
final class RestClient {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final URI node;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();

    RestClient(URI node) {
        this.node = node;
    }

    static String json(Map<String, ?> object) throws IOException {
        return JSON.writeValueAsString(object);
    }

    /** Sends a request and returns the response. Throws an exception with the body of an error response. */
    JsonNode call(String method, String path, Map<String, ?> body) throws IOException, InterruptedException {
        return send(method, path, body == null ? "" : json(body));
    }

    /** Sends a bulk request. Throws an exception if a document is rejected. */
    void bulk(String index, String lines) throws IOException, InterruptedException {
        JsonNode result = send("POST", "/" + index + "/_bulk?filter_path=errors,items.*.error", lines);
        if (result.path("errors").asBoolean()) {
            throw new IOException("documents were rejected: " + result.path("items"));
        }
    }

    private JsonNode send(String method, String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(node.resolve(path))
                .timeout(Duration.ofMinutes(10))
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
        if (response.statusCode() >= 300) {
            throw new IOException(
                    method + " " + path + " returned [" + response.statusCode() + "]: " + response.body());
        }
        return JSON.readTree(response.body());
    }
}
