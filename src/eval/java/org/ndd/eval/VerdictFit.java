package org.ndd.eval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.Signal;
import org.ndd.core.compare.VerdictWeights;
import org.ndd.eval.score.Calibration;
import org.ndd.eval.score.LogisticFit;
import org.ndd.eval.score.PairScore;
import org.ndd.eval.score.ReadPair;

/**
 * Fits the weights of the verdict to read pairs, and tells how good they are on a kind of documents that was left out of the fit: each kind
 * is judged by weights that were fitted to all others. Each kind counts for {@value #MOST_OF_KIND} pairs at most, so that no large one
 * decides alone.
 */
final class VerdictFit {

    private static final int MOST_OF_KIND = 100;

    /** Kinds with fewer near-duplicates have no F1 to speak of. */
    private static final int LEAST_DUPLICATES = 5;

    private static final Signal[] SIGNALS = Signal.values();

    private final Map<String, List<Sample>> kinds;
    private final Set<String> measuredOnly;

    /**
     * A read pair.
     *
     * @param kind of its documents
     * @param read what readers say
     * @param signals values; empty if the pair is judged without them
     * @param verdict of the plugin
     */
    record Sample(String kind, ReadPair read, Map<Signal, Double> signals, Comparison verdict) {

        boolean isFitted() {
            return signals.isEmpty() == false;
        }

        double[] row() {
            return Arrays.stream(SIGNALS)
                    .mapToDouble(signal -> signals.getOrDefault(signal, 0.0))
                    .toArray();
        }
    }

    /**
     * @param kinds samples of each kind of documents
     * @param measuredOnly names of kinds that no weights are fitted to
     */
    VerdictFit(Map<String, List<Sample>> kinds, Set<String> measuredOnly) {
        this.kinds = new LinkedHashMap<>(kinds);
        this.measuredOnly = measuredOnly;
    }

    /** The base and the weights by all kinds but one. */
    private double[] fit(String leftOut) {
        List<double[]> rows = new ArrayList<>();
        List<Sample> used = new ArrayList<>();
        List<Double> counts = new ArrayList<>();
        kinds.forEach((kind, samples) -> {
            List<Sample> fitted = samples.stream().filter(Sample::isFitted).toList();
            if (kind.equals(leftOut) == false && measuredOnly.contains(kind) == false) {
                for (Sample sample : fitted) {
                    rows.add(sample.row());
                    used.add(sample);
                    counts.add(Math.min(1, (double) MOST_OF_KIND / fitted.size()));
                }
            }
        });
        boolean[] outcomes = new boolean[used.size()];
        for (int i = 0; i < outcomes.length; i++) {
            outcomes[i] = used.get(i).read().isDuplicate();
        }
        return new LogisticFit(
                        rows.toArray(double[][]::new),
                        outcomes,
                        counts.stream().mapToDouble(Double::doubleValue).toArray(),
                        Arrays.stream(SIGNALS).mapToInt(Signal::sign).toArray())
                .weights();
    }

    /** The weights by all kinds. */
    VerdictWeights weights() {
        double[] fitted = fit(null);
        Map<Signal, Double> weights = new EnumMap<>(Signal.class);
        for (Signal signal : SIGNALS) {
            weights.put(signal, rounded(fitted[signal.ordinal() + 1]));
        }
        return new VerdictWeights(VerdictWeights.DEFAULT.version(), rounded(fitted[0]), weights);
    }

    private static double rounded(double weight) {
        return Math.round(100 * weight) / 100.0;
    }

    /** The file of weights. */
    String file() {
        VerdictWeights weights = weights();
        return "# What each signal of a verdict is worth, in log-odds; see org.ndd.core.compare.Signal for what each value is.\n"
                + "# Written by: distribution/bin/evaluate-pairs --fit\n"
                + "version = " + weights.version() + "\nbase = " + weights.base() + "\n"
                + Arrays.stream(SIGNALS)
                        .map(signal -> signal.value() + " = " + weights.of(signal) + "\n")
                        .collect(Collectors.joining());
    }

    @Override
    public String toString() {
        Map<Sample, Double> leftOut = new LinkedHashMap<>();
        kinds.forEach((kind, samples) -> {
            double[] weights = fit(kind);
            samples.forEach(sample -> leftOut.put(
                    sample,
                    sample.isFitted()
                            ? LogisticFit.probability(weights, sample.row())
                            : sample.verdict().confidence()));
        });
        Map<String, Predicate<Sample>> methods = new LinkedHashMap<>();
        methods.put("left out", sample -> leftOut.get(sample) >= 0.5);
        methods.put("plugin", sample -> sample.verdict().relation().isNear());
        methods.put("resemblance ≥ .6", sample -> sample.verdict().sketchResemblance() >= 0.6 || isSame(sample));
        MarkdownTable table = new MarkdownTable(List.of(
                "Kind",
                "Duplicates",
                "Others",
                "Precision",
                "Recall",
                "F1",
                "F1 plugin",
                "F1 resemblance ≥ .6",
                "Calibration error",
                "`same`",
                "of grade 3",
                "of grade 2 or 3"));
        kinds.forEach((kind, samples) -> table.row(row("`" + kind + "`", samples, methods, leftOut::get)));
        List<Sample> all = kinds.values().stream().flatMap(List::stream).toList();
        table.row(row("all", all, methods, leftOut::get));
        String means = methods.entrySet().stream()
                .map(method -> String.format(
                        Locale.ROOT,
                        "%s: mean F1 %.3f, %d errors",
                        method.getKey(),
                        meanF1(method.getValue()),
                        errors(all, method.getValue())))
                .collect(Collectors.joining("; "));
        return table + "\n" + means + ".\n\n```\n" + file() + "```\n\n### Errors on kinds that are left out\n\n"
                + errors(leftOut);
    }

    private static boolean isSame(Sample sample) {
        return sample.verdict().relation() == Relation.SAME;
    }

    private double meanF1(Predicate<Sample> near) {
        return kinds.values().stream()
                .map(samples -> score(samples, near))
                .filter(score -> score.duplicates() >= LEAST_DUPLICATES)
                .mapToDouble(PairScore::f1)
                .average()
                .orElse(0);
    }

    private static long errors(List<Sample> samples, Predicate<Sample> near) {
        PairScore score = score(samples, near);
        return score.missed() + score.wrong();
    }

    private static PairScore score(List<Sample> samples, Predicate<Sample> near) {
        long found = 0;
        long missed = 0;
        long wrong = 0;
        for (Sample sample : samples) {
            boolean duplicate = sample.read().isDuplicate();
            boolean said = near.test(sample);
            found += duplicate && said ? 1 : 0;
            missed += duplicate && said == false ? 1 : 0;
            wrong += duplicate == false && said ? 1 : 0;
        }
        return new PairScore(found, missed, wrong);
    }

    private static List<String> row(
            String name,
            List<Sample> samples,
            Map<String, Predicate<Sample>> methods,
            ToDoubleFunction<Sample> confidence) {
        List<PairScore> scores =
                methods.values().stream().map(near -> score(samples, near)).toList();
        Calibration calibration = Calibration.of(samples.stream()
                .map(sample -> new Calibration.Answer(
                        confidence.applyAsDouble(sample), sample.read().isDuplicate()))
                .toList());
        List<Sample> same = samples.stream().filter(VerdictFit::isSame).toList();
        return List.of(
                name,
                Long.toString(scores.get(0).duplicates()),
                Long.toString(samples.size() - scores.get(0).duplicates()),
                share(scores.get(0).precision()),
                share(scores.get(0).recall()),
                share(scores.get(0).f1()),
                share(scores.get(1).f1()),
                share(scores.get(2).f1()),
                share(calibration.error()),
                Integer.toString(same.size()),
                Long.toString(same.stream().filter(s -> s.read().grade() == 3).count()),
                Long.toString(same.stream().filter(s -> s.read().isDuplicate()).count()));
    }

    private static MarkdownTable errors(Map<Sample, Double> leftOut) {
        MarkdownTable table = new MarkdownTable(List.of("Pair", "Grade", "Confidence", "Signals", "Words"));
        leftOut.entrySet().stream()
                .filter(each -> each.getValue() >= 0.5 != each.getKey().read().isDuplicate())
                .sorted(Comparator.comparingDouble(each -> -Math.abs(each.getValue() - 0.5)))
                .forEach(each -> {
                    Sample sample = each.getKey();
                    table.row(List.of(
                            "`" + sample.kind() + "` `" + sample.read().first() + "` `"
                                    + sample.read().second() + "`",
                            Integer.toString(sample.read().grade()),
                            share(each.getValue()),
                            sample.signals().entrySet().stream()
                                    .filter(signal -> signal.getValue() > 0)
                                    .map(signal -> signal.getKey().value() + " " + share(signal.getValue()))
                                    .collect(Collectors.joining(", ")),
                            sample.verdict().contributions().stream()
                                    .filter(c -> c.ofA().isEmpty() == false
                                            || c.ofB().isEmpty() == false)
                                    .map(c -> c.ofA() + " " + c.ofB())
                                    .findFirst()
                                    .orElse("")
                                    .replace("|", "")));
                });
        return table;
    }

    private static String share(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
