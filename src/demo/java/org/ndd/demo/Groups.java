package org.ndd.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads what a partition wrote: one document a page that is in a group of two or more. */
final class Groups {

    private final Node node;
    private final String index;

    Groups(Node node, String index) {
        this.node = node;
        this.index = index;
    }

    /** A page that is not its group's canonical document, and the canonical document. */
    record Pair(String id, String canonical) {}

    /** The canonical document of a group, and its title. */
    record Group(String canonical, String title) {}

    /** The largest groups. */
    List<Group> largest(int size) throws IOException, InterruptedException {
        List<Group> groups = new ArrayList<>();
        JsonNode answer = node.call("GET", "/" + index + "/_ndd/groups?size=" + size, null);
        for (JsonNode group : answer.path("groups")) {
            groups.add(new Group(
                    group.at("/canonical/_id").asText(),
                    group.at("/canonical/title").asText("")));
        }
        return groups;
    }

    /** The duplicate that is the least like the page kept for it, or null where there is none. */
    Pair leastAlike() throws IOException, InterruptedException {
        return first(List.of(term("canonical", false), term("verified", true)), "asc");
    }

    /** A duplicate that differs from the page kept for it, but not by much, or null where there is none. */
    Pair changedALittle() throws IOException, InterruptedException {
        Map<String, Object> little = Map.of("range", Map.of("resemblance", Map.of("gte", 0.8, "lte", 0.97)));
        return first(List.of(term("canonical", false), term("verified", true), little), "desc");
    }

    private Pair first(List<Map<String, Object>> queries, String order) throws IOException, InterruptedException {
        List<Pair> pairs = pairs(Map.of(
                "size", 1,
                "query", all(queries),
                "sort", List.of(Map.of("resemblance", order), Map.of("doc.id", "asc"))));
        return pairs.isEmpty() ? null : pairs.get(0);
    }

    private List<Pair> pairs(Map<String, Object> search) throws IOException, InterruptedException {
        JsonNode answer = node.call("POST", "/" + Partition.groups(index) + "/_search", search);
        List<Pair> pairs = new ArrayList<>();
        for (JsonNode hit : answer.at("/hits/hits")) {
            JsonNode row = hit.path("_source");
            pairs.add(new Pair(
                    row.at("/doc/id").asText(), row.path("canonical_id").asText()));
        }
        return pairs;
    }

    private static Map<String, Object> term(String field, Object value) {
        return Map.of("term", Map.of(field, value));
    }

    private static Map<String, Object> all(List<Map<String, Object>> queries) {
        return Map.of("bool", Map.of("filter", queries));
    }
}
