package org.ndd.eval;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Partitions an index continuously in a separate thread. Deletes its runs when it is closed. */
final class BackgroundRuns implements AutoCloseable {

    private static final long POLL_MILLIS = 200;

    private final RestClient node;
    private final String index;
    private final List<String> ids = new ArrayList<>();
    private final Thread thread = new Thread(this::run, "runs");
    private volatile boolean over;
    private volatile Exception failure;

    private BackgroundRuns(RestClient node, String index) {
        this.node = node;
        this.index = index;
    }

    /** Returns the seconds of each phase of a run, in the order of the report. Repeated phases of windows are added up. */
    static Map<String, Double> phases(JsonNode report) {
        Map<String, Double> seconds = new LinkedHashMap<>();
        for (JsonNode phase : report.required("phases")) {
            double took = phase.required("took").doubleValue() / 1000;
            seconds.merge(phase.required("phase").asText(), took, Double::sum);
        }
        return seconds;
    }

    /** Starts, and waits until the first run is active. */
    static BackgroundRuns over(RestClient node, String index) throws IOException, InterruptedException {
        BackgroundRuns runs = new BackgroundRuns(node, index);
        runs.start();
        runs.thread.setDaemon(true);
        runs.thread.start();
        return runs;
    }

    private void start() throws IOException, InterruptedException {
        ids.add(node.call("POST", "/" + index + "/_ndd/partition", null)
                .path("id")
                .asText());
    }

    private String last() {
        return ids.get(ids.size() - 1);
    }

    private String state() throws IOException, InterruptedException {
        return node.call("GET", "/_ndd/partition/" + last(), null).path("state").asText();
    }

    private void cancel() throws InterruptedException {
        try {
            node.call("POST", "/_ndd/partition/" + last() + "/_cancel", null);
        } catch (IOException e) {
            // the run may have ended, or the request is retried
        }
    }

    private void run() {
        try {
            while (over == false) {
                String state = state();
                if (state.equals("completed")) {
                    start();
                } else if (state.equals("running") == false) {
                    throw new IOException("run [" + last() + "] is [" + state + "]");
                }
                Thread.sleep(POLL_MILLIS);
            }
        } catch (IOException | InterruptedException e) {
            failure = e;
        }
    }

    /** Cancels the active run, waits for its end and deletes all runs. Throws an exception if a run has failed. */
    @Override
    public void close() throws IOException {
        over = true;
        try {
            thread.join();
            if (failure != null) {
                throw new IOException("no run was active during a part of the measurement", failure);
            }
            while (state().equals("running")) {
                cancel();
                Thread.sleep(POLL_MILLIS);
            }
            for (String id : ids) {
                node.call("DELETE", "/" + id, null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
