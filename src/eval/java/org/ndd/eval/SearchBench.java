package org.ndd.eval;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ndd.analysis.PageAnalyzer;
import org.ndd.analysis.PageParameters;
import org.ndd.eval.Corpus.Page;
import org.ndd.eval.score.LabelledPair;

/**
 * Asks a real node for the near-duplicates of labelled documents: by the query {@code near_dup}, verified or not, and by {@code
 * more_like_this} with its defaults on the same texts in the same index. The methods take turns at each question, so that what else the
 * machine does falls on all of them. Prints a table in Markdown.
 */
final class SearchBench {

    private static final int BULK_CHARACTERS = 4 << 20;
    private static final int WARM_UP = 20;
    private static final String PIPELINE = "ndd-bench";

    private final RestClient node;
    private final int questions;
    private final int size;

    private SearchBench(RestClient node, int questions, int size) {
        this.node = node;
        this.questions = questions;
        this.size = size;
    }

    /** Answers of one method. */
    private static final class Answers {

        private final List<Long> nanos = new ArrayList<>();
        private int duplicates;
        private int foundDuplicates;
        private int foundOthers;
        private int hits;

        String recall() {
            return share(foundDuplicates, duplicates);
        }

        String precision() {
            return share(foundDuplicates, foundDuplicates + foundOthers);
        }

        private static String share(int part, int whole) {
            return whole == 0 ? "-" : String.format(Locale.ROOT, "%.3f", (double) part / whole);
        }

        String millis(double quantile) {
            List<Long> sorted = new ArrayList<>(nanos);
            Collections.sort(sorted);
            long at = sorted.get((int) Math.min(sorted.size() - 1, Math.floor(quantile * sorted.size())));
            return String.format(Locale.ROOT, "%.1f", at / 1e6);
        }
    }

    /**
     * Measures.
     *
     * @param args {@code URL QUESTIONS SIZE} and folders of corpora, or pairs of files DOCS and PAIRS
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length < 4) {
            throw new IllegalArgumentException(
                    "[arguments] must be URL QUESTIONS SIZE CORPUS..., but was [" + args.length + "] of them");
        }
        SearchBench bench = new SearchBench(
                new RestClient(URI.create(args[0])), Integer.parseInt(args[1]), Integer.parseInt(args[2]));
        MarkdownTable table = new MarkdownTable(List.of(
                "Corpus", "Documents", "Query", "p50, ms", "p99, ms", "Recall", "Precision", "hits a question"));
        Iterator<String> rest = List.of(args).subList(3, args.length).iterator();
        while (rest.hasNext()) {
            Path path = Path.of(rest.next());
            bench.measure(Files.isDirectory(path) ? Corpus.in(path) : Corpus.of(path, Path.of(rest.next())), table);
        }
        System.out.println(table);
    }

    private void measure(Corpus corpus, MarkdownTable table) throws IOException, InterruptedException {
        String index = "ndd-bench-" + corpus.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_-]", "-");
        int documents = index(corpus, index);
        Map<String, Map<String, Boolean>> labels = labels(corpus);
        List<String> asked = new ArrayList<>(labels.keySet());
        Collections.shuffle(asked, new Random(1));
        Map<String, Function<String, Map<String, Object>>> methods = methods(index);
        Map<String, Answers> answers = new LinkedHashMap<>();
        methods.keySet().forEach(name -> answers.put(name, new Answers()));
        List<String> names = new ArrayList<>(methods.keySet());
        for (int i = 0; i < Math.min(asked.size(), WARM_UP + questions); i++) {
            String id = asked.get(i);
            Collections.rotate(names, 1);
            for (String name : names) {
                Map<String, Object> body = Map.of(
                        "size",
                        size,
                        "_source",
                        false,
                        "track_total_hits",
                        false,
                        "query",
                        methods.get(name).apply(id));
                long start = System.nanoTime();
                Map<String, Object> answer = node.call("POST", "/" + index + "/_search", body);
                long nanos = System.nanoTime() - start;
                if (i >= WARM_UP) {
                    count(answers.get(name), nanos, labels.get(id), hits(answer));
                }
            }
        }
        answers.forEach((name, all) -> table.row(List.of(
                "`" + corpus.name() + "`",
                String.format(Locale.ROOT, "%,d", documents),
                "`" + name + "`",
                all.millis(0.5),
                all.millis(0.99),
                all.recall(),
                all.precision(),
                String.format(Locale.ROOT, "%.1f", (double) all.hits / all.nanos.size()))));
        node.call("DELETE", "/" + index, null);
        node.call("DELETE", "/_ingest/pipeline/" + PIPELINE, null);
    }

    private static Map<String, Function<String, Map<String, Object>>> methods(String index) {
        Map<String, Function<String, Map<String, Object>>> methods = new LinkedHashMap<>();
        methods.put("near_dup", id -> Map.of("near_dup", Map.of("like", Map.of("_id", id))));
        methods.put(
                "near_dup, verify: false",
                id -> Map.of("near_dup", Map.of("like", Map.of("_id", id), "verify", false)));
        methods.put(
                "more_like_this",
                id -> Map.of(
                        "more_like_this",
                        Map.of("fields", List.of("plain"), "like", List.of(Map.of("_index", index, "_id", id)))));
        return methods;
    }

    /** Only pairs that are labelled one way or the other count. */
    private void count(Answers answers, long nanos, Map<String, Boolean> labels, List<String> hits) {
        answers.nanos.add(nanos);
        answers.hits += hits.size();
        answers.duplicates +=
                (int) Math.min(size, labels.values().stream().filter(dup -> dup).count());
        for (String hit : hits) {
            Boolean duplicate = labels.get(hit);
            answers.foundDuplicates += Boolean.TRUE.equals(duplicate) ? 1 : 0;
            answers.foundOthers += Boolean.FALSE.equals(duplicate) ? 1 : 0;
        }
    }

    private static List<String> hits(Map<String, Object> answer) {
        List<String> ids = new ArrayList<>();
        for (Object hit : (List<?>) ((Map<?, ?>) answer.get("hits")).get("hits")) {
            ids.add((String) ((Map<?, ?>) hit).get("_id"));
        }
        return ids;
    }

    /** For each document in a labelled pair, its partners and whether they are duplicates. */
    private static Map<String, Map<String, Boolean>> labels(Corpus corpus) throws IOException {
        Map<String, Map<String, Boolean>> labels = new TreeMap<>();
        for (LabelledPair pair : corpus.labelledPairs()) {
            labels.computeIfAbsent(pair.first(), id -> new HashMap<>()).put(pair.second(), pair.duplicate());
            labels.computeIfAbsent(pair.second(), id -> new HashMap<>()).put(pair.first(), pair.duplicate());
        }
        return labels;
    }

    private int index(Corpus corpus, String index) throws IOException, InterruptedException {
        node.call(
                "PUT",
                "/_ingest/pipeline/" + PIPELINE,
                Map.of("processors", List.of(Map.of("near_dup", Map.of("field", "body", "url_field", "url")))));
        node.call(
                "PUT",
                "/" + index,
                Map.of(
                        "settings",
                        Map.of("number_of_shards", 1, "number_of_replicas", 0, "default_pipeline", PIPELINE),
                        "mappings",
                        Map.of(
                                "properties",
                                Map.of(
                                        "ndd",
                                        Map.of("type", "near_dup"),
                                        "plain",
                                        Map.of("type", "text"),
                                        "url",
                                        Map.of("type", "keyword"),
                                        "body",
                                        Map.of("type", "text", "index", false)))));
        PageAnalyzer analyzer = new PageAnalyzer(PageParameters.DEFAULT);
        StringBuilder bulk = new StringBuilder();
        int documents = 0;
        try (Stream<Page> pages = corpus.pages()) {
            for (Iterator<Page> all = pages.iterator(); all.hasNext(); documents++) {
                Page page = all.next();
                String body = page.html() == null ? page.text() : page.html();
                Map<String, Object> source = new HashMap<>();
                source.put("body", body);
                source.put("plain", analyzer.analyze(body, page.url()).text());
                source.put("url", page.url());
                bulk.append(RestClient.json(Map.of("index", Map.of("_id", page.id()))))
                        .append('\n');
                bulk.append(RestClient.json(source)).append('\n');
                if (bulk.length() > BULK_CHARACTERS || all.hasNext() == false) {
                    node.bulk(index, bulk.toString());
                    bulk.setLength(0);
                }
            }
        }
        node.call("POST", "/" + index + "/_refresh", null);
        node.call("POST", "/" + index + "/_ndd/templates", null);
        return documents;
    }
}
