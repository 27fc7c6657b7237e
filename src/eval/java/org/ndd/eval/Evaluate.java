package org.ndd.eval;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ndd.eval.method.Method;

/**
 * Measures methods on labeled corpora. Prints a line per corpus and method, and optionally writes tables and plots. Usage: {@code
 * distribution/bin/evaluate --help}.
 */
public final class Evaluate {

    private static final String COMMAND = "distribution/bin/evaluate";

    private final PrintStream out;
    private final List<Corpus> corpora = new ArrayList<>();
    private List<Method> methods = Methods.named(Variant.BALANCED.name());
    private int salts = 1;
    private boolean experiments;
    private Path folder;
    private Path comparison;
    private boolean busy;
    private boolean near;
    private double noise = -1;

    private Evaluate(PrintStream out) {
        this.out = out;
    }

    /** See the class. */
    public static void main(String[] args) throws IOException {
        Evaluate evaluate = new Evaluate(new PrintStream(System.out, true, StandardCharsets.UTF_8));
        try {
            evaluate.parse(args);
        } catch (IllegalArgumentException e) {
            System.err.println(COMMAND + ": " + e.getMessage());
            System.exit(1);
        }
        evaluate.run();
    }

    private void parse(String[] args) throws IOException {
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--methods" -> methods = Methods.named(value(args, ++i));
                case "--salts" -> salts = count(value(args, ++i));
                case "--experiments" -> experiments = true;
                case "--busy" -> busy = true;
                case "--near" -> near = true;
                case "--noise" -> noise = percent(value(args, ++i));
                case "--comparison" -> {
                    comparison = Path.of(value(args, ++i));
                    ComparisonReport.check(comparison);
                    methods = Methods.named(Methods.COMPARISON);
                }
                case "--news-copy" ->
                    corpora.add(PublicBenchmarks.newsCopy(Path.of(value(args, ++i)), Path.of(value(args, ++i))));
                case "--core" -> corpora.add(PublicBenchmarks.core(Path.of(value(args, ++i))));
                case "--out" -> folder = Path.of(value(args, ++i));
                default -> {
                    Path path = Path.of(args[i]);
                    if (args[i].startsWith("--")) {
                        throw new IllegalArgumentException("unknown option [" + args[i] + "] (see evaluate --help)");
                    }
                    if (Files.isDirectory(path)) {
                        addFolder(path);
                    } else if (i + 1 == args.length) {
                        throw new IllegalArgumentException(
                                "[CORPUS] must be a folder, or a file of documents and a file of pairs, but was ["
                                        + path + "]");
                    } else {
                        corpora.add(Corpus.of(path, Path.of(value(args, ++i))));
                    }
                }
            }
        }
        if (experiments && folder == null) {
            throw new IllegalArgumentException("[--experiments] must be given with [--out], but was given alone");
        }
        if (corpora.isEmpty()) {
            throw new IllegalArgumentException("[corpora] must be folders or files of documents and pairs, but was []");
        }
        for (Corpus corpus : corpora) {
            if (corpus.exists() == false) {
                throw new IllegalArgumentException("[corpora] must be files that can be read, but was ["
                        + corpus.documents() + ", " + corpus.pairs() + "]");
            }
        }
    }

    private static String value(String[] args, int i) {
        if (i == args.length) {
            throw new IllegalArgumentException("[" + args[i - 1] + "] must be followed by another argument");
        }
        return args[i];
    }

    private static int count(String value) {
        if (value.matches("[1-9][0-9]{0,2}") == false) {
            throw new IllegalArgumentException("[salts] must be between [1] and [999], but was [" + value + "]");
        }
        return Integer.parseInt(value);
    }

    private static double percent(String value) {
        if (value.matches("[0-9]{1,2}(\\.[0-9]{1,3})?") == false) {
            throw new IllegalArgumentException("[noise] must be between [0] and [99] percent, but was [" + value + "]");
        }
        return Double.parseDouble(value);
    }

    private void addFolder(Path folderOfCorpora) throws IOException {
        if (Corpus.in(folderOfCorpora).exists()) {
            corpora.add(Corpus.in(folderOfCorpora));
            return;
        }
        try (Stream<Path> inside = Files.list(folderOfCorpora)) {
            inside.filter(Files::isDirectory)
                    .sorted()
                    .map(Corpus::in)
                    .filter(Corpus::exists)
                    .forEach(corpora::add);
        }
    }

    private void run() throws IOException {
        print("%-22s %-22s %9s %7s %7s %-15s %7s %6s %8s %8s %7s %8s %6s %8s%n", (Object[]) HEADER);
        List<String> orders = IntStream.range(0, salts)
                .mapToObj(salt -> salt == 0 ? "" : Integer.toString(salt))
                .toList();
        List<Measurement> measurements = new ArrayList<>();
        List<Experiments> ofReport = new ArrayList<>();
        for (Corpus corpus : corpora) {
            Evaluation evaluation = Evaluation.of(noise < 0 ? corpus : NoisyCorpus.of(corpus, noise));
            Facets facets = new Facets(evaluation.pages());
            for (Method method : methods) {
                Measurement measurement = Measurement.of(evaluation, facets, method, orders);
                measurements.add(measurement);
                print(measurement);
                if (noise >= 0 && method instanceof NddMethod ndd) {
                    out.println("    " + CopyRecall.of(evaluation, ndd));
                }
                if (near && method instanceof NddMethod ndd) {
                    out.println("    " + NearPairs.of(evaluation, ndd));
                }
            }
            if (experiments) {
                ofReport.add(Experiments.run(evaluation));
            }
            write(measurements, ofReport);
        }
    }

    /** Rewritten after each corpus, so that an interrupted run loses little. */
    private void write(List<Measurement> measurements, List<Experiments> ofReport) throws IOException {
        if (folder != null) {
            new MethodsReport(measurements).write(folder, COMMAND, salts);
        }
        if (comparison != null) {
            new ComparisonReport(measurements, busy).write(comparison);
        }
        if (experiments) {
            new ExperimentsReport(ofReport, measurements).write(folder, COMMAND);
        }
    }

    private static final String[] HEADER = {
        "corpus",
        "method",
        "precision",
        "recall",
        "F1",
        "F1 range",
        "wrong",
        "missed",
        "b3 prec.",
        "b3 rec.",
        "ARI",
        "cmp/d",
        "B/d",
        "seconds"
    };

    private void print(Measurement of) {
        print(
                "%-22s %-22s %9.4f %7.4f %7.4f %.4f - %.4f %7d %6d %8.4f %8.4f %7.4f %8.2f %6.0f %8.1f%n",
                of.corpus(),
                of.method(),
                of.median().pairs().precision(),
                of.median().pairs().recall(),
                of.median().pairs().f1(),
                of.least(),
                of.most(),
                of.median().pairs().falsePositives(),
                of.median().pairs().falseNegatives(),
                of.median().clusters().precision(),
                of.median().clusters().recall(),
                of.median().clusters().adjustedRand(),
                of.comparisons(),
                of.bytes(),
                of.seconds());
    }

    private void print(String format, Object... arguments) {
        out.printf(Locale.ROOT, format, arguments);
    }
}
