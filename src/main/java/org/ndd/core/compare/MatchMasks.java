package org.ndd.core.compare;

import java.util.Arrays;

/**
 * For each symbol, where it stands in a sequence: bit masks over words of 64 positions, of which only those with a bit set
 * are kept, so that memory is O(length) for any alphabet. With it goes the step of the bit-parallel LCS (Hyyrö, 2004)
 * from one row of the dynamic programming table to the next.
 *
 * <p>A row is a bit vector over the positions of A: bit i is 0 where LCS(A[0..i], B[0..j)) is greater than
 * LCS(A[0..i), B[0..j)). Immutable.
 */
final class MatchMasks {
    private final int words;
    /** Entries of symbol s are those from firstEntry[s] to firstEntry[s + 1]. */
    private final int[] firstEntry;

    private final int[] wordOfEntry;
    private final long[] maskOfEntry;

    /**
     * @param symbols sequence with symbols from 0 to {@code alphabet} − 1
     * @param from first position that counts
     * @param to position after the last that counts
     * @param alphabet number of different symbols
     */
    MatchMasks(int[] symbols, int from, int to, int alphabet) {
        this.words = words(to - from);
        this.firstEntry = new int[alphabet + 1];
        int[] lastWord = new int[alphabet];
        Arrays.fill(lastWord, -1);
        for (int i = from; i < to; i++) {
            int word = (i - from) >>> 6;
            if (lastWord[symbols[i]] != word) {
                lastWord[symbols[i]] = word;
                firstEntry[symbols[i] + 1]++;
            }
        }
        for (int s = 0; s < alphabet; s++) {
            firstEntry[s + 1] += firstEntry[s];
        }
        this.wordOfEntry = new int[firstEntry[alphabet]];
        this.maskOfEntry = new long[firstEntry[alphabet]];
        int[] used = new int[alphabet];
        for (int i = from; i < to; i++) {
            int symbol = symbols[i];
            int word = (i - from) >>> 6;
            int entry = firstEntry[symbol] + used[symbol] - 1;
            if (used[symbol] == 0 || wordOfEntry[entry] != word) {
                used[symbol]++;
                wordOfEntry[++entry] = word;
            }
            maskOfEntry[entry] |= 1L << (i - from);
        }
    }

    /** Words of a row over {@code length} positions. */
    static int words(int length) {
        return (length + 63) >>> 6;
    }

    /** Words of a row. */
    int words() {
        return words;
    }

    /** Row 0: nothing of B read yet. */
    long[] firstRow() {
        long[] row = new long[words];
        Arrays.fill(row, -1L);
        return row;
    }

    /**
     * Turns row j into row j + 1, in place. Words without the symbol change only where a carry comes in, so most of them
     * are not touched; at most {@code wordLimit} word steps.
     *
     * @param rows holds the row from {@code offset} on
     * @param symbol the next symbol of B, negative where A does not have it
     * @param wordLimit only this many words from the start are kept right; carries run upwards, so fewer words need no others
     */
    void step(long[] rows, int offset, int symbol, int wordLimit) {
        if (symbol < 0) {
            return;
        }
        long carry = 0;
        int word = 0;
        int endEntry = firstEntry[symbol + 1];
        for (int entry = firstEntry[symbol]; entry < endEntry; entry++) {
            int target = wordOfEntry[entry];
            if (target >= wordLimit) {
                break;
            }
            if (carry != 0) {
                carry = carryOn(rows, offset + word, offset + target);
            }
            long row = rows[offset + target];
            long mask = maskOfEntry[entry];
            long matches = row & mask;
            long sum = row + matches + carry;
            carry = (matches | (row & ~sum)) >>> 63;
            rows[offset + target] = sum | (row & ~mask);
            word = target + 1;
        }
        if (carry != 0) {
            carryOn(rows, offset + word, offset + wordLimit);
        }
    }

    /** Adds a carry to words without a match of the symbol; returns the carry that is left at {@code to}. */
    private static long carryOn(long[] rows, int from, int to) {
        for (int i = from; i < to; i++) {
            if (rows[i] != -1L) {
                rows[i] |= rows[i] + 1;
                return 0;
            }
        }
        return 1;
    }
}
