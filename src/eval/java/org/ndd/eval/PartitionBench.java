package org.ndd.eval;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.ndd.eval.score.LabeledPair;
import org.ndd.eval.score.PairScore;

/**
 * Measures the cost of runs on a real cluster for increasing numbers of documents of a corpus. Prints tables in Markdown: cost, quality
 * over the labeled pairs of indexed documents, and times of phases.
 */
final class PartitionBench {

    private static final int PAGE = 10_000;
    private static final long POLL_MILLIS = 500;

    private final RestClient node;
    private final CorpusIndexer indexer;
    private final MarkdownTable costs = new MarkdownTable(List.of(
            "Documents",
            "index, s",
            "partition, s",
            "exponent",
            "windows",
            "comparisons per document (verifications)",
            "bytes between nodes per document",
            "imbalance",
            "request breaker, MB",
            "maximum heap, MB",
            "precision",
            "recall"));
    private final MarkdownTable phases = new MarkdownTable(List.of("Documents", "Seconds per phase"));
    private double lastDocuments;
    private double lastSeconds;

    private PartitionBench(RestClient node) {
        this.node = node;
        this.indexer = new CorpusIndexer(node);
    }

    /**
     * Runs the benchmark.
     *
     * @param args {@code URL SHARDS REPLICAS KEEP SIZES DOCS PAIRS}; KEEP (true or false) keeps the last index, SIZES are comma-separated
     *     numbers of documents in ascending order
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length != 7) {
            throw new IllegalArgumentException(
                    "[arguments] must be URL SHARDS REPLICAS KEEP SIZES DOCS PAIRS, but was [" + args.length
                            + "] of them");
        }
        PartitionBench bench = new PartitionBench(new RestClient(URI.create(args[0])));
        Corpus corpus = Corpus.of(Path.of(args[5]), Path.of(args[6]));
        List<LabeledPair> pairs = corpus.labeledPairs();
        String[] sizes = args[4].split(",");
        for (int i = 0; i < sizes.length; i++) {
            int size = Integer.parseInt(sizes[i]);
            String index = "ndd-bench-" + size;
            boolean keep = i == sizes.length - 1 && Boolean.parseBoolean(args[3]);
            if (keep == false) {
                bench.indexer.deleteAtExit(index);
            }
            bench.indexer.create(index, Integer.parseInt(args[1]), Integer.parseInt(args[2]));
            bench.measure(corpus, pairs, index, size);
            if (keep == false) {
                bench.indexer.delete(index);
            }
        }
        System.out.println(bench.costs);
        System.out.println(bench.phases);
    }

    private void measure(Corpus corpus, List<LabeledPair> pairs, String index, int limit)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        Set<String> ids = indexer.index(corpus, index, limit);
        int documents = ids.size();
        double indexed = seconds(start);
        JsonNode run;
        double partitioned;
        MemoryMonitor seen;
        try (MemoryMonitor watch = MemoryMonitor.start(node)) {
            start = System.nanoTime();
            run = finish(node.call("POST", "/" + index + "/_ndd/partition", null)
                    .path("id")
                    .asText());
            partitioned = seconds(start);
            seen = watch;
        }
        List<LabeledPair> indexedPairs = pairs.stream()
                .filter(pair -> ids.contains(pair.first()) && ids.contains(pair.second()))
                .toList();
        PairScore score = PairScore.of(indexedPairs, groups(run.path("id").asText()));
        double exponent = Math.log(partitioned / lastSeconds) / Math.log(documents / lastDocuments);
        costs.row(List.of(
                String.format(Locale.ROOT, "%,d", documents),
                format("%.1f", indexed),
                format("%.1f", partitioned),
                lastDocuments == 0 ? "" : format("%.2f", exponent),
                run.path("windows").asText(),
                format("%.2f", number(run, "comparisons") / documents)
                        + format(" (%.2f)", number(run, "verifications") / documents),
                format("%.0f", number(run, "bytes_on_wire") / documents),
                run.has("imbalance") ? format("%.2f", number(run, "imbalance")) : "-",
                String.valueOf(seen.breakerBytes() >> 20),
                String.valueOf(seen.heapBytes() >> 20),
                format("%.4f", score.precision()),
                format("%.4f", score.recall())));
        phases.row(List.of(String.format(Locale.ROOT, "%,d", documents), phases(run)));
        lastDocuments = documents;
        lastSeconds = partitioned;
        System.err.println(run);
    }

    /** Waits for the end of a run, and returns its report. */
    private JsonNode finish(String id) throws IOException, InterruptedException {
        while (true) {
            JsonNode run = node.call("GET", "/_ndd/partition/" + id + "?verbose=true", null);
            if (run.path("state").asText().equals("completed")) {
                return run;
            }
            if (run.path("state").asText().equals("running") == false) {
                throw new IOException("the run did not complete: " + run);
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private static String phases(JsonNode run) {
        return BackgroundRuns.phases(run).entrySet().stream()
                .map(phase -> "`" + phase.getKey() + "` " + format("%.1f", phase.getValue()))
                .collect(Collectors.joining(", "));
    }

    /** Returns the group of each document in a group. */
    private Map<String, String> groups(String index) throws IOException, InterruptedException {
        Map<String, String> groups = new HashMap<>();
        GroupedPages.read(node, index, PAGE, pages -> pages.forEach(page -> groups.put(page.id(), page.group())));
        return groups;
    }

    private static double number(JsonNode run, String name) {
        return run.required(name).doubleValue();
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    private static String format(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
