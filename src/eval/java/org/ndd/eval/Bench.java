package org.ndd.eval;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.ndd.eval.bench.GeneratedPages;
import org.ndd.eval.bench.GeneratedPages.GeneratedPage;
import org.ndd.eval.bench.Ratio;
import org.ndd.eval.bench.ReferenceRatios;
import org.ndd.eval.bench.ReferenceRatios.Compared;

/**
 * Runs all benchmarks, and compares their ratios to a baseline of the same run with the reference ratios of the project. Usage: {@code
 * distribution/bin/bench --help}.
 */
final class Bench {

    private static final long SEED = 1;
    private static final double CPU_TOLERANCE = 0.1;

    private final NodeBench node;
    private final Path folder;
    private final int documents;
    private final int rounds;
    private final List<PeerRatio> measured = new ArrayList<>();

    private Bench(NodeBench node, Path folder, int documents, int rounds) {
        this.node = node;
        this.folder = folder;
        this.documents = documents;
        this.rounds = rounds;
    }

    /**
     * Runs the benchmarks. Exits with 1 if a ratio is worse than its reference, or was not measured.
     *
     * @param args {@code URL FOLDER REFERENCE SAVE DOCUMENTS ROUNDS QUERIES} and optionally {@code DOCS PAIRS}; otherwise documents are
     *     generated. REFERENCE is the file of reference ratios, or empty; SAVE (true or false) writes it
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length != 7 && args.length != 9) {
            throw new IllegalArgumentException("[arguments] must be URL FOLDER REFERENCE SAVE DOCUMENTS ROUNDS QUERIES"
                    + " [DOCS PAIRS], but was [" + args.length + "] of them");
        }
        ReferenceRatios kept = ReferenceRatios.read(Path.of(args[2].isEmpty() ? args[1] + "/none.csv" : args[2]));
        NodeBench node = new NodeBench(new RestClient(URI.create(args[0])), Integer.parseInt(args[6]));
        Bench bench = new Bench(node, Path.of(args[1]), Integer.parseInt(args[4]), Integer.parseInt(args[5]));
        if (args.length == 9) {
            bench.given(Corpus.of(Path.of(args[7]), Path.of(args[8])));
        } else {
            bench.generated();
        }
        List<Ratio> ratios = bench.measured.stream().map(PeerRatio::ratio).toList();
        List<Compared> compared = kept.compare(ratios);
        System.out.println(node.tables());
        System.out.println(bench.table(compared));
        if (Boolean.parseBoolean(args[3])) {
            kept.write(Path.of(args[2]), ratios);
            System.out.println("kept in " + args[2]);
        } else if (report(compared)) {
            System.exit(1);
        }
    }

    private void generated() throws IOException, InterruptedException {
        List<GeneratedPage> pages = GeneratedPages.of(documents, SEED);
        Corpus text = GeneratedCorpus.write(folder.resolve("generated-text"), pages, false);
        Corpus html = GeneratedCorpus.write(folder.resolve("generated-html"), pages, true);
        double minHash = inMemory(text);
        ingest("plain text", text);
        ingest("HTML", html);
        measureOnNode(text, minHash);
    }

    private void given(Corpus corpus) throws IOException, InterruptedException {
        double minHash = inMemory(corpus);
        ingest("documents", corpus);
        measureOnNode(corpus, minHash);
    }

    /** Seconds of MinHash. */
    private double inMemory(Corpus corpus) throws IOException, InterruptedException {
        report("partition in memory");
        Evaluation evaluation = Evaluation.of(corpus);
        MethodsBench methods = new MethodsBench(evaluation);
        AlternatingBenchmark.Seconds seconds = methods.measure(rounds);
        System.out.println(methods.quality() + "\n");
        int count = evaluation.pages().size();
        measured.add(PeerRatio.speed(
                "partition in memory / MinHash",
                "documents per second of CPU",
                count / seconds.first(),
                count / seconds.second(),
                CPU_TOLERANCE));
        return seconds.second();
    }

    /** Uses half of the documents, each several times. */
    private void ingest(String form, Corpus corpus) throws IOException, InterruptedException {
        report("ingest of " + form);
        try (Stream<Corpus.Page> pages = corpus.pages()) {
            measured.addAll(node.ingest(form, pages.limit(documents / 2).toList(), rounds));
        }
    }

    private void measureOnNode(Corpus corpus, double minHash) throws IOException, InterruptedException {
        report("runs and searches");
        measured.addAll(node.runsAndSearches(corpus, minHash));
    }

    private static void report(String what) {
        System.err.println("bench: " + what);
    }

    private String table(List<Compared> compared) {
        MarkdownTable table = new MarkdownTable(
                List.of("Ratio", "ours", "peer", "unit", "ratio", "better", "kept", "tolerance", "outcome"));
        for (int i = 0; i < compared.size(); i++) {
            Compared one = compared.get(i);
            PeerRatio figures = i < measured.size() ? measured.get(i) : null;
            Ratio rule = one.kept() == null ? one.measured() : one.kept();
            table.row(List.of(
                    one.name(),
                    figures == null ? "-" : figure(figures.ours()),
                    figures == null ? "-" : figure(figures.peer()),
                    figures == null ? "-" : figures.unit(),
                    figures == null ? "-" : ratio(one.measured()),
                    rule.better().word(),
                    one.kept() == null ? "-" : ratio(one.kept()),
                    percent(rule),
                    one.outcome().name().toLowerCase(Locale.ROOT)));
        }
        return table.toString();
    }

    /** Prints failures, and returns whether there are any. */
    private static boolean report(List<Compared> compared) {
        List<Compared> failed = compared.stream().filter(Compared::fails).toList();
        for (Compared one : failed) {
            System.out.println(
                    one.measured() == null
                            ? "not measured: " + one.name()
                            : "worse: " + one.name() + " is " + ratio(one.measured()) + ", kept is " + ratio(one.kept())
                                    + " (" + one.kept().better().word() + " is better, tolerance "
                                    + percent(one.kept()) + ")");
        }
        return failed.isEmpty() == false;
    }

    private static String figure(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%,.0f", value);
    }

    private static String ratio(Ratio ratio) {
        return String.format(Locale.ROOT, "%.3f", ratio.value());
    }

    private static String percent(Ratio ratio) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * ratio.tolerance());
    }
}
