package org.ndd.core.align;

import java.util.Arrays;

/**
 * Stores the positions of each symbol in a sequence as bit masks over words of 64 positions. A symbol that is in at least a quarter of the
 * words has a mask for each word, and any other only masks with a bit set. So memory is O(length) for any alphabet. Also contains the step
 * of the bit-parallel LCS (Hyyrö, 2004) from one row of the dynamic programming table to the next.
 *
 * <p>A row is a bit vector over the positions of A: bit i is 0 if LCS(A[0..i], B[0..j)) is greater than LCS(A[0..i), B[0..j)). Not
 * thread-safe.
 */
final class MatchMasks {
    /** Number of rows that are computed in parallel. */
    private static final int PARALLEL_ROWS = 4;

    private final int words;
    /** Masks of symbol s are those from firstMask[s] to firstMask[s + 1]: at most one per word. */
    private final int[] firstMask;

    private final long[] masks;
    /** The word of each mask; not used for symbols with a mask for every word. */
    private final int[] wordOfMask;
    /** The last argument of {@link #firstMaskFrom}, and its result. */
    private int lastStart;

    private int[] lastMask;

    /**
     * @param symbols sequence with symbols from 0 to {@code alphabet} − 1
     * @param from first position
     * @param to position after the last
     * @param alphabet number of different symbols
     */
    MatchMasks(int[] symbols, int from, int to, int alphabet) {
        this.words = words(to - from);
        this.firstMask = new int[alphabet + 1];
        int[] lastWord = new int[alphabet];
        Arrays.fill(lastWord, -1);
        for (int i = from; i < to; i++) {
            int word = (i - from) >>> 6;
            if (lastWord[symbols[i]] != word) {
                lastWord[symbols[i]] = word;
                firstMask[symbols[i] + 1]++;
            }
        }
        for (int s = 0; s < alphabet; s++) {
            int used = firstMask[s + 1];
            firstMask[s + 1] = firstMask[s] + (4L * used >= words ? words : used);
        }
        this.masks = new long[firstMask[alphabet]];
        this.wordOfMask = new int[firstMask[alphabet]];
        int[] next = Arrays.copyOf(firstMask, alphabet);
        Arrays.fill(lastWord, -1);
        for (int i = from; i < to; i++) {
            int symbol = symbols[i];
            int word = (i - from) >>> 6;
            if (hasAllWords(symbol)) {
                masks[firstMask[symbol] + word] |= 1L << (i - from);
                continue;
            }
            if (lastWord[symbol] != word) {
                lastWord[symbol] = word;
                wordOfMask[next[symbol]++] = word;
            }
            masks[next[symbol] - 1] |= 1L << (i - from);
        }
    }

    private boolean hasAllWords(int symbol) {
        return firstMask[symbol + 1] - firstMask[symbol] == words;
    }

    /** Returns the number of words of a row over {@code length} positions. */
    static int words(int length) {
        return (length + 63) >>> 6;
    }

    /** Returns the number of words of a row. */
    int words() {
        return words;
    }

    /** Returns row 0, before any symbol of B is read. */
    long[] firstRow() {
        long[] row = new long[words];
        Arrays.fill(row, -1L);
        return row;
    }

    /**
     * Turns row j into row j + 1, in place. At most {@code end − start} word steps.
     *
     * @param rows contains the row from index {@code offset}
     * @param symbol the next symbol of B, negative if A does not contain it
     * @param start the first word that is processed, as if nothing before it matched
     * @param end the word after the last that is processed; carries run upwards, so these words do not depend on later ones
     */
    void step(long[] rows, int offset, int symbol, int start, int end) {
        if (symbol < 0) {
            return;
        }
        if (hasAllWords(symbol)) {
            stepAllWords(rows, offset, firstMask[symbol], start, end);
        } else {
            stepFewWords(rows, offset, symbol, start, end);
        }
    }

    /**
     * Turns row j into the row after the given symbols of B, in place. Rows of symbols with a mask for every word are computed four at a
     * time. The words of one row depend on each other, but not on the same word of the other rows, so the processor overlaps them.
     *
     * @param row an array with one element per word
     * @param symbols symbols of B
     * @param from index of the first symbol
     * @param to index after the last symbol
     * @param start the first word that is processed, as if nothing before it matched
     * @param end the word after the last that is processed
     */
    void steps(long[] row, int[] symbols, int from, int to, int start, int end) {
        int[] first = new int[PARALLEL_ROWS];
        int gathered = 0;
        for (int j = from; j < to; j++) {
            int symbol = symbols[j];
            if (symbol < 0) {
                continue;
            }
            if (hasAllWords(symbol)) {
                first[gathered++] = firstMask[symbol];
                if (gathered == PARALLEL_ROWS) {
                    stepTogether(row, first, start, end);
                    gathered = 0;
                }
            } else {
                stepOneByOne(row, first, gathered, start, end);
                gathered = 0;
                stepFewWords(row, 0, symbol, start, end);
            }
        }
        stepOneByOne(row, first, gathered, start, end);
    }

    private void stepOneByOne(long[] row, int[] first, int count, int start, int end) {
        for (int i = 0; i < count; i++) {
            stepAllWords(row, 0, first[i], start, end);
        }
    }

    private void stepTogether(long[] rows, int[] firsts, int start, int end) {
        int first = firsts[0];
        int second = firsts[1];
        int third = firsts[2];
        int fourth = firsts[3];
        long carry1 = 0;
        long carry2 = 0;
        long carry3 = 0;
        long carry4 = 0;
        for (int word = start; word < end; word++) {
            long row = rows[word];
            long mask = masks[first + word];
            long matches = row & mask;
            long sum = row + matches + carry1;
            carry1 = (matches | (row & ~sum)) >>> 63;
            row = sum | (row & ~mask);

            mask = masks[second + word];
            matches = row & mask;
            sum = row + matches + carry2;
            carry2 = (matches | (row & ~sum)) >>> 63;
            row = sum | (row & ~mask);

            mask = masks[third + word];
            matches = row & mask;
            sum = row + matches + carry3;
            carry3 = (matches | (row & ~sum)) >>> 63;
            row = sum | (row & ~mask);

            mask = masks[fourth + word];
            matches = row & mask;
            sum = row + matches + carry4;
            carry4 = (matches | (row & ~sum)) >>> 63;
            rows[word] = sum | (row & ~mask);
        }
    }

    private void stepAllWords(long[] rows, int offset, int first, int start, int end) {
        long carry = 0;
        for (int word = start; word < end; word++) {
            long row = rows[offset + word];
            long mask = masks[first + word];
            long matches = row & mask;
            long sum = row + matches + carry;
            carry = (matches | (row & ~sum)) >>> 63;
            rows[offset + word] = sum | (row & ~mask);
        }
    }

    /**
     * Performs a step for a symbol that is in few words. Words without the symbol change only by a carry, so most of them are not accessed.
     */
    private void stepFewWords(long[] rows, int offset, int symbol, int start, int end) {
        long carry = 0;
        int word = start;
        int behind = firstMask[symbol + 1];
        for (int i = firstMaskFrom(start, symbol); i < behind && wordOfMask[i] < end; i++) {
            int target = wordOfMask[i];
            if (carry != 0) {
                carry = propagateCarry(rows, offset + word, offset + target);
            }
            long row = rows[offset + target];
            long matches = row & masks[i];
            long sum = row + matches + carry;
            carry = (matches | (row & ~sum)) >>> 63;
            rows[offset + target] = sum | (row & ~masks[i]);
            word = target + 1;
        }
        if (carry != 0) {
            propagateCarry(rows, offset + word, offset + end);
        }
    }

    /**
     * Returns the first mask of a symbol for this word or a later one. A band moves upwards, so each search continues at the last result.
     */
    private int firstMaskFrom(int word, int symbol) {
        if (word < lastStart) {
            lastMask = null;
        }
        lastStart = word;
        if (word == 0) {
            return firstMask[symbol];
        }
        if (lastMask == null) {
            lastMask = Arrays.copyOf(firstMask, firstMask.length - 1);
        }
        int mask = lastMask[symbol];
        while (mask < firstMask[symbol + 1] && wordOfMask[mask] < word) {
            mask++;
        }
        lastMask[symbol] = mask;
        return mask;
    }

    /** Adds a carry to words without a match of the symbol; returns the carry that remains at {@code to}. */
    private static long propagateCarry(long[] rows, int from, int to) {
        for (int i = from; i < to; i++) {
            if (rows[i] != -1L) {
                rows[i] |= rows[i] + 1;
                return 0;
            }
        }
        return 1;
    }
}
