package org.ndd.eval.baseline;

import java.util.Arrays;

/**
 * Minimum hash values of a set. The probability that one of them is equal for two sets is their Jaccard resemblance (Broder).
 *
 * @param functions number of hash functions
 */
record MinHash(int functions) {

    /** Returns the minimum values of a set of features, or {@code null} for an empty set, which is similar to none. */
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

    /** Returns the number of equal values of two documents. */
    static int agreement(long[] first, long[] second) {
        int equal = 0;
        for (int i = 0; i < first.length; i++) {
            equal += first[i] == second[i] ? 1 : 0;
        }
        return equal;
    }

    /**
     * Returns a key for each band of consecutive values, which includes the position of the band: locality-sensitive hashing, or Broder's
     * supershingles.
     *
     * @param values minimum values, or {@code null}
     * @param rows values per key; remaining values at the end are ignored
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
