package org.ndd.eval;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Measures the slowdown of other requests during a run. One client searches the index of the runs, and then indexes documents without the
 * processor into another index. Rounds with and without a run alternate in one process, so that other load affects both. Prints a table in
 * Markdown.
 */
final class NeighborBench {

    private static final String INDEX = "ndd-neighbor";
    private static final String OTHER = "ndd-neighbor-other";
    private static final int SAMPLE = 2000;
    private static final int BULK = 200;
    private static final int MIN_LETTERS = 4;
    private static final int WARM_UP_SECONDS = 5;

    private final RestClient node;
    private final CorpusIndexer indexer;
    private final long nanos;
    private final List<String> words = new ArrayList<>();
    private final List<String> bulks = new ArrayList<>();
    private final Random random = new Random(1);

    /** The measurements with or without runs. */
    private static final class Load {

        private final Latencies searches = new Latencies();
        private long searchNanos;
        private long indexed;
        private long indexNanos;

        double searchesPerSecond() {
            return searches.count() * 1e9 / searchNanos;
        }

        double documentsPerSecond() {
            return indexed * 1e9 / indexNanos;
        }

        List<String> row(String name) {
            return List.of(
                    name,
                    format("%,.0f", searchesPerSecond()),
                    searches.millis(0.5),
                    searches.millis(0.99),
                    format("%,.0f", documentsPerSecond()));
        }
    }

    private NeighborBench(RestClient node, int seconds) {
        this.node = node;
        this.indexer = new CorpusIndexer(node);
        this.nanos = TimeUnit.SECONDS.toNanos(seconds);
    }

    /**
     * Runs the benchmark.
     *
     * @param args {@code URL DOCUMENTS SHARDS ROUNDS SECONDS DOCS}
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length != 6) {
            throw new IllegalArgumentException("[arguments] must be URL DOCUMENTS SHARDS ROUNDS SECONDS DOCS, but was ["
                    + args.length + "] of them");
        }
        NeighborBench bench = new NeighborBench(new RestClient(URI.create(args[0])), Integer.parseInt(args[4]));
        Path documents = Path.of(args[5]);
        // its pairs are not read
        Corpus corpus = Corpus.of(documents, documents);
        bench.sample(corpus);
        bench.indexer.deleteAtExit(INDEX);
        bench.indexer.deleteAtExit(OTHER);
        bench.indexer.create(INDEX, Integer.parseInt(args[2]), 0);
        int indexed =
                bench.indexer.index(corpus, INDEX, Integer.parseInt(args[1])).size();
        System.err.println(indexed + " documents");
        bench.measure(Integer.parseInt(args[3]));
    }

    /** Words to search for, and bulk requests, from the first documents. */
    private void sample(Corpus corpus) throws IOException {
        StringBuilder bulk = new StringBuilder();
        try (Stream<Corpus.Page> pages = corpus.pages()) {
            for (Corpus.Page page : pages.limit(SAMPLE).toList()) {
                String text = page.text() == null ? page.html() : page.text();
                for (String word : text.split("[^\\p{L}]+")) {
                    if (word.length() >= MIN_LETTERS) {
                        words.add(word);
                    }
                }
                bulk.append("{\"index\":{}}\n")
                        .append(RestClient.json(Map.of("body", text)))
                        .append('\n');
                if (bulk.chars().filter(c -> c == '\n').count() >= 2 * BULK) {
                    bulks.add(bulk.toString());
                    bulk.setLength(0);
                }
            }
        }
        if (words.isEmpty() || bulks.isEmpty()) {
            throw new IllegalArgumentException("[DOCS] must have words and at least [" + BULK + "] documents, but was ["
                    + corpus.documents() + "]");
        }
    }

    private void measure(int rounds) throws IOException, InterruptedException {
        Load alone = new Load();
        Load during = new Load();
        search(new Load(), TimeUnit.SECONDS.toNanos(WARM_UP_SECONDS));
        index(new Load(), TimeUnit.SECONDS.toNanos(WARM_UP_SECONDS));
        for (int round = 0; round < rounds; round++) {
            search(alone, nanos);
            index(alone, nanos);
            BackgroundRuns runs = BackgroundRuns.over(node, INDEX);
            try (runs) {
                search(during, nanos);
                index(during, nanos);
            }
        }
        MarkdownTable table = new MarkdownTable(
                List.of("", "searches per second", "p50, ms", "p99, ms", "documents indexed per second"));
        table.row(alone.row("without a run"));
        table.row(during.row("during a run"));
        table.row(List.of(
                "ratio",
                format("%.2f", during.searchesPerSecond() / alone.searchesPerSecond()),
                format("%.2f", during.searches.quantile(0.5) / alone.searches.quantile(0.5)),
                format("%.2f", during.searches.quantile(0.99) / alone.searches.quantile(0.99)),
                format("%.2f", during.documentsPerSecond() / alone.documentsPerSecond())));
        System.out.println(table);
    }

    private void search(Load load, long span) throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (System.nanoTime() - start < span) {
            Map<String, Object> body = Map.of("query", Map.of("match", Map.of("body", word() + " " + word())));
            long from = System.nanoTime();
            node.call("POST", "/" + INDEX + "/_search?filter_path=hits.total,hits.hits._id&request_cache=false", body);
            load.searches.add(System.nanoTime() - from);
        }
        load.searchNanos += System.nanoTime() - start;
    }

    private String word() {
        return words.get(random.nextInt(words.size()));
    }

    /** Indexes into a new index each time, so that the index sizes are equal. */
    private void index(Load load, long span) throws IOException, InterruptedException {
        node.call("DELETE", "/" + OTHER + "?ignore_unavailable=true", null);
        node.call("PUT", "/" + OTHER, Map.of("settings", Map.of("number_of_replicas", 0)));
        long start = System.nanoTime();
        for (int i = 0; System.nanoTime() - start < span; i++) {
            node.bulk(OTHER, bulks.get(i % bulks.size()));
            load.indexed += BULK;
        }
        load.indexNanos += System.nanoTime() - start;
    }

    private static String format(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
