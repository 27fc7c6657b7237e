package org.ndd.eval.experiment;

import java.util.List;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PageText;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.eval.method.Page;
import org.ndd.eval.score.LabeledPair;

/**
 * Figure 6: the effect of the window S of the filtered sketch. The strain-away rate is the fraction of the texts that is removed, for pairs
 * that are not duplicates. The reserved rate is the TLCS of the sketches relative to that of the whole texts, for duplicates with different
 * texts.
 */
public final class WindowExperiment {

    private static final int PAIRS = 100;
    private static final int[] WINDOWS = {2, 4, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32};

    /** A window of one code unit only removes units that no common subsequence contains. */
    private static final int WHOLE = 1;

    private WindowExperiment() {}

    /**
     * Means over pairs.
     *
     * @param strainAway by S, in the width of the sketch
     * @param reserved by S
     */
    public record Rates(TreeMap<Double, Double> strainAway, TreeMap<Double, Double> reserved) {}

    public static Rates run(List<Page> pages, List<LabeledPair> pairs) {
        List<Sample.Texts> duplicates = Sample.pairs(pages, pairs, true, PAIRS);
        List<Sample.Texts> others = Sample.pairs(pages, pairs, false, PAIRS);
        double[] whole = duplicates.stream()
                .mapToDouble(texts -> explain(texts, WHOLE).shared().tlcs())
                .toArray();
        Rates rates = new Rates(new TreeMap<>(), new TreeMap<>());
        for (int window : WINDOWS) {
            double strained = mean(others, texts -> {
                Comparison comparison = explain(texts, window);
                int length = comparison.a().length() + comparison.b().length();
                return length == 0
                        ? 0
                        : 1 - (double) (comparison.a().sketch() + comparison.b().sketch()) / length;
            });
            double kept = 0;
            int defined = 0;
            for (int i = 0; i < whole.length; i++) {
                if (whole[i] > 0) {
                    kept += explain(duplicates.get(i), window).shared().tlcs() / whole[i];
                    defined++;
                }
            }
            rates.strainAway().put((double) window, strained);
            rates.reserved().put((double) window, defined == 0 ? 1 : kept / defined);
        }
        return rates;
    }

    private static double mean(List<Sample.Texts> pairs, ToDoubleFunction<Sample.Texts> rate) {
        return pairs.stream().mapToDouble(rate).average().orElse(0);
    }

    private static Comparison explain(Sample.Texts texts, int window) {
        return new PairComparator(SimilarityParameters.PKU2007.withWindow(window))
                .explain(PageText.of(texts.first()), PageText.of(texts.second()), () -> {});
    }
}
