package org.ndd.eval;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Alternates between two benchmarks, so that other load of the machine affects both. */
final class AlternatingBenchmark {

    private AlternatingBenchmark() {}

    /** One benchmark. */
    interface Variant {

        /** Runs the benchmark once, and returns the seconds. */
        double seconds() throws IOException, InterruptedException;
    }

    /** Medians of the measured rounds. */
    record Seconds(double first, double second) {}

    /**
     * Runs both benchmarks.
     *
     * @param warmUp number of warm-up rounds
     * @param rounds number of measured rounds; the order alternates
     */
    static Seconds take(int warmUp, int rounds, Variant first, Variant second)
            throws IOException, InterruptedException {
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

    /** Returns the median. */
    static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }
}
