package org.ndd.evaluate;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.ndd.core.compare.SimilarityParameters;

/**
 * The points of the curve: the similarity parameters of a request with resemblance from 0.20 to 0.95 in steps of 0.05. {@code
 * sketch_resemblance} keeps its distance to it, and {@code containment_floor} is lowered to it, so that a pair that is similar at one point is
 * similar at all lower ones.
 */
final class Thresholds {

    private static final int LOWEST = 20;
    private static final int HIGHEST = 95;
    private static final int STEP = 5;

    private Thresholds() {}

    /** The parameters of every point, lowest resemblance first. */
    static List<SimilarityParameters> around(SimilarityParameters asked) {
        return IntStream.iterate(LOWEST, percent -> percent <= HIGHEST, percent -> percent + STEP)
                .mapToObj(percent -> at(asked, percent))
                .toList();
    }

    private static SimilarityParameters at(SimilarityParameters asked, int percent) {
        double resemblance = percent / 100.0;
        long distance = Math.round(100 * (asked.sketchResemblance() - asked.resemblance()));
        return new SimilarityParameters(
                asked.preset(),
                resemblance,
                asked.containment(),
                Math.min(asked.containmentFloor(), resemblance),
                Math.max(0, Math.min(100, percent + distance)) / 100.0,
                asked.slope(),
                asked.window(),
                asked.regions(),
                asked.figures());
    }

    /**
     * How many points a pair is similar at, from the lowest on. O(log points) verdicts.
     *
     * @param similarAt says whether the pair is similar at a point; for none above one that it is not similar at
     */
    static int reached(int points, Predicate<Integer> similarAt) {
        int low = 0;
        int high = points;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (similarAt.test(middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
