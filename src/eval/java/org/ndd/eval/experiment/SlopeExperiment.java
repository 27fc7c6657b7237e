package org.ndd.eval.experiment;

import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.ndd.core.align.TrustedRegions;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PageText;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.eval.method.Page;
import org.ndd.eval.score.LabeledPair;

/**
 * Figure 7: the effect of the slope θ of the trustable region. For each slope, the threshold of the resemblance by TLCS is set so that 90 %
 * of the duplicates reach it. The precision is the fraction of duplicates among all pairs that reach it. The sample has as many duplicates
 * as other pairs, so the precision shows how well the measure distinguishes them, not the precision for users.
 */
public final class SlopeExperiment {

    private static final int PAIRS = 150;
    private static final double RECALL = 0.90;

    private SlopeExperiment() {}

    /**
     * The results by slope.
     *
     * @param precision precision at recall 0.90, by slope
     * @param threshold minimum resemblance of the 90 %, by slope
     */
    public record Precision(TreeMap<Double, Double> precision, TreeMap<Double, Double> threshold) {}

    public static Precision run(List<Page> pages, List<LabeledPair> pairs) {
        int each = (int) Math.min(
                PAIRS,
                Math.min(
                        pairs.stream().filter(LabeledPair::duplicate).count(),
                        pairs.stream().filter(pair -> pair.duplicate() == false).count()));
        List<Sample.Texts> duplicates = Sample.pairs(pages, pairs, true, each);
        List<Sample.Texts> others = Sample.pairs(pages, pairs, false, each);
        Precision result = new Precision(new TreeMap<>(), new TreeMap<>());
        for (int hundredths = 2; hundredths <= 20; hundredths += 2) {
            PairComparator comparator = new PairComparator(withSlope(hundredths / 100.0));
            double[] ofDuplicates = resemblances(comparator, duplicates);
            double threshold = threshold(ofDuplicates);
            long found = countReaching(ofDuplicates, threshold);
            long wrong = countReaching(resemblances(comparator, others), threshold);
            result.threshold().put(hundredths / 100.0, threshold);
            result.precision().put(hundredths / 100.0, found + wrong == 0 ? 1 : (double) found / (found + wrong));
        }
        return result;
    }

    private static SimilarityParameters withSlope(double slope) {
        SimilarityParameters usual = SimilarityParameters.PKU2007;
        return new SimilarityParameters(
                usual.preset(),
                usual.minConfidence(),
                usual.resemblance(),
                usual.containment(),
                usual.window(),
                new TrustedRegions.Limits(slope, usual.regions().count()),
                usual.numbers());
    }

    /** Returns the maximum value that at least 90 % of the resemblances reach. */
    static double threshold(double[] resemblances) {
        double[] sorted = resemblances.clone();
        Arrays.sort(sorted);
        int needed = (int) Math.ceil(RECALL * sorted.length);
        return sorted.length == 0 ? 0 : sorted[sorted.length - needed];
    }

    private static long countReaching(double[] resemblances, double threshold) {
        return Arrays.stream(resemblances).filter(r -> r >= threshold).count();
    }

    private static double[] resemblances(PairComparator comparator, List<Sample.Texts> pairs) {
        return pairs.stream()
                .mapToDouble(texts -> {
                    Comparison comparison =
                            comparator.explain(PageText.of(texts.first()), PageText.of(texts.second()), () -> {});
                    int union = comparison.a().length()
                            + comparison.b().length()
                            - comparison.shared().tlcs();
                    return union == 0 ? 0 : (double) comparison.shared().tlcs() / union;
                })
                .toArray();
    }
}
