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
import org.ndd.eval.method.Method;

/**
 * Prints how good the groups of labelled corpora are, one line a corpus and order of its documents.
 *
 * <pre>
 * mvn -q test-compile exec:java -Dexec.mainClass=org.ndd.eval.Evaluate -Dexec.classpathScope=test -Dexec.args="..."
 * arguments: [--methods NAME,NAME...] [--salts N] (FOLDER | DOCS PAIRS)...
 * </pre>
 *
 * A folder is one that holds {@code docs.ndjson.gz} and {@code pairs.csv.gz}, or one that holds such folders. Several salts show how much a
 * figure owes to chance.
 */
public final class Evaluate {

    private final PrintStream out;
    private final List<Corpus> corpora = new ArrayList<>();
    private List<Method> methods = Methods.named(Variant.BALANCED.name());
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
                case "--methods" -> methods = Methods.named(value(args, ++i));
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
                "%-20s %-18s %-4s %9s %7s %7s %7s %6s %8s %8s %6s %8s%n",
                "corpus",
                "method",
                "salt",
                "precision",
                "recall",
                "F1",
                "wrong",
                "missed",
                "b3 prec.",
                "b3 rec.",
                "cmp/d",
                "group s");
        for (Corpus corpus : corpora) {
            Evaluation evaluation = Evaluation.of(corpus);
            for (Method method : methods) {
                Method.Prepared prepared = method.prepare(evaluation.pages());
                for (int salt = 0; salt < salts; salt++) {
                    String name = salt == 0 ? "" : Integer.toString(salt);
                    print(evaluation, method.name(), name, evaluation.run(prepared, name));
                }
            }
        }
    }

    private void print(Evaluation evaluation, String method, String salt, Evaluation.Outcome outcome) {
        print(
                "%-20s %-18s %-4s %9.4f %7.4f %7.4f %7d %6d %8.4f %8.4f %6.2f %8.1f%n",
                evaluation.corpus().name(),
                method,
                salt.isEmpty() ? "-" : salt,
                outcome.pairs().precision(),
                outcome.pairs().recall(),
                outcome.pairs().f1(),
                outcome.pairs().wrong(),
                outcome.pairs().missed(),
                outcome.clusters().precision(),
                outcome.clusters().recall(),
                (double) outcome.comparisons() / evaluation.pages().size(),
                outcome.grouping().toMillis() / 1000.0);
    }

    private void print(String format, Object... arguments) {
        out.printf(Locale.ROOT, format, arguments);
    }
}
