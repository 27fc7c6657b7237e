package org.ndd.eval;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads which page is in which group, from a run's index or the alias of the last run. Pages only contained in another are in none. */
final class GroupedPages {

    private GroupedPages() {}

    /** A page's id and the group that it is in. */
    record GroupedPage(String id, String group) {}

    /** Takes some pages at a time. */
    interface Taker {
        void take(List<GroupedPage> pages) throws IOException, InterruptedException;
    }

    /**
     * Reads all, in order of id.
     *
     * @param index of the groups
     * @param size pages at a time
     */
    static void read(RestClient node, String index, int size, Taker taker) throws IOException, InterruptedException {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("size", size);
        body.put("_source", List.of("doc.id", "group"));
        body.put("sort", List.of("doc.id"));
        body.put("track_total_hits", false);
        body.put(
                "query",
                Map.of(
                        "bool",
                        Map.of(
                                "filter", Map.of("exists", Map.of("field", "group")),
                                "must_not", Map.of("term", Map.of("role", "part_of")))));
        while (true) {
            JsonNode answer = node.call("POST", "/" + index + "/_search", body);
            List<GroupedPage> pages = new ArrayList<>();
            for (JsonNode hit : answer.requiredAt("/hits/hits")) {
                JsonNode source = hit.path("_source");
                pages.add(new GroupedPage(
                        source.at("/doc/id").asText(), source.path("group").asText()));
                body.put("search_after", hit.path("sort"));
            }
            if (pages.isEmpty()) {
                return;
            }
            taker.take(pages);
        }
    }
}
