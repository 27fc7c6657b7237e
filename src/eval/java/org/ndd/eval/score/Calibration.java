package org.ndd.eval.score;

import java.util.ArrayList;
import java.util.List;

/**
 * How far a confidence can be taken at its word: of answers with confidence 0.9, nine in ten should be right.
 *
 * @param bins of equal width, from 0 to 1; those without answers too
 */
public record Calibration(List<Bin> bins) {

    private static final int BINS = 10;

    public Calibration {
        bins = List.copyOf(bins);
    }

    /**
     * An answer.
     *
     * @param confidence that was given, 0 to 1
     * @param truth whether it was so
     */
    public record Answer(double confidence, boolean truth) {}

    /**
     * The answers whose confidence lies in a range.
     *
     * @param low least confidence
     * @param count how many answers there are
     * @param confidence their mean; NaN where there are none
     * @param share of them that were so; NaN where there are none
     */
    public record Bin(double low, int count, double confidence, double share) {}

    /** Sorts answers into ten bins; a confidence of 1 goes into the last. */
    public static Calibration of(List<Answer> answers) {
        int[] counts = new int[BINS];
        int[] truths = new int[BINS];
        double[] sums = new double[BINS];
        for (Answer answer : answers) {
            int bin = Math.min(BINS - 1, (int) (BINS * answer.confidence()));
            counts[bin]++;
            truths[bin] += answer.truth() ? 1 : 0;
            sums[bin] += answer.confidence();
        }
        List<Bin> bins = new ArrayList<>();
        for (int bin = 0; bin < BINS; bin++) {
            bins.add(new Bin(
                    (double) bin / BINS, counts[bin], sums[bin] / counts[bin], (double) truths[bin] / counts[bin]));
        }
        return new Calibration(bins);
    }

    /** Expected calibration error: the mean over answers of the difference between mean confidence and share of their bins. */
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

    /** Mean squared difference between confidence and truth (Brier score): says also how much is told apart. */
    public static double squaredError(List<Answer> answers) {
        return answers.stream()
                .mapToDouble(answer -> answer.confidence() - (answer.truth() ? 1 : 0))
                .map(difference -> difference * difference)
                .average()
                .orElse(0);
    }
}
