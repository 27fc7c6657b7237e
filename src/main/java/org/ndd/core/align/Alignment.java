package org.ndd.core.align;

import java.util.Arrays;

/**
 * A common subsequence of two texts, as positions of matched code units.
 *
 * @param inA ascending positions in A
 * @param inB ascending positions in B, the same number
 * @param approximate whether it was found over sentences, because the exact one exceeded the work budget
 */
public record Alignment(int[] inA, int[] inB, boolean approximate) {
    /** Returns |L|, in code units. */
    int length() {
        return inA.length;
    }

    /** Returns the index of the first match at or after a position of A. O(log |L|). */
    int firstMatchFrom(int positionInA) {
        int index = Arrays.binarySearch(inA, positionInA);
        return index >= 0 ? index : -index - 1;
    }
}
