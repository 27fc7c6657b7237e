package org.ndd.eval.baseline;

import java.util.Arrays;

/**
 * Min-values of a set under several hash functions: the chance that two sets agree in one is their Jaccard resemblance (Broder).
 *
 * @param functions how many
 */
record MinHash(int functions) {

    /** The min-values of a set of features; {@code null} for an empty one, which resembles nothing. */
    long[] of(long[] features) {
        if (features.length == 0) {
            return null;
        }
        long[] least = new long[functions];
        Arrays.fill(least, Long.MAX_VALUE);
        for (int function = 0; function < functions; function++) {
            long min = Long.MAX_VALUE;
            for (long feature : features) {
                min = Math.min(min, Hash64.seeded(feature, function));
            }
            least[function] = min;
        }
        return least;
    }

    /** Equal values of two pages. */
    static int agreement(long[] first, long[] second) {
        int equal = 0;
        for (int i = 0; i < first.length; i++) {
            equal += first[i] == second[i] ? 1 : 0;
        }
        return equal;
    }

    /**
     * One key for each so many consecutive values, with its place among the keys: a band of locality-sensitive hashing, Broder's
     * supershingle.
     *
     * @param values min-values, or {@code null}
     * @param rows values a key; what is left over at the end is not used
     */
    static long[] bands(long[] values, int rows) {
        if (values == null) {
            return new long[0];
        }
        long[] keys = new long[values.length / rows];
        for (int band = 0; band < keys.length; band++) {
            long key = band;
            for (int row = 0; row < rows; row++) {
                key = Hash64.chain(key, values[band * rows + row]);
            }
            keys[band] = key;
        }
        return keys;
    }
}
