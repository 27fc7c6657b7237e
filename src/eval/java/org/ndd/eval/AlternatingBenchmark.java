package org.ndd.eval;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Measures two ways to do a thing in turn, so that what else the machine does falls on both. */
final class AlternatingBenchmark {

    private AlternatingBenchmark() {}

    /** Does the thing once. */
    interface Way {

        /** Seconds that it took. */
        double seconds() throws IOException, InterruptedException;
    }

    /** Medians over the rounds that count. */
    record Seconds(double first, double second) {}

    /**
     * Measures.
     *
     * @param warmUp rounds that do not count
     * @param rounds that count; which way goes first changes from one to the next
     */
    static Seconds take(int warmUp, int rounds, Way first, Way second) throws IOException, InterruptedException {
        List<Double> firsts = new ArrayList<>();
        List<Double> seconds = new ArrayList<>();
        for (int round = -warmUp; round < rounds; round++) {
            boolean swapped = Math.floorMod(round, 2) == 1;
            double one = (swapped ? second : first).seconds();
            double other = (swapped ? first : second).seconds();
            if (round >= 0) {
                firsts.add(swapped ? other : one);
                seconds.add(swapped ? one : other);
            }
        }
        return new Seconds(median(firsts), median(seconds));
    }

    /** The middle of values, the mean of the two in the middle where their number is even. */
    static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }
}
