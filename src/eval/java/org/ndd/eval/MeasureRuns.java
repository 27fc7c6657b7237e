package org.ndd.eval;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ndd.analysis.PageAnalysis;
import org.ndd.core.boilerplate.BoilerplateLearner;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.fingerprint.Fingerprinter;
import org.ndd.eval.method.Page;
import org.ndd.eval.simulate.TermShares;

/**
 * Measures the cost of runs on a real cluster of this machine, for the simulation. Indexes the first documents of a corpus, and writes
 * lines {@code run,kind,use,figure,value} for each run: the counts of the report, and for each phase its duration, the processor time of
 * all nodes, and the bytes between them. Processor time is attributed to the phases whose duration has increased in the report, which is
 * polled twenty times per second.
 */
final class MeasureRuns {

    private static final long POLL_MILLIS = 50;

    /** Number of documents to fingerprint locally, to determine the distribution of fingerprints over ranges. */
    private static final int SHAPE = 4000;

    private static final List<String> COUNTS = List.of(
            "documents",
            "boilerplate",
            "exact_duplicates",
            "fingerprints",
            "candidates",
            "comparisons",
            "verifications",
            "groups",
            "duplicates",
            "written",
            "bytes_on_wire",
            "imbalance",
            "windows");

    private final RestClient node;
    private final CorpusIndexer indexer;
    private final Path out;
    private final String kind;
    private final String use;

    private MeasureRuns(RestClient node, Path out, String kind, String use) {
        this.node = node;
        this.indexer = new CorpusIndexer(node);
        this.out = out;
        this.kind = kind;
        this.use = use;
    }

    /**
     * Runs the measurements.
     *
     * @param args {@code URL NAME KIND USE SHARDS DOCUMENTS VARIANTS DOCS OUT}: NAME of the runs, KIND of documents such as {@code html},
     *     USE {@code fit} or {@code check}, comma-separated VARIANTS of {@code plain,windows,leaders,dry}, and OUT, the file to append to
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length != 9) {
            throw new IllegalArgumentException(
                    "[arguments] must be URL NAME KIND USE SHARDS DOCUMENTS VARIANTS DOCS OUT, but was [" + args.length
                            + "] of them");
        }
        MeasureRuns measure = new MeasureRuns(new RestClient(URI.create(args[0])), Path.of(args[8]), args[2], args[3]);
        Path documents = Path.of(args[7]);
        // its pairs are not read
        measure.all(
                Corpus.of(documents, documents),
                args[1],
                Integer.parseInt(args[4]),
                Integer.parseInt(args[5]),
                List.of(args[6].split(",")));
    }

    private void all(Corpus corpus, String name, int shards, int size, List<String> variants)
            throws IOException, InterruptedException {
        String index = "ndd-simulate-" + name;
        indexer.deleteAtExit(index);
        indexer.create(index, shards, 0);
        double before = work(nodes());
        indexer.index(corpus, index, size);
        node.call("POST", "/" + index + "/_forcemerge?max_num_segments=4", null);
        double indexing = work(nodes()) - before;
        Map<String, Double> shape = shape(corpus, size);
        shape.put("work_index", indexing);
        shape.put("shards", (double) shards);
        shape.put("bytes_in_index", bytes(index));
        // a warm-up run, because the JIT compiler affects its times
        run(index, Map.of("dry_run", true), new HashMap<>());
        for (String variant : variants) {
            Map<String, Double> figures = new LinkedHashMap<>(shape);
            run(index, body(variant), figures);
            write(name + "-" + variant, figures);
        }
    }

    private static Map<String, Object> body(String variant) {
        return switch (variant) {
            case "plain" -> Map.of("max_retained_runs", 0);
            case "windows" -> Map.of("dry_run", true, "windows", 4);
            case "leaders" -> Map.of("dry_run", true, "candidates", Map.of("max_leaders", 1));
            case "dry" -> Map.of("dry_run", true);
            default ->
                throw new IllegalArgumentException(
                        "[variant] must be one of [plain, windows, leaders, dry], but was [" + variant + "]");
        };
    }

    private double bytes(String index) throws IOException, InterruptedException {
        JsonNode stats = node.call("GET", "/" + index + "/_stats/store", null);
        return number(stats, "_all", "primaries", "store", "size_in_bytes");
    }

    /** Properties of the documents that are not in the report. */
    private static Map<String, Double> shape(Corpus corpus, int size) throws IOException {
        Fingerprinter fingerprinter = new Fingerprinter(FingerprintParameters.BALANCED);
        Map<String, Integer> sites = new HashMap<>();
        List<long[]> fingerprints = new ArrayList<>();
        double[] characters = new double[1];
        try (Stream<Corpus.Page> pages = corpus.pages()) {
            pages.limit(size).forEach(page -> {
                if (page.url() != null) {
                    sites.merge(URI.create(page.url()).getHost(), 1, Integer::sum);
                }
                if (fingerprints.size() < SHAPE) {
                    PageAnalysis analysis = Evaluation.analysis(page);
                    Page one = new Page(page.id(), page.url(), analysis);
                    characters[0] += one.text().length();
                    fingerprints.add(fingerprinter.fingerprints(analysis.sentences()));
                }
            });
        }
        Map<String, Double> shape = new LinkedHashMap<>();
        double postings = fingerprints.stream().mapToInt(all -> all.length).sum();
        shape.put("sites", (double) sites.size());
        shape.put(
                "boilerplate_pages",
                sites.values().stream()
                        .filter(pages -> pages >= BoilerplateLearner.MIN_PAGES)
                        .mapToDouble(pages -> Math.min(pages, BoilerplateLearner.SAMPLE))
                        .sum());
        shape.put("postings", size * postings / fingerprints.size());
        shape.put("text_characters", characters[0] / fingerprints.size());
        shape.put("passages", TermShares.passages(fingerprints));
        return shape;
    }

    /** Starts a run and polls its report until it has ended. */
    private void run(String index, Map<String, ?> body, Map<String, Double> figures)
            throws IOException, InterruptedException {
        List<ProcessHandle> nodes = nodes();
        Map<String, Double> clock = new TreeMap<>();
        Map<String, Double> work = new TreeMap<>();
        Map<String, Double> wire = new TreeMap<>();
        double worked = work(nodes);
        double sent = 0;
        JsonNode report;
        MemoryMonitor seen;
        long started = System.nanoTime();
        try (MemoryMonitor watch = MemoryMonitor.start(node)) {
            seen = watch;
            String id = node.call("POST", "/" + index + "/_ndd/partition", body)
                    .get("id")
                    .asText();
            do {
                Thread.sleep(POLL_MILLIS);
                report = node.call("GET", "/_ndd/partition/" + id + "?verbose=true", null);
                Map<String, Double> now = new TreeMap<>(BackgroundRuns.phases(report));
                double workedNow = work(nodes);
                double sentNow = number(report, "bytes_on_wire");
                if (now.equals(clock) == false) {
                    share(clock, now, workedNow - worked, work);
                    share(clock, now, sentNow - sent, wire);
                    worked = workedNow;
                    sent = sentNow;
                    clock = now;
                }
            } while (report.get("state").asText().equals("running"));
            if (report.get("state").asText().equals("completed") == false) {
                throw new IOException("the run did not complete: " + report);
            }
            figures.put("nodes", (double) nodes.size());
            figures.put("cores", (double) Runtime.getRuntime().availableProcessors());
            for (String count : COUNTS) {
                figures.put(count, number(report, count));
            }
            if (report.path("parameters").path("dry_run").asBoolean() == false) {
                sizes(id, figures);
            }
            figures.put("seconds", number(report, "took") / 1000);
            clock.forEach((phase, seconds) -> figures.put("clock_" + phase, seconds));
            work.forEach((phase, seconds) -> figures.put("work_" + phase, seconds));
            wire.forEach((phase, bytes) -> figures.put("wire_" + phase, bytes));
        }
        figures.put("breaker_bytes", (double) seen.breakerBytes());
        System.err.printf(Locale.ROOT, "%.1f s: %s%n", (System.nanoTime() - started) / 1e9, clock);
    }

    /** Divides an amount among phases in proportion to the increase of their durations. */
    private static void share(
            Map<String, Double> before, Map<String, Double> now, double amount, Map<String, Double> among) {
        Map<String, Double> grown = new TreeMap<>();
        now.forEach((phase, seconds) -> grown.put(phase, seconds - before.getOrDefault(phase, 0.0)));
        double all = grown.values().stream().mapToDouble(Double::doubleValue).sum();
        grown.forEach((phase, seconds) -> among.merge(phase, amount * seconds / Math.max(1e-9, all), Double::sum));
    }

    /** Returns the process ids of the nodes, which must run on this machine. */
    private List<ProcessHandle> nodes() throws IOException, InterruptedException {
        JsonNode info = node.call("GET", "/_nodes/process", null);
        List<ProcessHandle> all = new ArrayList<>();
        for (JsonNode one : info.get("nodes")) {
            long id = (long) number(one, "process", "id");
            Optional<ProcessHandle> process = ProcessHandle.of(id);
            all.add(process.orElseThrow(() -> new IllegalArgumentException(
                    "[URL] must be a cluster on this machine, but its process was [" + id + "]")));
        }
        return all;
    }

    /** Returns the processor time since the start, in seconds. */
    private static double work(List<ProcessHandle> nodes) {
        return nodes.stream()
                .mapToDouble(process ->
                        process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1000.0)
                .sum();
    }

    /** Returns the exponent of the power law of group sizes, by maximum likelihood for groups of two or more, and the largest group. */
    private void sizes(String run, Map<String, Double> figures) throws IOException, InterruptedException {
        node.call("POST", "/" + run + "/_refresh", null);
        JsonNode response = node.call(
                "POST",
                "/" + run + "/_search",
                Map.of("size", 0, "aggs", Map.of("sizes", Map.of("terms", Map.of("field", "size", "size", 10_000)))));
        double groups = 0;
        double logs = 0;
        double largest = 0;
        double pages = 0;
        for (JsonNode bucket : response.at("/aggregations/sizes/buckets")) {
            double size = number(bucket, "key");
            double count = number(bucket, "doc_count");
            if (size >= 2) {
                groups += count;
                pages += count * size;
                logs += count * Math.log(size / 1.5);
                largest = Math.max(largest, size);
            }
        }
        if (groups == 0) {
            throw new IOException("[DOCS] must contain near-duplicates, but the run found none");
        }
        figures.put("size_exponent", 1 + groups / logs);
        figures.put("size_mean", pages / groups);
        figures.put("largest_group", largest);
    }

    private void write(String run, Map<String, Double> figures) throws IOException {
        StringBuilder lines = new StringBuilder();
        if (Files.exists(out) == false) {
            lines.append("run,kind,use,figure,value\n");
        }
        figures.forEach((figure, value) ->
                lines.append(String.format(Locale.ROOT, "%s,%s,%s,%s,%.6g%n", run, kind, use, figure, value)));
        Files.writeString(out, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static double number(JsonNode response, String... path) {
        JsonNode value = response;
        for (String key : path) {
            value = value.path(key);
        }
        return value.asDouble();
    }
}
