package org.ndd.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads the groups of a run. */
final class Groups {

    private final Node node;
    private final String index;

    Groups(Node node, String index) {
        this.node = node;
        this.index = index;
    }

    /** A duplicate and its canonical document. */
    record Pair(String id, String canonical) {}

    /** The canonical document of a group, and its title. */
    record Group(String canonical, String title) {}

    /** Returns the largest groups. */
    List<Group> largest(int size) throws IOException, InterruptedException {
        List<Group> groups = new ArrayList<>();
        JsonNode response = node.call("GET", "/" + index + "/_ndd/groups?size=" + size, null);
        for (JsonNode group : response.path("groups")) {
            groups.add(new Group(
                    group.at("/canonical/_id").asText(),
                    group.at("/canonical/title").asText("")));
        }
        return groups;
    }

    /** Returns the duplicate with the lowest resemblance to its canonical document, or null. */
    Pair leastSimilar() throws IOException, InterruptedException {
        return first(List.of(term("canonical", false), term("verified", true)), "asc");
    }

    /** Returns a duplicate that differs slightly from its canonical document, or null. */
    Pair slightlyChanged() throws IOException, InterruptedException {
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
        JsonNode response = node.call("POST", "/" + Partition.groups(index) + "/_search", search);
        List<Pair> pairs = new ArrayList<>();
        for (JsonNode hit : response.at("/hits/hits")) {
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
