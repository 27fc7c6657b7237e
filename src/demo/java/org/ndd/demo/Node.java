package org.ndd.demo;

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
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The node, over REST. */
final class Node {

    private static final Duration PATIENCE = Duration.ofMinutes(10);

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

    /** Sends a request and returns the answer. */
    Map<String, Object> call(String method, String path, Object body) throws IOException, InterruptedException {
        return answer(method, path, http.send(request(method, path, body == null ? null : Json.write(body)), text()));
    }

    /** Sends lines of a bulk request; the future fails with the reason of the first document that was refused. */
    CompletableFuture<Map<String, Object>> bulk(String path, String lines) {
        return http.sendAsync(request("POST", path, lines), text()).thenApply(response -> {
            try {
                Map<String, Object> answer = answer("POST", path, response);
                if (Boolean.TRUE.equals(answer.get("errors"))) {
                    throw new AnswerException(firstError(answer));
                }
                return answer;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static String firstError(Map<String, Object> answer) {
        for (Object item : Json.list(answer.get("items"))) {
            Object error = Json.at(item, "index.error.reason");
            if (error != null) {
                return "[" + Json.at(item, "index._id") + "]: " + error;
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

    private static Map<String, Object> answer(String method, String path, HttpResponse<String> response)
            throws IOException {
        Map<String, Object> answer = Map.of();
        if (response.body().startsWith("{")) {
            answer = Json.parseObject(response.body());
        }
        if (response.statusCode() >= 300) {
            Object reason = Json.at(answer, "error.reason");
            Object shown = reason == null ? response.body() : reason;
            throw new AnswerException(
                    method + " " + path + " was answered with [" + response.statusCode() + "]: " + shown);
        }
        return answer;
    }
}
