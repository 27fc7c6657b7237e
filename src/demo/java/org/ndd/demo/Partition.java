package org.ndd.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/** Starts a run of the partition API and waits for its end. */
final class Partition {

    private static final long POLL_NANOS = 250_000_000L;

    private final Node node;
    private final String index;

    Partition(Node node, String index) {
        this.node = node;
        this.index = index;
    }

    /** Runs to completion and returns the report. */
    JsonNode run(Console console) throws IOException, InterruptedException {
        String id = node.call("POST", "/" + index + "/_ndd/partition", null)
                .path("id")
                .asText();
        console.startBar();
        while (true) {
            JsonNode report = node.call("GET", "/_ndd/partition/" + id + "?verbose=true", null);
            String state = report.path("state").asText();
            if (state.equals("completed")) {
                console.endBar();
                return report;
            }
            if (state.equals("running") == false) {
                throw new IOException("the partition is [" + state + "]: " + report.path("failures"));
            }
            String phase = report.path("phase").asText();
            for (JsonNode one : report.path("phases")) {
                if (one.path("phase").asText().equals(phase)) {
                    console.bar(
                            phase, one.path("done").asLong(), one.path("total").asLong());
                }
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    /** Returns the alias of the published groups. */
    static String groups(String index) {
        return index + "-ndd";
    }
}
