package org.ndd.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Keeps the groups of a run up to date while pages come and go, and shows what moved. */
final class JobDemo {

    /** Pages that go, and copies that come. */
    private static final int CHANGED = 10;

    private static final int SHOWN = 3;
    private static final long GLANCE_NANOS = 250_000_000L;

    private final Node node;
    private final String index;
    private final Console console;

    JobDemo(Node node, String index, Console console) {
        this.node = node;
        this.index = index;
        this.console = console;
    }

    /**
     * Deletes the pages that are kept of some groups, indexes copies of other pages, and takes one checkpoint of a job.
     *
     * @param run whose groups are shown
     * @param groups of which the kept page is deleted, as far as there are enough of them
     */
    void show(String run, List<Groups.Group> groups) throws IOException, InterruptedException {
        String job = "/_ndd/job/" + Partition.groups(index);
        Map<String, Object> config = Map.of("source", Map.of("index", index), "frequency", "1h", "initial_run", run);
        node.call("PUT", job, config);
        node.call("POST", job + "/_start", null);
        while (stats(job).path("checkpoint").asLong() == 0) {
            LockSupport.parkNanos(GLANCE_NANOS);
        }
        int gone = 0;
        for (Groups.Group group : groups.subList(0, Math.min(CHANGED, groups.size()))) {
            node.call("DELETE", page(group.canonical()), null);
            gone++;
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
                "  %d canonical documents deleted, %d copies of others added: updated in %.1f s. The first changes:",
                gone, come, after.at("/last_checkpoint/took").asLong() / 1e3);
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
