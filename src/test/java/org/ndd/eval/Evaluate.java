package org.ndd.eval;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.group.PartitionCounts;
import org.ndd.core.group.PartitionParameters;

/**
 * Prints how good the groups of labelled corpora are, one line a corpus and order of its documents.
 *
 * <pre>
 * mvn -q test-compile exec:java -Dexec.mainClass=org.ndd.eval.Evaluate -Dexec.classpathScope=test -Dexec.args="..."
 * arguments: [--preset balanced|strict|report] [--salts N] (FOLDER | DOCS PAIRS)...
 * </pre>
 *
 * A folder is one that holds {@code docs.ndjson.gz} and {@code pairs.csv.gz}, or one that holds such folders. Several salts show how much a
 * figure owes to chance.
 */
public final class Evaluate {

    private final PrintStream out;
    private final List<Corpus> corpora = new ArrayList<>();
    private PartitionParameters parameters = PartitionParameters.BALANCED;
    private FingerprintParameters fingerprints = FingerprintParameters.BALANCED;
    private int salts = 1;

    private Evaluate(PrintStream out) {
        this.out = out;
    }

    /** See the class. */
    public static void main(String[] args) throws IOException {
        Evaluate evaluate = new Evaluate(new PrintStream(System.out, true, StandardCharsets.UTF_8));
        evaluate.parse(args);
        evaluate.run();
    }

    private void parse(String[] args) throws IOException {
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--preset" -> preset(value(args, ++i));
                case "--salts" -> salts = Integer.parseInt(value(args, ++i));
                default -> {
                    Path path = Path.of(args[i]);
                    if (Files.isDirectory(path)) {
                        addFolder(path);
                    } else {
                        corpora.add(new Corpus(path.getFileName().toString(), path, Path.of(value(args, ++i))));
                    }
                }
            }
        }
    }

    private static String value(String[] args, int i) {
        if (i == args.length) {
            throw new IllegalArgumentException("[" + args[i - 1] + "] must be followed by another argument");
        }
        return args[i];
    }

    private void preset(String name) {
        switch (name) {
            case "balanced" -> parameters = PartitionParameters.BALANCED;
            case "strict" ->
                parameters = new PartitionParameters(
                        parameters.candidates(), SimilarityParameters.STRICT, parameters.winner(), "");
            case "report" -> {
                parameters = PartitionParameters.REPORT;
                fingerprints = FingerprintParameters.REPORT;
            }
            default ->
                throw new IllegalArgumentException(
                        "[preset] must be one of [balanced, strict, report], but was [" + name + "]");
        }
    }

    private void addFolder(Path folder) throws IOException {
        if (Corpus.in(folder).exists()) {
            corpora.add(Corpus.in(folder));
            return;
        }
        try (Stream<Path> inside = Files.list(folder)) {
            inside.filter(Files::isDirectory)
                    .sorted()
                    .map(Corpus::in)
                    .filter(Corpus::exists)
                    .forEach(corpora::add);
        }
    }

    private void run() throws IOException {
        if (corpora.isEmpty()) {
            throw new IllegalArgumentException("[corpora] must be folders or files of documents and pairs, but was []");
        }
        print(
                "%-20s %-5s %9s %7s %7s %6s %8s %8s %7s %6s %6s %8s %8s %8s%n",
                "corpus",
                "salt",
                "precision",
                "recall",
                "wrong",
                "missed",
                "b3 prec.",
                "b3 rec.",
                "groups",
                "cmp/d",
                "ver/d",
                "read s",
                "learn s",
                "group s");
        for (Corpus corpus : corpora) {
            Evaluation evaluation = Evaluation.of(corpus, fingerprints);
            for (int salt = 0; salt < salts; salt++) {
                String name = salt == 0 ? "" : Integer.toString(salt);
                print(evaluation, name, evaluation.run(parameters.withSalt(name)));
            }
        }
    }

    private void print(Evaluation evaluation, String salt, Evaluation.Outcome outcome) {
        PartitionCounts counts = outcome.partition().counts();
        double documents = counts.documents();
        print(
                "%-20s %-5s %9.4f %7.4f %7d %6d %8.4f %8.4f %7d %6.2f %6.2f %8.1f %8.1f %8.1f%n",
                evaluation.corpus().name(),
                salt.isEmpty() ? "-" : salt,
                outcome.pairs().precision(),
                outcome.pairs().recall(),
                outcome.pairs().wrong(),
                outcome.pairs().missed(),
                outcome.clusters().precision(),
                outcome.clusters().recall(),
                counts.groups(),
                counts.comparisons() / documents,
                counts.verifications() / documents,
                evaluation.analysis().toMillis() / 1000.0,
                outcome.learning().toMillis() / 1000.0,
                outcome.grouping().toMillis() / 1000.0);
    }

    private void print(String format, Object... arguments) {
        out.printf(Locale.ROOT, format, arguments);
    }
}
