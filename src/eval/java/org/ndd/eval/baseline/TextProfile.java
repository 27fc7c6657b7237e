package org.ndd.eval.baseline;

import com.carrotsearch.hppc.LongArrayList;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The text profile signature of Nutch and Solr: the words of two characters or more with their counts, rounded down to a quantum that grows
 * with the greatest count, those below it left out, most frequent first. Small edits often leave the profile as it was.
 */
final class TextProfile {

    private static final double QUANTUM_RATE = 0.01;
    private static final int LEAST_LENGTH = 2;

    private TextProfile() {}

    /** Words and rounded counts, in one sequence; equal for pages with the same signature. */
    static long[] of(String text) {
        Bag bag = Bag.of(Words.atLeast(text, LEAST_LENGTH));
        long[] words = bag.features();
        int most = IntStream.range(0, words.length).map(bag::count).max().orElse(0);
        int quantum = quantum(most);
        LongArrayList profile = new LongArrayList();
        IntStream.range(0, words.length)
                .boxed()
                .filter(position -> bag.count(position) >= quantum)
                .sorted(Comparator.comparingInt((Integer position) -> -(bag.count(position) / quantum))
                        .thenComparingInt(Integer::intValue))
                .forEach(position -> profile.add(words[position], bag.count(position) / quantum * quantum));
        return profile.toArray();
    }

    /** Counts are rounded down to multiples of this. */
    static int quantum(int most) {
        long rounded = Math.round(most * QUANTUM_RATE);
        return rounded >= 2 ? (int) rounded : most > 1 ? 2 : 1;
    }
}
