package org.ndd.it.yaml;

import java.io.IOException;
import java.util.Map;

/**
 * One HTTP request, the result of a {@code do} step of a YAML test. The endpoint is percent-encoded, the query is not; the body may be
 * null.
 */
public record ApiCall(
        String method, String endpoint, Map<String, String> query, Map<String, String> headers, String body) {

    /** Sends a call; an error status is returned like any other response. */
    @FunctionalInterface
    public interface Performer {
        YamlResponse perform(ApiCall call) throws IOException;
    }
}
