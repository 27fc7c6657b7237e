package org.ndd.eval.score;

import java.util.ArrayList;
import java.util.List;

/**
 * Calibration of confidences: of results with confidence 0.9, nine of ten should be correct.
 *
 * @param bins bins of equal width from 0 to 1, including empty ones
 */
public record Calibration(List<Bin> bins) {

    private static final int BINS = 10;

    public Calibration {
        bins = List.copyOf(bins);
    }

    /**
     * A result.
     *
     * @param confidence its confidence, 0 to 1
     * @param truth whether it is correct
     */
    public record JudgedVerdict(double confidence, boolean truth) {}

    /**
     * The results whose confidence is in a range.
     *
     * @param low lower bound
     * @param count number of results
     * @param confidence mean confidence, NaN without results
     * @param share fraction of correct results, NaN without results
     */
    public record Bin(double low, int count, double confidence, double share) {}

    /** Creates ten bins; a confidence of 1 belongs to the last. */
    public static Calibration of(List<JudgedVerdict> responses) {
        int[] counts = new int[BINS];
        int[] truths = new int[BINS];
        double[] sums = new double[BINS];
        for (JudgedVerdict response : responses) {
            int bin = Math.min(BINS - 1, (int) (BINS * response.confidence()));
            counts[bin]++;
            truths[bin] += response.truth() ? 1 : 0;
            sums[bin] += response.confidence();
        }
        List<Bin> bins = new ArrayList<>();
        for (int bin = 0; bin < BINS; bin++) {
            bins.add(new Bin(
                    (double) bin / BINS, counts[bin], sums[bin] / counts[bin], (double) truths[bin] / counts[bin]));
        }
        return new Calibration(bins);
    }

    /**
     * Returns the expected calibration error: the mean over results of the difference between mean confidence and correct fraction of their
     * bins.
     */
    public double error() {
        int count = 0;
        double sum = 0;
        for (Bin bin : bins) {
            if (bin.count() > 0) {
                count += bin.count();
                sum += bin.count() * Math.abs(bin.confidence() - bin.share());
            }
        }
        return count == 0 ? 0 : sum / count;
    }

    /** Returns the mean squared difference between confidence and truth (Brier score), which also measures discrimination. */
    public static double squaredError(List<JudgedVerdict> responses) {
        return responses.stream()
                .mapToDouble(response -> response.confidence() - (response.truth() ? 1 : 0))
                .map(difference -> difference * difference)
                .average()
                .orElse(0);
    }
}
