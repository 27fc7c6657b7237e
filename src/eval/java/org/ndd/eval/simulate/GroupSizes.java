package org.ndd.eval.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/**
 * Sizes of groups by a power law: the share of groups of size s falls with s to the power of the exponent, up to the largest size. Sums
 * over sizes are exact for small ones and over some hundred steps for those beyond.
 */
final class GroupSizes {

    private static final int EXACT = 256;
    private static final double STEP = 1.03;
    private static final double MOST = 1e6;

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
     * The power law that has a mean: with a larger largest size the same mean is more small groups and some larger ones.
     *
     * @param mean of all groups, those of one page too; above 1
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

    /**
     * The largest group of some pages, which is assumed: 1 % of them, at least 1,000 and at most a million.
     */
    static double largestOf(double pages) {
        return Math.min(Math.min(pages, MOST), Math.max(1000, pages / 100));
    }

    double exponent() {
        return exponent;
    }

    /** The size of a group, on average. */
    double mean() {
        return mean;
    }

    double largest() {
        return largest;
    }

    /** The mean over pages of a function of the size of their group: a large group counts as often as it has pages. */
    double overPages(DoubleUnaryOperator of) {
        return sum(1, size -> size * of.applyAsDouble(size)) / all / mean;
    }

    /** How many groups of at least a size there are among some pages. */
    double atLeast(double size, double pages) {
        return pages / mean * sum(size, s -> 1) / all;
    }

    /** Pages that are in such groups. */
    double pagesIn(double size, double pages) {
        return pages / mean * sum(size, s -> s) / all;
    }

    /**
     * Draws the largest groups one by one.
     *
     * @param pages of all groups together
     * @param most how many are drawn at most, more or less
     * @return what they were drawn from, and their sizes
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
     * Groups that were drawn.
     *
     * @param least size of these; smaller groups are so many that what they weigh evens out
     * @param sizes of the groups
     */
    record Drawn(double least, List<Double> sizes) {}

    /** One size. */
    int one(Random dice) {
        while (true) {
            double size = Math.floor(Math.pow(1 - dice.nextDouble(), -1 / (exponent - 1)));
            // the power law of whole numbers, by rejection
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
