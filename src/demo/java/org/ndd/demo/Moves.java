package org.ndd.demo;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Keeps the groups of a run up to date while pages come and go, and shows what moved. */
final class Moves {

    /** Pages that go, and copies that come. */
    private static final int CHANGED = 10;

    private static final int SHOWN = 8;
    private static final long GLANCE_NANOS = 250_000_000L;

    private final Node node;
    private final String index;
    private final Console console;

    Moves(Node node, String index, Console console) {
        this.node = node;
        this.index = index;
        this.console = console;
    }

    /**
     * Deletes the pages that are kept of some groups, indexes copies of other pages, and takes one checkpoint of a continuous job.
     *
     * @param run whose groups are shown
     * @param groups of which the kept page is deleted, as far as there are enough of them
     */
    void show(Object run, List<Groups.Group> groups) throws IOException, InterruptedException {
        String job = "/_ndd/continuous/" + Partition.groups(index);
        node.call("POST", "/" + index + "/_ndd/continuous", Map.of("frequency", "1h", "from", run));
        while (Partition.number(node.call("GET", job, null), "checkpoint") == 0) {
            LockSupport.parkNanos(GLANCE_NANOS);
        }
        int gone = 0;
        for (Groups.Group group : groups.subList(0, Math.min(CHANGED, groups.size()))) {
            node.call("DELETE", page(group.winner()), null);
            gone++;
        }
        node.call("POST", "/" + index + "/_refresh", null);
        Map<String, Object> some = Map.of("size", CHANGED, "_source", Map.of("excludes", List.of("ndd")));
        int come = 0;
        for (Object hit : Json.list(Json.at(node.call("POST", "/" + index + "/_search", some), "hits.hits"))) {
            node.call("PUT", page(Json.at(hit, "_id") + "-copy"), Json.at(hit, "_source"));
            come++;
        }
        Map<String, Object> after = node.call("POST", job + "/_run", null);
        console.heading("The same groups, kept up to date");
        console.line(
                "  %d pages that were kept are deleted, %d copies of others have come: brought up to date in %.1f s",
                gone, come, Partition.number(after, "last_checkpoint.took") / 1e3);
        Map<String, Object> moved = Map.of("size", SHOWN, "sort", List.of("doc.id"));
        Object hits =
                Json.at(node.call("POST", "/" + Partition.groups(index) + "-changes/_search", moved), "hits.hits");
        Table table = new Table().row("what moved, to begin with", "was", "is");
        for (Object hit : Json.list(hits)) {
            Object line = Json.at(hit, "_source");
            table.row(
                    Search.cut(String.valueOf(Json.at(line, "doc.id"))),
                    place(Json.at(line, "before")),
                    place(Json.at(line, "after")));
        }
        table.lines().forEach(console::line);
        node.call("POST", job + "/_stop", null);
        node.call("DELETE", job, null);
    }

    private String page(String id) {
        return "/" + index + "/_doc/"
                + URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String place(Object side) {
        if (side == null) {
            return "in no group";
        }
        return Boolean.TRUE.equals(Json.at(side, "winner"))
                ? "kept"
                : Json.at(side, "relation") + " as " + Search.cut(String.valueOf(Json.at(side, "winner_id")));
    }
}
