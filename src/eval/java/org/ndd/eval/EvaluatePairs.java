package org.ndd.eval;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.SimilarityParameters;

/**
 * Measures verdicts on judged pairs. Prints tables, and optionally writes them and a plot. Usage: {@code distribution/bin/evaluate-pairs
 * --help}.
 */
public final class EvaluatePairs {

    private static final String COMMAND = "distribution/bin/evaluate-pairs";

    private final List<Corpus> corpora = new ArrayList<>();
    private Set<String> together = Set.of();
    private boolean fit;
    private final Map<String, VerdictFit.Use> uses = new HashMap<>();
    private Path folder;
    private Path signals;

    private EvaluatePairs() {}

    /** See the class. */
    public static void main(String[] args) throws IOException {
        EvaluatePairs evaluate = new EvaluatePairs();
        try {
            evaluate.parse(args);
        } catch (IllegalArgumentException e) {
            System.err.println(COMMAND + ": " + e.getMessage());
            System.exit(1);
        }
        evaluate.run(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    }

    private void parse(String[] args) throws IOException {
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--together" -> together = Set.of(value(args, ++i).split(","));
                case "--fit" -> fit = true;
                case "--count-quarter" -> use(VerdictFit.Use.FIT_LESS, value(args, ++i));
                case "--measure-only" -> use(VerdictFit.Use.MEASURE, value(args, ++i));
                case "--signals" -> signals = Path.of(value(args, ++i));
                case "--out" -> folder = Path.of(value(args, ++i));
                default -> {
                    if (args[i].startsWith("--")) {
                        throw new IllegalArgumentException(
                                "unknown option [" + args[i] + "] (see evaluate-pairs --help)");
                    }
                    addFolder(Path.of(args[i]));
                }
            }
        }
        if (signals != null && fit == false) {
            throw new IllegalArgumentException("[--signals] must be used with [--fit]");
        }
        if (corpora.isEmpty()) {
            throw new IllegalArgumentException("[corpora] must be folders of documents and pairs, but was []");
        }
    }

    private void use(VerdictFit.Use use, String names) {
        for (String name : names.split(",")) {
            uses.put(name, use);
        }
    }

    private static String value(String[] args, int i) {
        if (i == args.length) {
            throw new IllegalArgumentException("[" + args[i - 1] + "] must be followed by another argument");
        }
        return args[i];
    }

    private void addFolder(Path path) throws IOException {
        if (Corpus.in(path).exists()) {
            corpora.add(Corpus.in(path));
            return;
        }
        if (Files.isDirectory(path) == false) {
            throw new IllegalArgumentException("[corpora] must be folders that can be read, but was [" + path + "]");
        }
        try (Stream<Path> inside = Files.list(path)) {
            inside.sorted().map(Corpus::in).filter(Corpus::exists).forEach(corpora::add);
        }
    }

    private void run(PrintStream out) throws IOException {
        List<GradedPairs> read = new ArrayList<>();
        for (Corpus corpus : corpora) {
            if (corpus.readPairs().isEmpty() == false) {
                read.add(GradedPairs.of(corpus));
            }
        }
        PairComparator comparator = new PairComparator(SimilarityParameters.BALANCED);
        Map<String, List<JudgedPair>> judged = new LinkedHashMap<>();
        read.forEach(each -> judged.put(each.corpus(), each.judge(comparator)));
        CalibrationReport calibration = new CalibrationReport(judged);
        String page = "# Judged pairs\n\nWritten by `" + COMMAND + "`; do not edit. Intervals are of 95 %.\n\n"
                + "## Verdicts\n\n" + new GradedPairsReport(judged, together)
                + "\n## Calibration\n\n" + calibration;
        out.print(page);
        String fitted = fit ? fitted(read, comparator) : "";
        out.print(fitted);
        if (folder != null) {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve("read-pairs.md"), page);
            if (fit) {
                Files.writeString(folder.resolve("verdict.md"), fitted);
            }
            calibration.plot(folder.resolve("reliability.svg"));
        }
    }

    private String fitted(List<GradedPairs> read, PairComparator comparator) throws IOException {
        Map<String, List<VerdictFit.Sample>> samples = new LinkedHashMap<>();
        read.forEach(each -> samples.put(each.corpus(), each.samples(comparator)));
        VerdictReport report = new VerdictReport(new VerdictFit(samples, uses));
        if (signals != null) {
            Files.writeString(signals, report.signals());
        }
        return "# Weights of the verdict\n\nWritten by `" + COMMAND
                + " --fit`; do not edit. \"Left out\" columns use weights that were "
                + "fitted to all other kinds of documents; \"plugin\" columns use the weights of the plugin, which were fitted to "
                + "all kinds except those that are only measured.\n\n"
                + report;
    }
}
