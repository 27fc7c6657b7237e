package org.ndd.eval;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ndd.analysis.PageAnalyzer;
import org.ndd.analysis.PageInput;
import org.ndd.analysis.PageParameters;
import org.ndd.eval.Corpus.Page;
import org.ndd.eval.GroupedPages.GroupedPage;

/**
 * The index for search benchmarks. In addition to the fields of the processor, it has the text for {@code more_like_this}, its {@code
 * min_hash} if the node supports this filter, and {@code story}, the field for {@code collapse}: the group of the document, or its id.
 */
final class SearchBenchIndex {

    static final String PLAIN = "plain";
    static final String MIN_HASH = "min_hash";
    static final String STORY = "story";

    private static final int PAGE = 1000;

    private final RestClient node;
    private final String name;
    private final Set<String> fields = new HashSet<>();

    private SearchBenchIndex(RestClient node, String name) throws IOException, InterruptedException {
        this.node = node;
        this.name = name;
        JsonNode index =
                node.call("GET", "/" + name + "/_mapping", null).iterator().next();
        index.requiredAt("/mappings/properties").fieldNames().forEachRemaining(fields::add);
    }

    /** An existing index with any of these fields. */
    static SearchBenchIndex existing(RestClient node, String name) throws IOException, InterruptedException {
        return new SearchBenchIndex(node, name);
    }

    /** Indexes a corpus, partitions it, and writes the groups to the documents. */
    static SearchBenchIndex create(RestClient node, String name, Corpus corpus)
            throws IOException, InterruptedException {
        boolean minHash = supportsMinHash(node);
        Map<String, Object> mappings = new HashMap<>();
        mappings.put("body", Map.of("type", "text", "index", false));
        mappings.put(STORY, Map.of("type", "keyword"));
        mappings.put(PLAIN, Map.of("type", "text"));
        if (minHash) {
            mappings.put(MIN_HASH, Map.of("type", "text", "analyzer", MIN_HASH, "norms", false));
        }
        PageAnalyzer analyzer = new PageAnalyzer(PageParameters.DEFAULT);
        CorpusIndexer indexer = new CorpusIndexer(
                node,
                new CorpusIndexer.Extras(
                        mappings, minHash ? minHashAnalysis() : Map.of(), page -> values(analyzer, page, minHash)));
        indexer.create(name, 1, 0);
        indexer.index(corpus, name, Integer.MAX_VALUE);
        node.call("POST", "/" + name + "/_ndd/partition?wait_for_completion=true", null);
        SearchBenchIndex index = new SearchBenchIndex(node, name);
        index.joinGroups();
        return index;
    }

    private static Map<String, Object> values(PageAnalyzer analyzer, Page page, boolean minHash) {
        String body = page.html() == null ? page.text() : page.html();
        String text = analyzer.analyze(PageInput.of(body, page.url())).text();
        return minHash ? Map.of(STORY, page.id(), PLAIN, text, MIN_HASH, text) : Map.of(STORY, page.id(), PLAIN, text);
    }

    /** The settings of Elasticsearch's guide: shingles of five words, 512 buckets with one hash each. */
    private static Map<String, Object> minHashAnalysis() {
        return Map.of(
                "analysis",
                Map.of(
                        "filter",
                        Map.of(
                                "five_words",
                                Map.of(
                                        "type",
                                        "shingle",
                                        "min_shingle_size",
                                        5,
                                        "max_shingle_size",
                                        5,
                                        "output_unigrams",
                                        false),
                                "min_hashes",
                                Map.of("type", MIN_HASH, "hash_count", 1, "bucket_count", 512, "hash_set_size", 1)),
                        "analyzer",
                        Map.of(
                                MIN_HASH,
                                Map.of(
                                        "tokenizer",
                                        "standard",
                                        "filter",
                                        List.of("lowercase", "five_words", "min_hashes")))));
    }

    private static boolean supportsMinHash(RestClient node) throws InterruptedException {
        try {
            node.call("POST", "/_analyze", Map.of("tokenizer", "standard", "filter", List.of(MIN_HASH), "text", "a"));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Writes groups with partial updates, as in the how-to guide. */
    private void joinGroups() throws IOException, InterruptedException {
        GroupedPages.read(node, groups(), PAGE, pages -> {
            StringBuilder updates = new StringBuilder();
            for (GroupedPage page : pages) {
                updates.append(RestClient.json(Map.of("update", Map.of("_id", page.id()))))
                        .append('\n');
                updates.append(RestClient.json(Map.of("doc", Map.of(STORY, page.group()))))
                        .append('\n');
            }
            node.bulk(name, updates.toString());
        });
        node.call("POST", "/" + name + "/_forcemerge?max_num_segments=1", null);
        node.call("POST", "/" + name + "/_refresh", null);
    }

    String name() {
        return name;
    }

    /** Returns the index of the groups of a run. */
    String groups() {
        return name + "-ndd";
    }

    boolean hasGroups() throws InterruptedException {
        try {
            node.call("GET", "/" + groups() + "/_search?size=0", null);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    boolean has(String field) {
        return fields.contains(field);
    }

    /** Returns the field with the text. */
    String words() {
        return has(PLAIN) ? PLAIN : "body";
    }

    /** Returns the text of a document to search for. */
    String text(String id) throws IOException, InterruptedException {
        String encoded = URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
        return node.call("GET", "/" + name + "/_source/" + encoded + "?_source_includes=ndd.text", null)
                .requiredAt("/ndd/text")
                .asText();
    }

    /** Returns the ids of the hits in order. */
    List<String> search(Map<String, ?> body) throws IOException, InterruptedException {
        List<String> ids = new ArrayList<>();
        for (JsonNode hit : node.call("POST", "/" + name + "/_search", body).requiredAt("/hits/hits")) {
            ids.add(hit.path("_id").asText());
        }
        return ids;
    }

    long documents() throws IOException, InterruptedException {
        return node.call("GET", "/" + name + "/_count", null).required("count").longValue();
    }

    /** Deletes the index and the results of the run. */
    void delete() throws IOException, InterruptedException {
        new CorpusIndexer(node).delete(name);
    }
}
