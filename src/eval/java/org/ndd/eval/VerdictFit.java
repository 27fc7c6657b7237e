package org.ndd.eval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.Signal;
import org.ndd.core.compare.VerdictWeights;
import org.ndd.eval.score.GradedPair;
import org.ndd.eval.score.LogisticFit;

/**
 * Fits the weights of the verdict to judged pairs, and evaluates each kind of documents with weights fitted to all other kinds. Each kind
 * counts for at most {@value #MAX_OF_KIND} pairs, so that large kinds do not dominate.
 */
final class VerdictFit {

    private static final int MAX_OF_KIND = 100;

    private static final Signal[] SIGNALS = Signal.values();

    private final Map<String, List<Sample>> kinds;
    private final Set<String> measuredOnly;

    /**
     * A judged pair.
     *
     * @param kind kind of its documents
     * @param read judgment of the readers
     * @param signals values; empty if the pair is judged without signals
     * @param verdict verdict of the plugin
     * @param minHash whether MinHash with verification by its values considers them similar
     */
    record Sample(String kind, GradedPair read, Map<Signal, Double> signals, Comparison verdict, boolean minHash) {

        boolean isDuplicate() {
            return read.isDuplicate();
        }

        boolean isSame() {
            return verdict.relation() == Relation.SAME;
        }

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
     * @param measuredOnly names of kinds that are not used to fit weights
     */
    VerdictFit(Map<String, List<Sample>> kinds, Set<String> measuredOnly) {
        this.kinds = new LinkedHashMap<>(kinds);
        this.measuredOnly = measuredOnly;
    }

    /** Returns whether a kind is not used to fit weights. */
    boolean isMeasuredOnly(String kind) {
        return measuredOnly.contains(kind);
    }

    /** Returns the intercept and the weights fitted to all kinds except one. */
    private double[] fit(String leftOut) {
        List<double[]> rows = new ArrayList<>();
        List<Sample> used = new ArrayList<>();
        List<Double> counts = new ArrayList<>();
        kinds.forEach((kind, samples) -> {
            List<Sample> fitted = samples.stream().filter(Sample::isFitted).toList();
            if (kind.equals(leftOut) == false && isMeasuredOnly(kind) == false) {
                for (Sample sample : fitted) {
                    rows.add(sample.row());
                    used.add(sample);
                    counts.add(Math.min(1, (double) MAX_OF_KIND / fitted.size()));
                }
            }
        });
        boolean[] outcomes = new boolean[used.size()];
        for (int i = 0; i < outcomes.length; i++) {
            outcomes[i] = used.get(i).isDuplicate();
        }
        return new LogisticFit(
                        rows.toArray(double[][]::new),
                        outcomes,
                        counts.stream().mapToDouble(Double::doubleValue).toArray(),
                        Arrays.stream(SIGNALS).mapToInt(Signal::sign).toArray())
                .weights();
    }

    /** Returns the weights fitted to all kinds. */
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

    /** Returns the content of the file of weights. */
    String file() {
        VerdictWeights weights = weights();
        return "# What each signal of a verdict is worth, in log-odds; see org.ndd.core.compare.Signal for what each value is.\n"
                + "# Written by: distribution/bin/evaluate-pairs --fit\n"
                + "version = " + weights.version() + "\nbase = " + weights.base() + "\n"
                + Arrays.stream(SIGNALS)
                        .map(signal -> signal.value() + " = " + weights.of(signal) + "\n")
                        .collect(Collectors.joining());
    }

    /** Returns the confidence of each sample with the weights fitted to all other kinds. */
    Map<Sample, Double> leftOut() {
        Map<Sample, Double> confidences = new LinkedHashMap<>();
        kinds.forEach((kind, samples) -> {
            double[] weights = fit(kind);
            samples.forEach(sample -> confidences.put(
                    sample,
                    sample.isFitted()
                            ? LogisticFit.probability(weights, sample.row())
                            : sample.verdict().confidence()));
        });
        return confidences;
    }
}
