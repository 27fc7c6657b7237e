package org.ndd.eval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.Signal;
import org.ndd.core.compare.VerdictWeights;
import org.ndd.eval.score.GradedPair;
import org.ndd.eval.score.LogisticFit;

/**
 * Fits the weights of the verdict to judged pairs, and evaluates each kind of documents with weights fitted to all other kinds. Kinds of
 * one {@link Use} count the same, whatever their number of pairs.
 */
final class VerdictFit {

    /** Number of pairs that a kind counts as: about the mean, so the ridge of the fit is the same as if each pair counted once. */
    private static final int PAIRS_OF_KIND = 50;

    private static final Signal[] SIGNALS = Signal.values();

    private final Map<String, List<Sample>> kinds;
    private final Map<String, Use> uses;

    /** What the pairs of a kind are used for. */
    enum Use {
        FIT("kinds that fit weights", 1),
        /**
         * Kinds that were read later, of which most are unlike news, mail and web pages. A quarter was chosen among 1, .5 and .25: the
         * largest with which the F1 of no corpus of groups falls by more than .005.
         */
        FIT_LESS("kinds that count a quarter", 0.25),
        MEASURE("kinds that are only measured", 0);

        private final String label;
        private final double share;

        Use(String label, double share) {
            this.label = label;
            this.share = share;
        }

        String label() {
            return label;
        }
    }

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
     * @param uses what kinds are used for, if not {@link Use#FIT}
     */
    VerdictFit(Map<String, List<Sample>> kinds, Map<String, Use> uses) {
        this.kinds = new LinkedHashMap<>(kinds);
        this.uses = Map.copyOf(uses);
    }

    /** Returns what the pairs of a kind are used for. */
    Use use(String kind) {
        return uses.getOrDefault(kind, Use.FIT);
    }

    /** Returns the intercept and the weights fitted to all kinds except one. */
    private double[] fit(String leftOut) {
        List<double[]> rows = new ArrayList<>();
        List<Sample> used = new ArrayList<>();
        List<Double> counts = new ArrayList<>();
        kinds.forEach((kind, samples) -> {
            List<Sample> fitted = samples.stream().filter(Sample::isFitted).toList();
            double count = use(kind).share * PAIRS_OF_KIND / fitted.size();
            if (kind.equals(leftOut) == false && count > 0) {
                for (Sample sample : fitted) {
                    rows.add(sample.row());
                    used.add(sample);
                    counts.add(count);
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
