package org.ndd.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Updates the groups of a run with a job after documents are added and deleted, and prints the changes. */
final class JobDemo {

    /** Number of deleted documents, and of added copies. */
    private static final int CHANGED = 10;

    private static final int SHOWN = 3;
    private static final long POLL_NANOS = 250_000_000L;

    private final Node node;
    private final String index;
    private final Console console;

    JobDemo(Node node, String index, Console console) {
        this.node = node;
        this.index = index;
        this.console = console;
    }

    /**
     * Deletes the canonical documents of some groups, indexes copies of other documents, and takes one checkpoint of a job.
     *
     * @param run initial run of the job
     * @param groups groups whose canonical documents are deleted
     */
    void show(String run, List<Groups.Group> groups) throws IOException, InterruptedException {
        String job = "/_ndd/job/" + Partition.groups(index);
        Map<String, Object> config = Map.of("source", Map.of("index", index), "frequency", "1h", "initial_run", run);
        node.call("PUT", job, config);
        node.call("POST", job + "/_start", null);
        while (stats(job).path("checkpoint").asLong() == 0) {
            LockSupport.parkNanos(POLL_NANOS);
        }
        int deleted = 0;
        for (Groups.Group group : groups.subList(0, Math.min(CHANGED, groups.size()))) {
            node.call("DELETE", page(group.canonical()), null);
            deleted++;
        }
        node.call("POST", "/" + index + "/_refresh", null);
        Map<String, Object> some = Map.of("size", CHANGED, "_source", Map.of("excludes", List.of("ndd")));
        int come = 0;
        for (JsonNode hit : node.call("POST", "/" + index + "/_search", some).at("/hits/hits")) {
            node.call("PUT", page(hit.path("_id").asText() + "-copy"), hit.path("_source"));
            come++;
        }
        node.call("POST", job + "/_schedule_now?timeout=10m", null);
        JsonNode after = stats(job);
        console.heading("A job keeps the groups up to date");
        console.line(
                "  %d canonical documents deleted, %d copies of other documents added: updated in %.1f s. The first changes:",
                deleted, come, after.at("/last_checkpoint/took").asLong() / 1e3);
        Map<String, Object> moved = Map.of("size", SHOWN, "sort", List.of("doc.id"));
        JsonNode changes = node.call("POST", "/" + Partition.groups(index) + "-changes/_search", moved);
        Table table = new Table().row("document", "before", "after");
        for (JsonNode hit : changes.at("/hits/hits")) {
            JsonNode line = hit.path("_source");
            table.row(Search.cut(line.at("/doc/id").asText()), place(line.path("before")), place(line.path("after")));
        }
        table.lines().forEach(console::line);
        node.call("POST", job + "/_stop", null);
        node.call("DELETE", job, null);
    }

    private JsonNode stats(String job) throws IOException, InterruptedException {
        return node.call("GET", job + "/_stats", null).at("/jobs/0");
    }

    private String page(String id) {
        return "/" + index + "/_doc/"
                + URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String place(JsonNode side) {
        if (side.isObject() == false) {
            return "in no group";
        }
        return side.path("canonical").asBoolean()
                ? "canonical"
                : side.path("relation").asText() + " "
                        + Search.cut(side.path("canonical_id").asText());
    }
}
