package org.ndd.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One search, with and without the pages that are duplicates of others. */
final class Search {

    /** So many hits are looked up in the groups: enough that ten pages that are kept are among them. */
    private static final int WINDOW = 200;

    private final Node node;
    private final String index;
    private final Groups groups;
    private final Console console;

    Search(Node node, String index, Console console) {
        this.node = node;
        this.index = index;
        this.groups = new Groups(node, index);
        this.console = console;
    }

    void show(String words, int size) throws IOException, InterruptedException {
        Map<String, Object> match = Map.of("multi_match", Map.of("query", words, "fields", List.of("title^2", "page")));
        Map<String, String> window = titles(match, WINDOW);
        Map<String, String> duplicates = groups.duplicatesAmong(window.keySet());
        console.heading("Search for [" + words + "]");
        console.line("");
        console.line("  as it is:");
        list(titles(match, size), duplicates);
        Map<String, Object> kept =
                Map.of("bool", Map.of("must", match, "must_not", Map.of("ids", Map.of("values", duplicates.keySet()))));
        console.line("");
        console.line("  without duplicates:");
        list(titles(kept, size), Map.of());
    }

    private void list(Map<String, String> hits, Map<String, String> duplicates) {
        int rank = 1;
        for (Map.Entry<String, String> hit : hits.entrySet()) {
            String canonical = duplicates.get(hit.getKey());
            console.line(
                    "  %2d. %-50s %s%s",
                    rank++,
                    cut(hit.getValue()),
                    Console.plain(hit.getKey()),
                    canonical == null ? "" : "  " + console.removed("same as " + Console.plain(canonical)));
        }
        if (hits.isEmpty()) {
            console.line("      nothing");
        }
    }

    /** Titles by id, the best hit first. */
    Map<String, String> titles(Map<String, Object> query, int size) throws IOException, InterruptedException {
        Map<String, Object> search = Map.of("size", size, "query", query, "_source", List.of("title"));
        Map<String, String> titles = new LinkedHashMap<>();
        JsonNode answer = node.call("POST", "/" + index + "/_search", search);
        for (JsonNode hit : answer.at("/hits/hits")) {
            titles.put(hit.path("_id").asText(), hit.at("/_source/title").asText(""));
        }
        return titles;
    }

    /** A title as far as it fits a line. */
    static String cut(String title) {
        String oneLine = Console.plain(title).replaceAll("\\s+", " ");
        return oneLine.length() <= 50 ? oneLine : oneLine.substring(0, 49) + "…";
    }
}
