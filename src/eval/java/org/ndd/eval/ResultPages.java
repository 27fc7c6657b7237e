package org.ndd.eval;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Pages of search results for the first words of a document: a plain search, the retriever {@code near_dup}, live or by the groups of a
 * run, and {@code collapse} on a keyword with the groups.
 */
final class ResultPages {

    static final String PLAIN = "plain";
    static final String RETRIEVER = "retriever `near_dup`";
    static final String BY_GROUPS = "retriever `near_dup`, `dest`";

    private static final int PAGE = 10;
    private static final int WORDS = 8;

    private final int queries;
    private final MarkdownTable table = new MarkdownTable(List.of(
            "Corpus", "Documents", "Search", "p50, ms", "p99, ms", "hits per search", "of these, labeled copies"));

    ResultPages(int queries) {
        this.queries = queries;
    }

    /** The content of the pages of one method. */
    private static final class ResultPage {

        private int hits;
        private int copies;

        /** Counts hits that are labeled as a duplicate of an earlier hit. */
        void add(Map<String, Map<String, Boolean>> labels, List<String> page) {
            hits += page.size();
            for (int i = 1; i < page.size(); i++) {
                Map<String, Boolean> partners = labels.getOrDefault(page.get(i), Map.of());
                copies += page.subList(0, i).stream().anyMatch(above -> partners.getOrDefault(above, false)) ? 1 : 0;
            }
        }
    }

    /** Adds rows to the table, and returns the latencies. */
    Map<String, Latencies> measure(
            String corpus, SearchBenchIndex index, List<String> ids, Map<String, Map<String, Boolean>> labels)
            throws IOException, InterruptedException {
        Map<String, AlternatingSearches.Method> methods = methods(index);
        Map<String, ResultPage> shown = new HashMap<>();
        methods.keySet().forEach(name -> shown.put(name, new ResultPage()));
        Map<String, Latencies> latencies = AlternatingSearches.request(
                index,
                ids,
                queries,
                methods,
                (method, current, hits) -> shown.get(method).add(labels, hits));
        String documents = String.format(Locale.ROOT, "%,d", index.documents());
        latencies.forEach((name, times) -> table.row(List.of(
                "`" + corpus + "`",
                documents,
                name,
                times.millis(0.5),
                times.millis(0.99),
                mean(shown.get(name).hits, times),
                mean(shown.get(name).copies, times))));
        return latencies;
    }

    private static String mean(int sum, Latencies times) {
        return String.format(Locale.ROOT, "%.2f", (double) sum / Math.max(1, times.count()));
    }

    private Map<String, AlternatingSearches.Method> methods(SearchBenchIndex index) throws InterruptedException {
        Map<String, AlternatingSearches.Method> methods = new LinkedHashMap<>();
        methods.put(PLAIN, (id, text) -> body("query", words(index, text)));
        methods.put(RETRIEVER, (id, text) -> body("retriever", retriever(words(index, text), Map.of())));
        if (index.hasGroups()) {
            Map<String, Object> groups = Map.of("dest", Map.of("index", index.groups()));
            methods.put(BY_GROUPS, (id, text) -> body("retriever", retriever(words(index, text), groups)));
        }
        if (index.has(SearchBenchIndex.STORY)) {
            methods.put("`collapse` on the group", (id, text) -> {
                Map<String, Object> body = new HashMap<>(body("query", words(index, text)));
                body.put("collapse", Map.of("field", SearchBenchIndex.STORY));
                return body;
            });
        }
        return methods;
    }

    private static Map<String, Object> words(SearchBenchIndex index, String text) {
        String[] words = text.split("\\s+", WORDS + 1);
        String first = String.join(" ", List.of(words).subList(0, Math.min(WORDS, words.length)));
        return Map.of("match", Map.of(index.words(), first.substring(0, Math.min(200, first.length()))));
    }

    private static Map<String, Object> retriever(Map<String, Object> query, Map<String, Object> more) {
        Map<String, Object> nearDup = new HashMap<>(more);
        nearDup.put("retriever", Map.of("standard", Map.of("query", query)));
        return Map.of("near_dup", nearDup);
    }

    private static Map<String, Object> body(String key, Map<String, Object> search) {
        return Map.of("size", PAGE, "_source", false, key, search);
    }

    MarkdownTable table() {
        return table;
    }
}
