package org.ndd.eval;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Searches for the near-duplicates of a document: the query {@code near_dup}, with and without verification, {@code more_like_this} with
 * its defaults, and a {@code min_hash} field, if the index has one.
 */
final class DuplicateSearches {

    static final String NEAR_DUP = "`near_dup`";
    static final String MORE_LIKE_THIS = "`more_like_this`";

    private static final List<Integer> SHARES_OF_HASHES = List.of(20, 50);

    private final int queries;
    private final int size;
    private final MarkdownTable table = new MarkdownTable(
            List.of("Corpus", "Documents", "Query", "p50, ms", "p99, ms", "Recall", "Precision", "hits per search"));

    /** @param size maximum hits per query */
    DuplicateSearches(int queries, int size) {
        this.queries = queries;
        this.size = size;
    }

    /** Precision and recall of one method over labeled pairs. */
    private static final class Value {

        private int duplicates;
        private int foundDuplicates;
        private int foundOthers;
        private int hits;

        void add(Map<String, Boolean> labels, List<String> found, int size) {
            hits += found.size();
            duplicates += (int)
                    Math.min(size, labels.values().stream().filter(dup -> dup).count());
            for (String hit : found) {
                Boolean duplicate = labels.get(hit);
                foundDuplicates += Boolean.TRUE.equals(duplicate) ? 1 : 0;
                foundOthers += Boolean.FALSE.equals(duplicate) ? 1 : 0;
            }
        }

        static String share(int part, int whole) {
            return whole == 0 ? "-" : String.format(Locale.ROOT, "%.3f", (double) part / whole);
        }
    }

    /** Adds rows to the table, and returns the latencies. */
    Map<String, Latencies> measure(
            String corpus, SearchBenchIndex index, List<String> ids, Map<String, Map<String, Boolean>> labels)
            throws IOException, InterruptedException {
        Map<String, AlternatingSearches.Method> methods = methods(index);
        Map<String, Value> worth = new HashMap<>();
        methods.keySet().forEach(name -> worth.put(name, new Value()));
        Map<String, Latencies> latencies = AlternatingSearches.request(
                index,
                ids,
                queries,
                methods,
                (method, current, hits) -> worth.get(method).add(labels.get(current), hits, size));
        String documents = String.format(Locale.ROOT, "%,d", index.documents());
        latencies.forEach((name, times) -> {
            Value of = worth.get(name);
            table.row(List.of(
                    "`" + corpus + "`",
                    documents,
                    name,
                    times.millis(0.5),
                    times.millis(0.99),
                    Value.share(of.foundDuplicates, of.duplicates),
                    Value.share(of.foundDuplicates, of.foundDuplicates + of.foundOthers),
                    String.format(Locale.ROOT, "%.1f", (double) of.hits / Math.max(1, times.count()))));
        });
        return latencies;
    }

    private Map<String, AlternatingSearches.Method> methods(SearchBenchIndex index) {
        Map<String, AlternatingSearches.Method> methods = new LinkedHashMap<>();
        methods.put(NEAR_DUP, (id, text) -> body(Map.of("near_dup", Map.of("like", Map.of("_id", id)))));
        methods.put(
                "`near_dup`, `verify: false`",
                (id, text) -> body(Map.of("near_dup", Map.of("like", Map.of("_id", id), "verify", false))));
        methods.put(MORE_LIKE_THIS, (id, text) -> body(like(index, index.words(), id, Map.of())));
        if (index.has(SearchBenchIndex.MIN_HASH)) {
            for (int share : SHARES_OF_HASHES) {
                Map<String, Object> hashes = Map.of(
                        "min_term_freq", 1,
                        "min_doc_freq", 1,
                        "max_query_terms", 512,
                        "minimum_should_match", share + "%");
                methods.put(
                        "`min_hash`, " + share + " % equal",
                        (id, text) -> body(like(index, SearchBenchIndex.MIN_HASH, id, hashes)));
            }
        }
        return methods;
    }

    /**
     * Matches documents with the same terms, including hashes. The query {@code match} would treat all hashes of a text, which have the
     * same position, as synonyms, and match one of them.
     */
    private static Map<String, Object> like(
            SearchBenchIndex index, String field, String id, Map<String, Object> options) {
        Map<String, Object> query = new HashMap<>(options);
        query.put("fields", List.of(field));
        query.put("like", List.of(Map.of("_index", index.name(), "_id", id)));
        return Map.of("more_like_this", query);
    }

    private Map<String, Object> body(Map<String, Object> query) {
        return Map.of("size", size, "_source", false, "track_total_hits", false, "query", query);
    }

    MarkdownTable table() {
        return table;
    }
}
