package org.ndd.eval.baseline;

import com.carrotsearch.hppc.LongArrayList;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The text profile signature of Nutch and Solr: words of at least two characters with their counts, rounded down to a quantum that depends
 * on the maximum count, without those below the quantum, most frequent first. Small edits often do not change the profile.
 */
final class TextProfile {

    private static final double QUANTUM_RATE = 0.01;
    private static final int MIN_LENGTH = 2;

    private TextProfile() {}

    /** Returns words and rounded counts in one sequence, which is equal for documents with the same signature. */
    static long[] of(String text) {
        Bag bag = Bag.of(Words.atLeast(text, MIN_LENGTH));
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

    /** Returns the quantum, to whose multiples counts are rounded down. */
    static int quantum(int most) {
        long rounded = Math.round(most * QUANTUM_RATE);
        return rounded >= 2 ? (int) rounded : most > 1 ? 2 : 1;
    }
}
