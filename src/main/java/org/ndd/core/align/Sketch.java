package org.ndd.core.align;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The filtered sketch of one text of a pair (PKU report, section 4.3): the positions covered by some window that also occurs in the other
 * text. Differences of more than a window are removed, and so are short chance matches; the order of the texts does not matter. Stored as
 * disjoint runs of positions. Immutable.
 */
public final class Sketch {
    private static final Sketch EMPTY = new Sketch(new int[0], 0);

    /** Start and end of each run, in turn: ascending, and not touching each other. */
    private final int[] bounds;

    private final int size;

    private Sketch(int[] bounds, int size) {
        this.bounds = bounds;
        this.size = size;
    }

    /**
     * The sketches of two texts.
     *
     * @param ofA kept positions of the first
     * @param ofB kept positions of the second
     * @param gapsOfA parts of the first outside the long shared runs, if these were searched for; else the whole text
     * @param gapsOfB the same for the second
     * @param inOrder number of code units of both sketches that are known to be in one order; the LCS of the sketches is no shorter
     */
    public record Pair(Sketch ofA, Sketch ofB, Gaps gapsOfA, Gaps gapsOfB, int inOrder) {
        private Pair inOtherOrder() {
            return new Pair(ofB, ofA, gapsOfB, gapsOfA, inOrder);
        }

        /** Returns k of the order-free resemblance and of the early exit: the size of the smaller sketch, in code units. */
        public int smaller() {
            return Math.min(ofA.size, ofB.size);
        }
    }

    /**
     * Returns the sketch of a set of windows. O(windows / 64 + runs).
     *
     * @param starts start positions of the windows
     * @param text text of the windows
     * @param width width of the windows
     */
    static Sketch of(BitSet starts, char[] text, int width) {
        int[] bounds = new int[16];
        int n = 0;
        int size = 0;
        for (int start = starts.nextSetBit(0); start >= 0; ) {
            int behind = starts.nextClearBit(start);
            int end = Windows.endOf(text, behind - 1, width);
            if (n > 0 && start <= bounds[n - 1]) {
                size += end - bounds[n - 1];
                bounds[n - 1] = end;
            } else {
                bounds = n == bounds.length ? Arrays.copyOf(bounds, 2 * n) : bounds;
                bounds[n++] = start;
                bounds[n++] = end;
                size += end - start;
            }
            start = starts.nextSetBit(behind);
        }
        return n == 0 ? EMPTY : new Sketch(Arrays.copyOf(bounds, n), size);
    }

    /**
     * Computes both sketches. A window is as wide as {@code window} or as the narrower text, if that is less. Takes O(|A|+|B|) time; the
     * table of a pivot is made only once. Memory is that of the {@link Windows} of the pivot, or of the shorter text if neither is a pivot.
     *
     * @param window S, in width units, at least 1
     * @param check called periodically; throws to cancel
     */
    static Pair of(PreparedText a, PreparedText b, int window, Runnable check) {
        return ofMinLength(0, a, b, window, check);
    }

    /**
     * Returns the result of {@link #of}, or null if the smaller sketch has fewer code units than required. The scan of a text ends as soon
     * as the kept and the remaining part together are too short.
     */
    static Pair ofMinLength(int least, PreparedText a, PreparedText b, int window, Runnable check) {
        if (Math.min(a.length(), b.length()) < least) {
            return null;
        }
        int width = Math.min(
                window, Math.min(WindowCursor.widthUpTo(a.text(), window), WindowCursor.widthUpTo(b.text(), window)));
        if (width == 0) {
            return least <= 0 ? new Pair(EMPTY, EMPTY, Gaps.all(a.length()), Gaps.all(b.length()), 0) : null;
        }
        boolean tableOfA = a.isBetterForWindows(b, width);
        PreparedText table = tableOfA ? a : b;
        PreparedText other = tableOfA ? b : a;
        SharedRuns shared = SharedRuns.of(table.windows(width, check), other.units(), least, check);
        if (shared == null) {
            return null;
        }
        Pair pair = new Pair(
                shared.tableSketch(), shared.otherSketch(), shared.tableGaps(), shared.otherGaps(), shared.inOrder());
        return tableOfA ? pair : pair.inOtherOrder();
    }

    /** Returns the number of positions kept, in code units. */
    int size() {
        return size;
    }

    /** Returns the number of separate passages of kept positions. */
    public int passages() {
        return bounds.length / 2;
    }

    /** Returns the positions kept, ascending. O(size). */
    int[] positions() {
        int[] positions = new int[size];
        int n = 0;
        for (int r = 0; r < bounds.length; r += 2) {
            for (int p = bounds[r]; p < bounds[r + 1]; p++) {
                positions[n++] = p;
            }
        }
        return positions;
    }
}
