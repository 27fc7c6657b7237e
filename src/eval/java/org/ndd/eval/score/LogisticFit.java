package org.ndd.eval.score;

import java.util.Arrays;

/**
 * Logistic regression with fixed signs: the log-odds of an outcome are an intercept plus weighted values. Each weight has a given sign or
 * is 0. Minimizes the weighted logarithmic loss plus a small ridge by accelerated projected gradients (Beck and Teboulle, 2009), which
 * converge to the unique minimum. Deterministic. O(steps · rows · columns).
 */
public final class LogisticFit {

    /** Strength of the ridge on weights of values that are scaled to a deviation of 1. Results are equal from .03 to 3. */
    private static final double RIDGE = 0.3;

    private static final double RIDGE_OF_BASE = 0.01;
    private static final int STEPS = 2000;
    private static final double CONVERGED = 1e-7;

    private final double[][] rows;
    private final boolean[] outcomes;
    private final double[] counts;
    private final int[] signs;

    /**
     * @param rows values of each sample, all of one length
     * @param outcomes outcomes of the samples
     * @param counts weights of the samples, above 0
     * @param signs signs of the weights, +1 or -1
     */
    public LogisticFit(double[][] rows, boolean[] outcomes, double[] counts, int[] signs) {
        this.rows = rows;
        this.outcomes = outcomes;
        this.counts = counts;
        this.signs = signs;
    }

    /** Returns the intercept and the weights. */
    public double[] weights() {
        int columns = signs.length + 1;
        double[] scale = scale(columns);
        double[] at = new double[columns];
        double[] ahead = new double[columns];
        double step = 1 / curvature(scale);
        double momentum = 1;
        for (int i = 0; i < STEPS; i++) {
            double[] next = project(moved(ahead, gradient(ahead, scale), step));
            double nextMomentum = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
            double change = 0;
            for (int c = 0; c < columns; c++) {
                change = Math.max(change, Math.abs(next[c] - at[c]));
                ahead[c] = next[c] + (momentum - 1) / nextMomentum * (next[c] - at[c]);
            }
            at = next;
            momentum = nextMomentum;
            if (change < CONVERGED) {
                break;
            }
        }
        for (int c = 0; c < columns; c++) {
            at[c] /= scale[c];
        }
        return at;
    }

    /** Returns the probability of a sample. */
    public static double probability(double[] weights, double[] row) {
        double logOdds = weights[0];
        for (int c = 0; c < row.length; c++) {
            logOdds += weights[c + 1] * row[c];
        }
        return 1 / (1 + Math.exp(-logOdds));
    }

    private double[] scale(int columns) {
        double[] scale = new double[columns];
        scale[0] = 1;
        for (int c = 1; c < columns; c++) {
            int column = c - 1;
            double mean = Arrays.stream(rows)
                    .mapToDouble(row -> row[column])
                    .average()
                    .orElse(0);
            double variance = Arrays.stream(rows)
                    .mapToDouble(row -> (row[column] - mean) * (row[column] - mean))
                    .average()
                    .orElse(0);
            scale[c] = variance > 0 ? Math.sqrt(variance) : 1;
        }
        return scale;
    }

    private double value(double[] row, int column, double[] scale) {
        return column == 0 ? 1 : row[column - 1] / scale[column];
    }

    /** Returns a bound of the second derivative: that of the loss is at most a quarter of the squared values. */
    private double curvature(double[] scale) {
        double sum = 0;
        for (int r = 0; r < rows.length; r++) {
            for (int c = 0; c < scale.length; c++) {
                double value = value(rows[r], c, scale);
                sum += counts[r] * value * value;
            }
        }
        return sum / 4 + RIDGE;
    }

    private double[] gradient(double[] at, double[] scale) {
        double[] gradient = new double[at.length];
        for (int c = 0; c < at.length; c++) {
            gradient[c] = (c == 0 ? RIDGE_OF_BASE : RIDGE) * at[c];
        }
        for (int r = 0; r < rows.length; r++) {
            double logOdds = 0;
            for (int c = 0; c < at.length; c++) {
                logOdds += at[c] * value(rows[r], c, scale);
            }
            double error = counts[r] * (1 / (1 + Math.exp(-logOdds)) - (outcomes[r] ? 1 : 0));
            for (int c = 0; c < at.length; c++) {
                gradient[c] += error * value(rows[r], c, scale);
            }
        }
        return gradient;
    }

    private static double[] moved(double[] from, double[] gradient, double step) {
        double[] to = new double[from.length];
        for (int c = 0; c < from.length; c++) {
            to[c] = from[c] - step * gradient[c];
        }
        return to;
    }

    private double[] project(double[] weights) {
        for (int c = 1; c < weights.length; c++) {
            weights[c] = signs[c - 1] > 0 ? Math.max(0, weights[c]) : Math.min(0, weights[c]);
        }
        return weights;
    }
}
