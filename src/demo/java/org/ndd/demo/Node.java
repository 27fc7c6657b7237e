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

/** The node, over REST. */
final class Node {

    private static final Duration PATIENCE = Duration.ofMinutes(10);
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

    /** An error that the node answered with; its message is the node's own reason. */
    static final class AnswerException extends IOException {
        private static final long serialVersionUID = 1L;

        AnswerException(String message) {
            super(message);
        }
    }

    /** Maps, lists, texts and the like as JSON. */
    static String json(Object value) throws IOException {
        return JSON.writeValueAsString(value);
    }

    /** Sends a request and returns the answer; one that is no object, such as a page, is a missing one. */
    JsonNode call(String method, String path, Object body) throws IOException, InterruptedException {
        return answer(method, path, http.send(request(method, path, body == null ? null : json(body)), text()));
    }

    /** Sends lines of a bulk request; the future fails with the reason of the first document that was refused. */
    CompletableFuture<JsonNode> bulk(String path, String lines) {
        return http.sendAsync(request("POST", path, lines), text()).thenApply(response -> {
            try {
                JsonNode answer = answer("POST", path, response);
                if (answer.path("errors").asBoolean()) {
                    throw new AnswerException(firstError(answer));
                }
                return answer;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static String firstError(JsonNode answer) {
        for (JsonNode item : answer.path("items")) {
            JsonNode error = item.at("/index/error/reason");
            if (error.isTextual()) {
                return "[" + item.at("/index/_id").asText() + "]: " + error.textValue();
            }
        }
        return "a document was refused";
    }

    private static HttpResponse.BodyHandler<String> text() {
        return BodyHandlers.ofString(StandardCharsets.UTF_8);
    }

    private HttpRequest request(String method, String path, String body) {
        return HttpRequest.newBuilder(address.resolve(path))
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .method(
                        method,
                        body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body, StandardCharsets.UTF_8))
                .build();
    }

    private static JsonNode answer(String method, String path, HttpResponse<String> response) throws IOException {
        JsonNode answer = response.body().startsWith("{") ? JSON.readTree(response.body()) : MissingNode.getInstance();
        if (response.statusCode() >= 300) {
            String reason = answer.at("/error/reason").asText(response.body());
            throw new AnswerException(
                    method + " " + path + " was answered with [" + response.statusCode() + "]: " + reason);
        }
        return answer;
    }
}
