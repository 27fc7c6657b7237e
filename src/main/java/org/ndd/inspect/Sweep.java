package org.ndd.inspect;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.SimilarityOptions;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.compare.SimilarityParameters.Preset;
import org.ndd.pair.PairJudge;

/**
 * Counts verdicts at all thresholds of the parameter of the verdict: {@code min_confidence}, or {@code resemblance} with preset {@code
 * pku2007}. One verdict per pair with the threshold at its lowest gives the highest threshold at which the pair is similar. Used by one
 * thread at a time.
 */
final class Sweep {

    /** Steps between thresholds: 0.05. */
    private static final int STEP_PERCENT = 5;

    /** Minimum threshold of the confidence: no user calls pairs near-duplicates if fewer than one in twenty is one. */
    private static final int MIN_CONFIDENCE_PERCENT = 5;

    /** Minimum threshold of the resemblance: candidates of preset {@code pku2007} share more. */
    private static final int MIN_RESEMBLANCE_PERCENT = 20;

    private static final int MAX_PERCENT = 95;

    private final SimilarityParameters requested;
    private final boolean pku2007;
    private final List<Double> thresholds;
    private final PairJudge lowestJudge;

    /** Number of pairs by label, 1 for duplicates, and by the number of thresholds at which they are similar. */
    private final int[][] pairs;

    Sweep(SimilarityParameters requested, ComparisonMemory memory) {
        this.requested = requested;
        this.pku2007 = requested.preset() == Preset.PKU2007;
        this.thresholds = thresholds(pku2007 ? MIN_RESEMBLANCE_PERCENT : MIN_CONFIDENCE_PERCENT, threshold());
        this.lowestJudge = new PairJudge(
                pku2007 ? requested.withResemblance(thresholds.get(0)) : requested.withMinConfidence(thresholds.get(0)),
                memory);
        this.pairs = new int[2][thresholds.size() + 1];
    }

    private double threshold() {
        return pku2007 ? requested.resemblance() : requested.minConfidence();
    }

    private static List<Double> thresholds(int least, double requested) {
        TreeSet<Double> values = new TreeSet<>();
        for (int percent = least; percent <= MAX_PERCENT; percent += STEP_PERCENT) {
            values.add(percent / 100.0);
        }
        values.add(requested);
        return List.copyOf(values);
    }

    void add(PairJudge.Pair pair, boolean duplicate, Runnable check) {
        double highest = highestThreshold(lowestJudge.judge(pair, check));
        int similarAt =
                (int) thresholds.stream().filter(each -> each <= highest).count();
        pairs[duplicate ? 1 : 0][similarAt]++;
    }

    /** Returns the highest threshold at which a pair is similar; negative if there is none. */
    private double highestThreshold(Comparison comparison) {
        if (comparison.similar() == false) {
            return -1;
        }
        if (comparison.relation() == Relation.SAME || pku2007 && isContained(comparison)) {
            return 1;
        }
        return pku2007 ? comparison.shared().resemblance() : comparison.confidence();
    }

    private boolean isContained(Comparison comparison) {
        return Math.max(comparison.a().containment(), comparison.b().containment()) >= requested.containment();
    }

    Curve curve() {
        int found = Arrays.stream(pairs[1]).sum();
        int wrong = Arrays.stream(pairs[0]).sum();
        int missed = 0;
        int apart = 0;
        List<Curve.Point> points = new ArrayList<>();
        for (int i = 0; i < thresholds.size(); i++) {
            missed += pairs[1][i];
            apart += pairs[0][i];
            points.add(new Curve.Point(thresholds.get(i), new Confusion(found - missed, missed, wrong - apart, apart)));
        }
        return new Curve(
                (pku2007 ? SimilarityOptions.RESEMBLANCE : SimilarityOptions.MIN_CONFIDENCE).getPreferredName(),
                suggested(points),
                List.copyOf(points));
    }

    /**
     * Returns the point with the highest F1. If there are several, returns the nearest to the requested threshold, to avoid needless
     * changes.
     */
    private Curve.Point suggested(List<Curve.Point> points) {
        return points.stream()
                .filter(point -> point.confusion().f1() != null)
                .max(Comparator.comparingDouble(
                                (Curve.Point point) -> point.confusion().f1())
                        .thenComparing(Comparator.comparingDouble(
                                        (Curve.Point point) -> Math.abs(point.threshold() - threshold()))
                                .reversed()))
                .orElse(null);
    }

    /**
     * Agreement of verdicts and labels at other thresholds.
     *
     * @param parameter name of the similarity parameter whose thresholds these are
     * @param suggested point with the highest F1; null if no pair is a duplicate by verdict or label
     * @param points points by ascending threshold
     */
    record Curve(String parameter, Point suggested, List<Point> points) {

        /** Prints the suggestion and the curve as fields of the current object of the builder. */
        void toXContent(XContentBuilder builder) throws IOException {
            if (suggested == null) {
                builder.nullField("suggested");
            } else {
                builder.startObject("suggested");
                fields(suggested, builder);
                builder.endObject();
            }
            builder.startArray("curve");
            for (Point point : points) {
                builder.startObject();
                fields(point, builder);
                builder.endObject();
            }
            builder.endArray();
        }

        private void fields(Point point, XContentBuilder builder) throws IOException {
            builder.field(parameter, point.threshold());
            point.confusion().toXContent(builder);
        }

        /**
         * Agreement of verdicts with labels at one threshold.
         *
         * @param threshold 0 to 1
         * @param confusion counts at this threshold
         */
        record Point(double threshold, Confusion confusion) {}
    }
}
