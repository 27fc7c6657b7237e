package org.ndd.core.align;

import java.util.Arrays;

/**
 * Computes the exact longest common subsequence (LCS) of two sequences of symbols: common prefix, then common suffix, then bit-parallel
 * rows over A, one per element of B. The alignment is traced back from the end. It skips A's element if that keeps the length, else takes a
 * match, else skips B's element. The alignment is unique, so any other exact algorithm that follows this rule returns the same.
 *
 * <p>The length takes at most slightly more than {@link #wordSteps()} word steps, and the alignment twice as many. For the alignment every
 * √|B|th row is stored as a checkpoint, and the rows between are recomputed. The checkpoints take 16·√|B|·|A|/64 bytes, under 30 MB for
 * texts of 1 MB within {@link #BUDGET}. If the two differ little, as near-duplicates do, only a band around the diagonal is computed
 * (Ukkonen, 1985). No path with the number of edits that is found leaves the band, so both results are the same. Not thread-safe.
 */
final class BitVectorLcs {
    /**
     * Maximum number of word steps of one LCS (docs/algorithm.md, Comparing two texts): about 0.2 s. Beyond it callers compare in coarser
     * units.
     */
    static final long BUDGET = 200_000_000L;

    /** Maximum number of words for which all rows are stored, instead of checkpoints. */
    private static final long ALL_ROWS_WORDS = 1 << 16;
    /** Maximum numbers of edits that are tried, as fractions 1/n of |A|; for more edits the whole table is computed. */
    private static final int[] EDIT_LIMIT_DIVISORS = {64, 8};

    /** Minimum number of word steps between two calls of the check. */
    private static final long CHECK_INTERVAL = 1 << 20;

    private final int[] a;
    private final int[] b;
    private final int alphabet;
    private final Runnable check;
    private final int prefix;
    private final int suffix;
    private MatchMasks masks;
    /** LCS length of the middles, which are the sequences without common prefix and suffix; −1 until it is computed. */
    private int middleLength = -1;

    private boolean searchedNearDiagonal;

    private long stepsSinceCheck;

    /**
     * @param a symbols from 0 to {@code alphabet} − 1
     * @param b the same symbols, or negative ones that match nothing
     * @param alphabet number of different symbols in {@code a}
     * @param check called periodically; throws to cancel
     */
    BitVectorLcs(int[] a, int[] b, int alphabet, Runnable check) {
        this.a = a;
        this.b = b;
        this.alphabet = alphabet;
        this.check = check;
        int shorter = Math.min(a.length, b.length);
        int same = 0;
        while (same < shorter && a[same] == b[same]) {
            same++;
        }
        this.prefix = same;
        same = 0;
        while (same < shorter - prefix && a[a.length - 1 - same] == b[b.length - 1 - same]) {
            same++;
        }
        this.suffix = same;
    }

    /** Returns the length of the common prefix, which is part of the alignment. */
    int prefix() {
        return prefix;
    }

    /** Returns the length of the common suffix of the texts without the prefix, which is part of the alignment. */
    int suffix() {
        return suffix;
    }

    /** Returns an upper bound of the word steps of {@link #length()}: a function of the lengths of the middles. */
    long wordSteps() {
        return (long) middleB() * MatchMasks.words(middleA());
    }

    /** Returns |LCS|, in symbols. */
    int length() {
        if (middleA() == 0 || middleB() == 0) {
            return prefix + suffix;
        }
        searchNearDiagonal();
        if (middleLength < 0) {
            long[] row = masks.firstRow();
            steps(row, 0, middleB(), band(middleA() + middleB()));
            middleLength = increases(row, 0, row.length);
        }
        return prefix + middleLength + suffix;
    }

    private void makeMasks() {
        if (masks == null) {
            masks = new MatchMasks(a, prefix, prefix + middleA(), alphabet);
        }
    }

    /** Computes the length of the middles if they differ little, which then takes little time; otherwise it stays unknown. */
    private void searchNearDiagonal() {
        if (searchedNearDiagonal == false) {
            searchedNearDiagonal = true;
            makeMasks();
            for (int i = 0; i < EDIT_LIMIT_DIVISORS.length && middleLength < 0; i++) {
                searchWithin(middleA() / EDIT_LIMIT_DIVISORS[i]);
            }
        }
    }

    private void searchWithin(int mostEdits) {
        if (mostEdits < Long.SIZE || Math.abs(middleA() - middleB()) > mostEdits) {
            return;
        }
        Band band = band(mostEdits);
        long[] row = masks.firstRow();
        int left = 0;
        int leftLength = 0;
        for (int j = 0; j < middleB(); j = band.endOfRows(j)) {
            int start = band.start(j);
            leftLength += increases(row, left, start);
            left = start;
            int to = band.endOfRows(j);
            int end = band.end(to);
            masks.steps(row, b, prefix + j, prefix + to, start, end);
            countSteps((long) (to - j) * (end - start));
            // Even if all remaining rows match, there are too many edits.
            if (edits(leftLength + increases(row, start, end) + middleB() - to) > mostEdits) {
                return;
            }
        }
        middleLength = leftLength + increases(row, left, row.length);
    }

    private int edits(int common) {
        return middleA() + middleB() - 2 * common;
    }

    private static int increases(long[] row, int start, int end) {
        int count = 0;
        for (int word = start; word < end; word++) {
            count += Long.bitCount(~row[word]);
        }
        return count;
    }

    private Band band(int mostEdits) {
        int longer = middleA() - middleB();
        return new Band(Math.max(0, (mostEdits - longer) / 2), Math.max(0, (mostEdits + longer) / 2));
    }

    /** The cells of the table that alignments with few edits use. */
    private final class Band {
        private final int insertions;
        private final int deletions;

        /**
         * @param insertions maximum number of elements of B that are not matched
         * @param deletions maximum number of elements of A that are not matched
         */
        Band(int insertions, int deletions) {
            this.insertions = insertions;
            this.deletions = deletions;
        }

        /** Returns the index of the first word that rows after j need. */
        int start(int j) {
            return Math.max(0, j - insertions) >>> 6;
        }

        /** Returns the index after the last word that rows up to j need. */
        int end(int j) {
            return (int) Math.min(masks.words(), ((long) j + deletions >>> 6) + 1);
        }

        /** Returns the index after the last row that uses the same words as row j, since the band moves by whole words. */
        int endOfRows(int j) {
            return Math.min(middleB(), (j | Long.SIZE - 1) + 1);
        }
    }

    /**
     * Indices of matched elements.
     *
     * @param inA ascending indices in A
     * @param inB ascending indices in B, the same number
     */
    record Matches(int[] inA, int[] inB) {}

    /** Returns the alignment that the class comment defines. */
    Matches matches() {
        int bound = Math.min(a.length, b.length);
        int[] inA = new int[bound];
        int[] inB = new int[bound];
        // Filled from the end, which is the direction of the trace-back.
        int n = bound;
        for (int k = 1; k <= suffix; k++) {
            inA[--n] = a.length - k;
            inB[n] = b.length - k;
        }
        if (middleA() > 0 && middleB() > 0) {
            n = traceBack(inA, inB, n);
        }
        for (int k = prefix - 1; k >= 0; k--) {
            inA[--n] = k;
            inB[n] = k;
        }
        return new Matches(Arrays.copyOfRange(inA, n, bound), Arrays.copyOfRange(inB, n, bound));
    }

    private int traceBack(int[] inA, int[] inB, int end) {
        searchNearDiagonal();
        Rows rows = new Rows();
        int n = end;
        int i = middleA();
        int j = middleB();
        while (j > 0) {
            i = rows.lastIncrease(j, i);
            if (i < 0) {
                break;
            }
            // In every LCS of these prefixes A's element i is matched: with its last occurrence in B, by the rule.
            while (b[prefix + j - 1] != a[prefix + i]) {
                j--;
            }
            j--;
            inA[--n] = prefix + i;
            inB[n] = prefix + j;
        }
        return n;
    }

    private int middleA() {
        return a.length - prefix - suffix;
    }

    private int middleB() {
        return b.length - prefix - suffix;
    }

    /** Turns row {@code from} into row {@code to}. */
    private void steps(long[] row, int from, int to, Band band) {
        for (int j = from; j < to; ) {
            int until = Math.min(to, band.endOfRows(j));
            int start = band.start(j);
            int end = band.end(until);
            masks.steps(row, b, prefix + j, prefix + until, start, end);
            countSteps((long) (until - j) * (end - start));
            j = until;
        }
    }

    private void countSteps(long steps) {
        stepsSinceCheck += steps;
        if (stepsSinceCheck >= CHECK_INTERVAL) {
            stepsSinceCheck = 0;
            check.run();
        }
    }

    /** Computes rows 1 to |B| of the table, requested in descending order and for increasingly short prefixes of A. */
    private final class Rows {
        private final int words = masks.words();
        private final Band band = band(middleLength < 0 ? middleA() + middleB() : edits(middleLength));
        private final int interval;
        /** Stored rows; row c · interval begins at index c · words. */
        private final long[] checkpoints;
        /** Recomputed rows, from row blockStart + 1. */
        private final long[] block;

        private int blockStart = -1;

        Rows() {
            int rows = middleB();
            boolean all = (long) rows * words <= ALL_ROWS_WORDS;
            this.interval = all ? rows : (int) Math.ceil(Math.sqrt(rows));
            this.checkpoints = new long[(rows + interval - 1) / interval * words];
            this.block = new long[interval * words];
            long[] row = masks.firstRow();
            System.arraycopy(row, 0, checkpoints, 0, words);
            int lastCheckpoint = (rows - 1) / interval * interval;
            for (int j = interval; j <= lastCheckpoint; j += interval) {
                steps(row, j - interval, j, band);
                System.arraycopy(row, 0, checkpoints, j / interval * words, words);
            }
        }

        /**
         * Returns the greatest index below {@code i} at which LCS(A[0..index], B[0..j)) is greater than LCS(A[0..index), B[0..j)), or −1.
         */
        int lastIncrease(int j, int i) {
            int start = (j - 1) / interval * interval;
            if (start != blockStart) {
                fill(start, j, MatchMasks.words(i));
            }
            int offset = (j - 1 - start) * words;
            int word = i >>> 6;
            long increases = (i & 63) == 0 ? 0 : ~block[offset + word] & ((1L << i) - 1);
            while (increases == 0) {
                if (--word < 0) {
                    return -1;
                }
                increases = ~block[offset + word];
            }
            return (word << 6) + 63 - Long.numberOfLeadingZeros(increases);
        }

        private void fill(int start, int lastRow, int wordLimit) {
            blockStart = start;
            System.arraycopy(checkpoints, start / interval * words, block, 0, wordLimit);
            for (int j = start + 1; j <= lastRow; j++) {
                int offset = (j - 1 - start) * words;
                if (j > start + 1) {
                    System.arraycopy(block, offset - words, block, offset, wordLimit);
                }
                int first = Math.min(band.start(j - 1), wordLimit);
                int end = Math.min(band.end(j), wordLimit);
                masks.step(block, offset, b[prefix + j - 1], first, end);
                countSteps(end - first);
            }
        }
    }
}
