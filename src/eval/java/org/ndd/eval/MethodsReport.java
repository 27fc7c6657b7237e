package org.ndd.eval;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.ndd.eval.score.PairScore;

/** Writes measurements of methods as tables in Markdown and plots. */
final class MethodsReport {

    private final List<Measurement> measurements;
    private final Set<String> corpora = new LinkedHashSet<>();
    private final Set<String> methods = new LinkedHashSet<>();

    /** @param measurements measurements of each method on each corpus */
    MethodsReport(List<Measurement> measurements) {
        this.measurements = measurements;
        for (Measurement measurement : measurements) {
            corpora.add(measurement.corpus());
            methods.add(measurement.method());
        }
    }

    /**
     * Writes {@code methods.md}, {@code kinds.md} and the plots.
     *
     * @param command the command line that creates them
     * @param salts number of orders of the documents
     */
    void write(Path folder, String command, int salts) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("methods.md"), methods(command, salts));
        Files.writeString(folder.resolve("kinds.md"), kinds(command));
        Plots.f1(folder.resolve("methods-f1.svg"), byMethod());
        Plots.cost(folder.resolve("methods-cost.svg"), byMethod());
    }

    private Map<String, List<Measurement>> byMethod() {
        Map<String, List<Measurement>> byMethod = new LinkedHashMap<>();
        measurements.forEach(measurement -> byMethod.computeIfAbsent(measurement.method(), name -> new ArrayList<>())
                .add(measurement));
        return byMethod;
    }

    private String methods(String command, int salts) {
        StringBuilder page = new StringBuilder("# Methods\n\nWritten by `" + command + "`; do not edit.\n\n"
                + "Whole groups over labeled pairs. F1 is the median of " + salts
                + " orders of the documents (fewer for slow methods); other columns are of the same run. "
                + "All methods read the same canonical text, and all verdicts on pairs become groups in the same way: in rank order, a "
                + "document joins the first similar leader, or becomes a leader. Methods are described in "
                + "`org.ndd.eval.baseline.Baselines`; "
                + "names that begin with `ndd` are variants of ndd.\n\n## F1\n\n" + f1() + "\n![F1](methods-f1.svg)\n");
        for (String corpus : corpora) {
            page.append("\n## ").append(corpus).append("\n\n").append(corpus(corpus));
        }
        return page.append(
                        "\nF1 range: worst and best order. 95 %: interval of F1 over labeled sets drawn with replacement. B³: B-cubed. "
                                + "ARI: adjusted Rand index. Comparisons: compared pairs per document. Bytes: index size per "
                                + "document without the text. Seconds: signatures and groups of all documents, one thread. MB: "
                                + "maximum heap "
                                + "in use without the corpus, including garbage.\n\n![Cost](methods-cost.svg)\n")
                .toString();
    }

    private MarkdownTable f1() {
        List<String> header = new ArrayList<>(List.of("Method"));
        header.addAll(corpora);
        header.add("mean");
        MarkdownTable table = new MarkdownTable(header);
        Map<String, Double> best = new LinkedHashMap<>();
        for (Measurement measurement : measurements) {
            best.merge(measurement.corpus(), f1(measurement), Math::max);
        }
        byMethod().forEach((method, rows) -> {
            List<String> cells = new ArrayList<>(List.of("`" + method + "`"));
            for (Measurement row : rows) {
                String cell = share(f1(row));
                cells.add(f1(row) == best.get(row.corpus()) ? "**" + cell + "**" : cell);
            }
            cells.add(
                    share(rows.stream().mapToDouble(MethodsReport::f1).average().orElse(0)));
            table.row(cells);
        });
        return table;
    }

    private static double f1(Measurement measurement) {
        return measurement.median().pairs().f1();
    }

    private MarkdownTable corpus(String corpus) {
        Map<String, Function<Measurement, String>> columns = new LinkedHashMap<>();
        columns.put("Method", row -> "`" + row.method() + "`");
        columns.put("Precision", row -> share(row.median().pairs().precision()));
        columns.put("Recall", row -> share(row.median().pairs().recall()));
        columns.put("F1", row -> share(f1(row)));
        columns.put("Orders", row -> Integer.toString(row.orders()));
        columns.put("F1 range", row -> share(row.least()) + " – " + share(row.most()));
        columns.put(
                "95 %",
                row -> share(row.interval().low()) + " – "
                        + share(row.interval().high()));
        columns.put("False positives", row -> Long.toString(row.median().pairs().falsePositives()));
        columns.put("False negatives", row -> Long.toString(row.median().pairs().falseNegatives()));
        columns.put("B³ precision", row -> share(row.median().clusters().precision()));
        columns.put("B³ recall", row -> share(row.median().clusters().recall()));
        columns.put("ARI", row -> share(row.median().clusters().adjustedRand()));
        columns.put("Comparisons", row -> number(row.comparisons()));
        columns.put("Bytes", row -> String.format(Locale.ROOT, "%.0f", row.bytes()));
        columns.put("Seconds", row -> number(row.seconds()));
        columns.put("MB", row -> Long.toString(row.memory() >> 20));
        MarkdownTable table = new MarkdownTable(List.copyOf(columns.keySet()));
        measurements.stream()
                .filter(row -> row.corpus().equals(corpus))
                .forEach(row -> table.row(columns.values().stream()
                        .map(column -> column.apply(row))
                        .toList()));
        return table;
    }

    private String kinds(String command) {
        List<String> shown = shown();
        StringBuilder page = new StringBuilder("# Kinds of pairs\n\nWritten by `" + command + "`; do not edit.\n\n"
                + "The runs of [methods.md](methods.md), for each kind of pairs: recall over the pairs that are labeled as duplicates, "
                + "and the number of other pairs in one group. Short: the shorter text is below " + Facets.SHORT
                + " bytes. Contested: labeled as no duplicates, although the resemblance of the texts is above "
                + Facets.CONTESTED + ".\n");
        for (String corpus : corpora) {
            page.append("\n## ").append(corpus).append("\n\n").append(kinds(corpus, shown));
        }
        return page.toString();
    }

    /** The default of ndd, and the other methods with the best overall results. */
    private List<String> shown() {
        ToDoubleFunction<String> mean = method -> byMethod().get(method).stream()
                .mapToDouble(MethodsReport::f1)
                .average()
                .orElse(0);
        return methods.stream()
                .sorted(Comparator.comparing((String method) -> method.equals(Variant.BALANCED.name()) == false)
                        .thenComparingDouble(method -> -mean.applyAsDouble(method)))
                .filter(method -> Variant.PRESETS.stream()
                        .skip(1)
                        .noneMatch(preset -> preset.name().equals(method)))
                .limit(4)
                .toList();
    }

    private MarkdownTable kinds(String corpus, List<String> shown) {
        Map<String, Measurement> rows = new LinkedHashMap<>();
        measurements.stream().filter(row -> row.corpus().equals(corpus)).forEach(row -> rows.put(row.method(), row));
        List<String> header = new ArrayList<>(List.of("Kind", "duplicates", "others"));
        shown.forEach(method -> header.add("`" + method + "` recall / wrong"));
        MarkdownTable table = new MarkdownTable(header);
        Measurement any = rows.values().iterator().next();
        any.facets().forEach((facet, part) -> {
            long duplicates = part.score().duplicates();
            List<String> cells =
                    new ArrayList<>(List.of(facet, Long.toString(duplicates), Long.toString(part.others())));
            for (String method : shown) {
                PairScore score = rows.get(method).facets().get(facet).score();
                cells.add((duplicates == 0 ? "–" : share(score.recall())) + " / "
                        + (part.others() == 0 ? "–" : Long.toString(score.falsePositives())));
            }
            table.row(cells);
        });
        return table;
    }

    private static String share(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.0f", value);
    }
}
