package org.ndd.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** REST client of a node. */
final class Node {

    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final URI address;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();

    Node(URI address) {
        this.address = address;
    }

    URI address() {
        return address;
    }

    /** An error response of the node, with the reason of the node as its message. */
    static final class ResponseException extends IOException {
        private static final long serialVersionUID = 1L;

        ResponseException(String message) {
            super(message);
        }
    }

    /** Serializes maps, lists and strings as JSON. */
    static String json(Object value) throws IOException {
        return JSON.writeValueAsString(value);
    }

    /** Sends a request and returns the response. A body that is not JSON results in a missing node. */
    JsonNode call(String method, String path, Object body) throws IOException, InterruptedException {
        return result(method, path, http.send(request(method, path, body == null ? null : json(body)), text()));
    }

    /** Sends a bulk request. The future fails with the reason of the first rejected document. */
    CompletableFuture<JsonNode> bulk(String path, String lines) {
        return http.sendAsync(request("POST", path, lines), text()).thenApply(response -> {
            try {
                JsonNode result = result("POST", path, response);
                if (result.path("errors").asBoolean()) {
                    throw new ResponseException(firstError(result));
                }
                return result;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static String firstError(JsonNode result) {
        for (JsonNode item : result.path("items")) {
            JsonNode error = item.at("/index/error/reason");
            if (error.isTextual()) {
                return "[" + item.at("/index/_id").asText() + "]: " + error.textValue();
            }
        }
        return "a document was rejected";
    }

    private static HttpResponse.BodyHandler<String> text() {
        return BodyHandlers.ofString(StandardCharsets.UTF_8);
    }

    private HttpRequest request(String method, String path, String body) {
        return HttpRequest.newBuilder(address.resolve(path))
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .method(
                        method,
                        body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body, StandardCharsets.UTF_8))
                .build();
    }

    private static JsonNode result(String method, String path, HttpResponse<String> response) throws IOException {
        JsonNode result = response.body().startsWith("{") ? JSON.readTree(response.body()) : MissingNode.getInstance();
        if (response.statusCode() >= 300) {
            String reason = result.at("/error/reason").asText(response.body());
            throw new ResponseException(method + " " + path + " returned [" + response.statusCode() + "]: " + reason);
        }
        return result;
    }
}
