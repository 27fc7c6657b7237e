package org.ndd.eval;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the group of each document from the index of a run or the alias of the published run. Documents that are only contained in another
 * one have no group.
 */
final class GroupedPages {

    private GroupedPages() {}

    /** The id and the group of a document. */
    record GroupedPage(String id, String group) {}

    /** Receives batches of documents. */
    interface PageConsumer {
        void take(List<GroupedPage> pages) throws IOException, InterruptedException;
    }

    /**
     * Reads all documents in order of id.
     *
     * @param index index of the groups
     * @param size documents per batch
     */
    static void read(RestClient node, String index, int size, PageConsumer taker)
            throws IOException, InterruptedException {
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
            JsonNode response = node.call("POST", "/" + index + "/_search", body);
            List<GroupedPage> pages = new ArrayList<>();
            for (JsonNode hit : response.requiredAt("/hits/hits")) {
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
