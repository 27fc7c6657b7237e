package org.ndd.eval;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ndd.core.compare.Relation;
import org.ndd.eval.score.Calibration;
import org.ndd.eval.score.Calibration.JudgedVerdict;

/** Compares confidences with judgments of readers, as tables and a plot. */
final class CalibrationReport {

    private final Map<String, List<JudgedPair>> byCorpus;

    CalibrationReport(Map<String, List<JudgedPair>> byCorpus) {
        this.byCorpus = byCorpus;
    }

    private Stream<JudgedPair> clear() {
        return byCorpus.values().stream().flatMap(List::stream).filter(CalibrationReport::isClear);
    }

    private static boolean isClear(JudgedPair pair) {
        return pair.read().isUnclear() == false;
    }

    @Override
    public String toString() {
        Calibration calibration = calibration();
        return "### Reliability\n\n" + bins(calibration)
                + String.format(
                        Locale.ROOT,
                        "%nExpected calibration error: %.3f; squared error: %.3f.%n",
                        calibration.error(),
                        Calibration.squaredError(responses()))
                + "\n### By relation\n\n" + relations();
    }

    private Calibration calibration() {
        return Calibration.of(responses());
    }

    private List<JudgedVerdict> responses() {
        return clear().map(JudgedPair::response).toList();
    }

    /** Draws the reliability plot. */
    void plot(Path file) throws IOException {
        TreeMap<Double, Double> measured = new TreeMap<>();
        calibration().bins().stream()
                .filter(bin -> bin.count() > 0)
                .forEach(bin -> measured.put(bin.confidence(), bin.share()));
        Plots.lines(
                file,
                "Reliability over judged pairs",
                "mean confidence of a bin",
                "fraction judged as near-duplicates",
                List.of(
                        new Plots.Series("measured", measured, true),
                        new Plots.Series("ideal", new TreeMap<>(Map.of(0.0, 0.0, 1.0, 1.0)), true)));
    }

    private static MarkdownTable bins(Calibration calibration) {
        MarkdownTable table =
                new MarkdownTable(List.of("Confidence from", "Pairs", "Mean confidence", "Near-duplicates"));
        for (Calibration.Bin bin : calibration.bins()) {
            table.row(List.of(
                    String.format(Locale.ROOT, "%.1f", bin.low()),
                    Integer.toString(bin.count()),
                    bin.count() == 0 ? "–" : share(bin.confidence()),
                    bin.count() == 0 ? "–" : share(bin.share())));
        }
        return table;
    }

    private MarkdownTable relations() {
        MarkdownTable table = new MarkdownTable(
                List.of("Relation", "Clear pairs", "Mean confidence", "Near-duplicates", "Calibration error"));
        for (Relation relation : Relation.values()) {
            List<JudgedVerdict> responses = clear().filter(
                            pair -> pair.comparison().relation() == relation)
                    .map(JudgedPair::response)
                    .toList();
            if (responses.isEmpty() == false) {
                table.row(List.of(
                        relation.value(),
                        Integer.toString(responses.size()),
                        share(responses.stream()
                                .mapToDouble(JudgedVerdict::confidence)
                                .average()
                                .orElseThrow()),
                        Long.toString(
                                responses.stream().filter(JudgedVerdict::truth).count()),
                        share(Calibration.of(responses).error())));
            }
        }
        return table;
    }

    private static String share(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
