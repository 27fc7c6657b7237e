package org.ndd.eval;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Updates the tables of a page that compares methods. */
final class ComparisonReport {

    private static final String BEGIN = "<!-- evaluate: begin -->";
    private static final String END = "<!-- evaluate: end -->";
    private static final double MICROS = 1e6;

    private final Map<String, List<Measurement>> byMethod = new LinkedHashMap<>();
    private final Map<String, List<Measurement>> byCorpus = new LinkedHashMap<>();
    private final String mark;

    /**
     * @param measurements each method on each corpus
     * @param busy whether to mark times as upper bounds, because the machine had other work
     */
    ComparisonReport(List<Measurement> measurements, boolean busy) {
        this.mark = busy ? "‡" : "";
        for (Measurement measurement : measurements) {
            byMethod.computeIfAbsent(measurement.method(), name -> new ArrayList<>())
                    .add(measurement);
            byCorpus.computeIfAbsent(measurement.corpus(), name -> new ArrayList<>())
                    .add(measurement);
        }
    }

    /**
     * Replaces the text between the two markers of a page.
     *
     * @param page file that has the lines {@value #BEGIN} and {@value #END}
     * @throws IllegalArgumentException if it does not
     */
    void write(Path page) throws IOException {
        String text = Files.readString(page);
        int begin = begin(page, text);
        Files.writeString(
                page,
                text.substring(0, begin) + "\n\n" + f1() + "\n" + cost() + "\n" + text.substring(text.indexOf(END)));
    }

    /** Checks that a page has both markers, before work starts. */
    static void check(Path page) throws IOException {
        begin(page, Files.readString(page));
    }

    private static int begin(Path page, String text) {
        int begin = text.indexOf(BEGIN);
        if (begin < 0 || text.indexOf(END) < begin) {
            throw new IllegalArgumentException("[comparison] must be a page with the lines [" + BEGIN + "] and [" + END
                    + "], but was [" + page + "]");
        }
        return begin + BEGIN.length();
    }

    private MarkdownTable f1() {
        List<String> header = new ArrayList<>(List.of("F1", "Documents"));
        byMethod.keySet().forEach(method -> header.add("`" + method + "`"));
        MarkdownTable table = new MarkdownTable(header);
        byCorpus.forEach((corpus, rows) -> {
            double best = rows.stream().mapToDouble(ComparisonReport::f1).max().orElse(0);
            Stream<String> cells =
                    rows.stream().map(row -> f1(row) == best ? "**" + share(f1(row)) + "**" : share(f1(row)));
            List<String> cellsOfRow = new ArrayList<>(List.of(
                    "`" + corpus + "`",
                    String.format(Locale.ROOT, "%,d", rows.get(0).documents())));
            cells.forEach(cellsOfRow::add);
            table.row(cellsOfRow);
        });
        return table;
    }

    private MarkdownTable cost() {
        MarkdownTable table = new MarkdownTable(List.of(
                "Mean of all corpora",
                "Precision",
                "Recall",
                "F1",
                "lowest F1",
                "Time per document in µs" + mark,
                "Bytes per document",
                "Heap in MB, maximum"));
        byMethod.forEach((method, rows) -> table.row(List.of(
                "`" + method + "`",
                share(mean(rows, row -> row.median().pairs().precision())),
                share(mean(rows, row -> row.median().pairs().recall())),
                share(mean(rows, ComparisonReport::f1)),
                share(rows.stream().mapToDouble(ComparisonReport::f1).min().orElse(0)),
                String.format(Locale.ROOT, "%,.0f", mean(rows, row -> MICROS * row.seconds() / row.documents())),
                String.format(Locale.ROOT, "%,.0f", mean(rows, Measurement::bytes)),
                Long.toString(
                        rows.stream().mapToLong(row -> row.memory() >> 20).max().orElse(0)))));
        return table;
    }

    private static double mean(List<Measurement> rows, ToDoubleFunction<Measurement> figure) {
        return rows.stream().mapToDouble(figure).average().orElse(0);
    }

    private static double f1(Measurement measurement) {
        return measurement.median().pairs().f1();
    }

    private static String share(double share) {
        return String.format(Locale.ROOT, "%.3f", share);
    }
}
