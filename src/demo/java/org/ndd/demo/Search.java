package org.ndd.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One search, with and without known duplicates. */
final class Search {

    private final Node node;
    private final String index;
    private final Console console;

    Search(Node node, String index, Console console) {
        this.node = node;
        this.index = index;
        this.console = console;
    }

    void show(String words, int size) throws IOException, InterruptedException {
        Map<String, Object> match = Map.of("multi_match", Map.of("query", words, "fields", List.of("title^2", "page")));
        Map<String, Object> duplicates =
                Map.of("known_duplicates", Map.of("dest", Map.of("index", Partition.groups(index))));
        List<String> all = lines(titles(match, size));
        List<String> kept = lines(titles(Map.of("bool", Map.of("must", match, "must_not", duplicates)), size));
        console.heading("Search for [" + words + "]");
        console.line("  %-52s%s", "all documents", "without known duplicates");
        for (int i = 0; i < all.size(); i++) {
            console.line("  %-52s%s", all.get(i), i < kept.size() ? kept.get(i) : "");
        }
    }

    private static List<String> lines(Map<String, String> hits) {
        return hits.entrySet().stream()
                .map(hit -> cut(hit.getValue().isBlank() ? hit.getKey() : hit.getValue()))
                .toList();
    }

    /** Returns titles by id, in the order of hits. */
    Map<String, String> titles(Map<String, Object> query, int size) throws IOException, InterruptedException {
        Map<String, Object> search = Map.of("size", size, "query", query, "_source", List.of("title"));
        Map<String, String> titles = new LinkedHashMap<>();
        JsonNode response = node.call("POST", "/" + index + "/_search", search);
        for (JsonNode hit : response.at("/hits/hits")) {
            titles.put(hit.path("_id").asText(), hit.at("/_source/title").asText(""));
        }
        return titles;
    }

    /** Truncates a title to the width of a line. */
    static String cut(String title) {
        String oneLine = Console.plain(title).replaceAll("\\s+", " ");
        return oneLine.length() <= 50 ? oneLine : oneLine.substring(0, 49) + "…";
    }
}
