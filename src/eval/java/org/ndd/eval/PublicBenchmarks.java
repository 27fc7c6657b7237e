package org.ndd.eval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads public benchmarks in their published formats. Both label all documents: documents that are connected by pairs are one set of
 * near-duplicates, all others are singletons. The files are converted to those of a {@link Corpus}, in a temporary folder that is deleted
 * on exit.
 */
final class PublicBenchmarks {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, String> parents = new HashMap<>();
    private final List<ObjectNode> documents = new ArrayList<>();

    private PublicBenchmarks() {}

    /**
     * NEWS-COPY: scanned articles of newspapers.
     *
     * @param articles JSON object of articles by id, each with {@code article} and optionally {@code byline}
     * @param pairs JSON array of arrays of two ids: all pairs of duplicates
     * @throws IllegalArgumentException if a file has another format
     */
    static Corpus newsCopy(Path articles, Path pairs) throws IOException {
        PublicBenchmarks benchmark = new PublicBenchmarks();
        JsonNode byId = JSON.readTree(Files.readString(articles));
        require(byId.isObject(), articles, "a JSON object of articles by id");
        for (Map.Entry<String, JsonNode> article : byId.properties()) {
            JsonNode text = article.getValue().path("article");
            require(text.isTextual(), articles, "articles with [article]");
            String byline = article.getValue().path("byline").asText("");
            benchmark.add(article.getKey(), (byline + "\n" + text.textValue()).strip());
        }
        JsonNode all = JSON.readTree(Files.readString(pairs));
        require(all.isArray(), pairs, "a JSON array of pairs");
        for (JsonNode pair : all) {
            require(pair.isArray() && pair.size() == 2, pairs, "a JSON array of pairs of ids");
            benchmark.connect(pair.get(0).asText(), pair.get(1).asText());
        }
        return benchmark.corpus("news-copy");
    }

    /**
     * CORE: records of scholarly documents.
     *
     * @param records JSON object per line with {@code core_id}, {@code original_title}, {@code original_abstract}, {@code cat} ({@code
     *     exact_dup}, {@code near_exact_dup} or {@code non_dup}) and {@code labelled_duplicates}, an array of ids; the title becomes the
     *     title, and title and abstract become the text
     * @throws IllegalArgumentException if the file has another format
     */
    static Corpus core(Path records) throws IOException {
        PublicBenchmarks benchmark = new PublicBenchmarks();
        for (String line : Files.readAllLines(records)) {
            if (line.isBlank()) {
                continue;
            }
            JsonNode record = JSON.readTree(line);
            String id = record.path("core_id").asText("");
            require(id.isEmpty() == false, records, "records with [core_id]");
            String title = record.path("original_title").asText("");
            benchmark
                    .add(id, (title + "\n" + record.path("original_abstract").asText("")).strip())
                    .put("title", title);
            switch (record.path("cat").asText("")) {
                case "exact_dup", "near_exact_dup" ->
                    record.path("labelled_duplicates").forEach(other -> benchmark.connect(id, other.asText()));
                case "non_dup" -> {}
                default -> require(false, records, "records with [cat] of [exact_dup, near_exact_dup, non_dup]");
            }
        }
        return benchmark.corpus("core");
    }

    private static void require(boolean valid, Path file, String rule) {
        if (valid == false) {
            throw new IllegalArgumentException("[corpora] must be " + rule + ", but was [" + file + "]");
        }
    }

    private ObjectNode add(String id, String text) {
        ObjectNode document = JSON.createObjectNode().put("id", id).put("text", text);
        documents.add(document);
        return document;
    }

    private void connect(String first, String second) {
        parents.put(root(first), root(second));
    }

    private String root(String id) {
        String root = id;
        while (parents.getOrDefault(root, root).equals(root) == false) {
            String parent = parents.get(root);
            parents.put(root, parents.getOrDefault(parent, parent));
            root = parents.get(root);
        }
        return root;
    }

    private Corpus corpus(String name) throws IOException {
        Path folder = Files.createTempDirectory("ndd-" + name);
        Path converted = folder.resolve(name + ".ndjson");
        Path pairs = folder.resolve("pairs.csv");
        try (BufferedWriter out = Files.newBufferedWriter(converted)) {
            for (ObjectNode document : documents) {
                out.write(document.put("label", root(document.get("id").textValue()))
                        .toString());
                out.newLine();
            }
        }
        Files.writeString(pairs, "id1,id2,label\n");
        // Files are deleted in reverse order of these calls.
        for (Path path : List.of(folder, converted, pairs)) {
            path.toFile().deleteOnExit();
        }
        return Corpus.of(converted, pairs);
    }
}
