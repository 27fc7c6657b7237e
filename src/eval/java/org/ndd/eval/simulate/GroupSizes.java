package org.ndd.eval.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/**
 * Power law of group sizes: the probability of size s is proportional to a negative power of s, up to a maximum size. Sums over sizes are
 * exact for small sizes, and use some hundred steps for larger ones.
 */
final class GroupSizes {

    private static final int EXACT = 256;
    private static final double STEP = 1.03;
    private static final double MAX_GROUP_SIZE = 1e6;

    private final double exponent;
    private final double largest;
    private final double all;
    private final double mean;

    /**
     * @param exponent above 1
     * @param largest at least 1
     */
    GroupSizes(double exponent, double largest) {
        if (exponent <= 1) {
            throw new IllegalArgumentException("[exponent] must be above [1], but was [" + exponent + "]");
        }
        this.exponent = exponent;
        this.largest = Math.max(1, Math.floor(largest));
        this.all = sum(1, size -> 1);
        this.mean = sum(1, size -> size) / all;
    }

    /**
     * Returns the power law with a given mean: with a larger maximum size, the same mean results in more small groups and some larger ones.
     *
     * @param mean mean of all groups, including singletons; above 1
     */
    static GroupSizes ofMean(double mean, double largest) {
        double low = 1.01;
        double high = 20;
        for (int i = 0; i < 60; i++) {
            double middle = (low + high) / 2;
            if (new GroupSizes(middle, largest).mean() > mean) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return new GroupSizes(high, largest);
    }

    /** Returns the assumed maximum group size: 1 % of the documents, at least 1,000 and at most a million. */
    static double largestOf(double pages) {
        return Math.min(Math.min(pages, MAX_GROUP_SIZE), Math.max(1000, pages / 100));
    }

    double exponent() {
        return exponent;
    }

    /** Returns the mean group size. */
    double mean() {
        return mean;
    }

    double largest() {
        return largest;
    }

    /** Returns the mean of a function of the group size over documents, so that groups are weighted by size. */
    double overPages(DoubleUnaryOperator of) {
        return sum(1, size -> size * of.applyAsDouble(size)) / all / mean;
    }

    /** Returns the number of groups of at least a size. */
    double atLeast(double size, double pages) {
        return pages / mean * sum(size, s -> 1) / all;
    }

    /** Returns the number of documents in groups of at least a size. */
    double pagesIn(double size, double pages) {
        return pages / mean * sum(size, s -> s) / all;
    }

    /**
     * Samples the largest groups individually.
     *
     * @param pages number of documents of all groups
     * @param most approximate maximum number of sampled groups
     * @return the minimum size of sampled groups, and their sizes
     */
    Drawn draw(double pages, int most, Random dice) {
        double least = 2;
        while (atLeast(least, pages) > most) {
            least = Math.ceil(least * STEP);
        }
        int count = (int) Math.round(atLeast(least, pages));
        List<Double> sizes = new ArrayList<>(count);
        double tail = 1 - Math.pow(largest / least, 1 - exponent);
        for (int i = 0; i < count; i++) {
            double size = least * Math.pow(1 - dice.nextDouble() * tail, -1 / (exponent - 1));
            sizes.add(Math.min(largest, Math.floor(size)));
        }
        return new Drawn(least, sizes);
    }

    /**
     * Sampled groups.
     *
     * @param least minimum size; smaller groups are so numerous that their mean is sufficient
     * @param sizes sizes of the groups
     */
    record Drawn(double least, List<Double> sizes) {}

    /** Samples a size. */
    int one(Random dice) {
        while (true) {
            double size = Math.floor(Math.pow(1 - dice.nextDouble(), -1 / (exponent - 1)));
            // rejection sampling of the discrete power law
            double t = Math.pow(1 + 1 / size, exponent - 1);
            double b = Math.pow(2, exponent - 1);
            if (size <= largest && dice.nextDouble() * size * (t - 1) / (b - 1) <= t / b) {
                return (int) size;
            }
        }
    }

    private double sum(double from, DoubleUnaryOperator of) {
        double sum = 0;
        double size = from;
        for (; size <= Math.min(largest, EXACT); size++) {
            sum += Math.pow(size, -exponent) * of.applyAsDouble(size);
        }
        while (size <= largest) {
            double next = Math.min(largest + 1, Math.ceil(size * STEP));
            double middle = Math.sqrt(size * (next - 1));
            sum += (next - size) * Math.pow(middle, -exponent) * of.applyAsDouble(middle);
            size = next;
        }
        return sum;
    }
}
