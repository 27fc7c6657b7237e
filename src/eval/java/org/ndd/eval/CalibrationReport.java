package org.ndd.eval;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ndd.core.compare.Relation;
import org.ndd.eval.score.Calibration;
import org.ndd.eval.score.Calibration.Answer;
import org.ndd.eval.score.MonotoneFit;

/** Whether confidences promise what readers find, and which points would do so best, as tables and a plot. */
final class CalibrationReport {

    /** Points of the table that is proposed, at most. */
    private static final int POINTS = 8;

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

    /** The relations whose confidence is a function of resemblance alone. */
    private static boolean isFitted(JudgedPair pair) {
        Relation relation = pair.comparison().relation();
        return isClear(pair) && relation != Relation.SAME && relation != Relation.OTHER_ITEM;
    }

    @Override
    public String toString() {
        Calibration calibration = calibration();
        return "### Reliability\n\n" + bins(calibration)
                + String.format(Locale.ROOT, "%nExpected calibration error: %.3f.%n", calibration.error())
                + "\n### Relations of one confidence\n\n" + constants()
                + "\n### Points by isotonic regression\n\n" + points()
                + "\n### Error of the points on a corpus that is left out\n\n" + leftOut();
    }

    private Calibration calibration() {
        return Calibration.of(clear().map(JudgedPair::answer).toList());
    }

    /** Draws the reliability plot. */
    void plot(Path file) throws IOException {
        TreeMap<Double, Double> measured = new TreeMap<>();
        calibration().bins().stream()
                .filter(bin -> bin.count() > 0)
                .forEach(bin -> measured.put(bin.confidence(), bin.share()));
        Plots.lines(
                file,
                "Reliability over read pairs",
                "confidence, mean of a bin",
                "share that readers call near-duplicates",
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

    private MarkdownTable constants() {
        MarkdownTable table =
                new MarkdownTable(List.of("Relation", "Clear pairs", "Near-duplicates", "Expected of others"));
        for (Relation relation : List.of(Relation.SAME, Relation.OTHER_ITEM)) {
            List<JudgedPair> pairs = clear().filter(pair -> pair.comparison().relation() == relation)
                    .toList();
            long duplicates =
                    pairs.stream().filter(pair -> pair.read().isDuplicate()).count();
            table.row(List.of(
                    relation.value(),
                    Integer.toString(pairs.size()),
                    Long.toString(duplicates),
                    share((duplicates + 0.5) / (pairs.size() + 1))));
        }
        return table;
    }

    private MonotoneFit fit(String leftOut) {
        return MonotoneFit.of(byCorpus.entrySet().stream()
                        .filter(each -> each.getKey().equals(leftOut) == false)
                        .flatMap(each -> each.getValue().stream())
                        .filter(CalibrationReport::isFitted)
                        .map(pair -> new MonotoneFit.Seen(
                                pair.comparison().resemblance(), pair.read().isDuplicate()))
                        .toList())
                .reduced(POINTS);
    }

    private MarkdownTable points() {
        MarkdownTable table = new MarkdownTable(List.of("Resemblance", "Confidence", "Pairs", "Near-duplicates"));
        for (MonotoneFit.Block block : fit(null).blocks()) {
            table.row(List.of(
                    share(block.measure()),
                    share(block.expected()),
                    Integer.toString(block.count()),
                    Integer.toString(block.truths())));
        }
        return table;
    }

    private MarkdownTable leftOut() {
        MarkdownTable table = new MarkdownTable(List.of(
                "Corpus",
                "Pairs that nothing tells apart",
                "Calibration error left out",
                "in sample",
                "of the plugin",
                "Squared error left out",
                "in sample",
                "of the plugin"));
        MonotoneFit inSample = fit(null);
        List<List<Answer>> sums = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        byCorpus.forEach((corpus, judged) -> {
            List<JudgedPair> pairs =
                    judged.stream().filter(CalibrationReport::isFitted).toList();
            if (pairs.isEmpty() || byCorpus.size() == 1) {
                return;
            }
            MonotoneFit others = fit(corpus);
            List<List<Answer>> answers = List.of(
                    answers(pairs, pair -> others.at(pair.comparison().resemblance())),
                    answers(pairs, pair -> inSample.at(pair.comparison().resemblance())),
                    answers(pairs, pair -> pair.comparison().confidence()));
            for (int i = 0; i < sums.size(); i++) {
                sums.get(i).addAll(answers.get(i));
            }
            table.row(errors("`" + corpus + "`", answers));
        });
        table.row(errors("all", sums));
        return table;
    }

    private static List<Answer> answers(List<JudgedPair> pairs, Function<JudgedPair, Double> confidence) {
        return pairs.stream()
                .map(pair -> new Answer(confidence.apply(pair), pair.read().isDuplicate()))
                .toList();
    }

    private static List<String> errors(String name, List<List<Answer>> answers) {
        List<String> cells =
                new ArrayList<>(List.of(name, Integer.toString(answers.get(0).size())));
        answers.forEach(each -> cells.add(share(Calibration.of(each).error())));
        answers.forEach(each -> cells.add(share(Calibration.squaredError(each))));
        return cells;
    }

    private static String share(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
