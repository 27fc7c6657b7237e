package org.ndd.core.align;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Finds the common parts of two texts: runs of code units that are in both and at least as wide as a window. Derives the
 * {@linkplain Sketch sketches} of both from these. The {@link Windows} of one text are indexed. The other is scanned until a window of it
 * is found there. From there both are followed as long as they agree, without lookups of the windows in between (as in rsync: Tridgell,
 * 1996). The result is exact; the cost is mostly that of the differences. Used for one comparison.
 */
final class SharedRuns {
    private final int width;
    private final char[] tableText;
    private final char[] otherText;
    /** Start here, start there and length of each run; runs may overlap. */
    private int[] runs = new int[3 * 8];

    private int count;
    /** Start positions of the windows that both texts have. */
    private final BitSet tableWindows;

    private final BitSet otherWindows;
    /** Position after the last of {@link #otherWindows}. */
    private int behindLast;
    /** Number of code units of the other text that are in runs; those in two runs count twice. */
    private int units;

    private Sketch tableSketch;
    private Sketch otherSketch;

    private SharedRuns(Windows windows, char[] otherText) {
        this.width = windows.width();
        this.tableText = windows.text();
        this.otherText = otherText;
        this.tableWindows = new BitSet(tableText.length);
        this.otherWindows = new BitSet(otherText.length);
    }

    /**
     * Finds the common runs. Expected O(|there| + |here|).
     *
     * @param windows windows of one text
     * @param otherText the other text
     * @param least minimum number of code units of the smaller sketch
     * @param check called periodically; throws to cancel
     * @return null if the smaller sketch has fewer
     */
    static SharedRuns of(Windows windows, char[] otherText, int least, Runnable check) {
        SharedRuns shared = new SharedRuns(windows, otherText);
        check.run();
        windows.addRuns(shared, least, check);
        shared.otherSketch = Sketch.of(shared.otherWindows, otherText, shared.width);
        if (shared.otherSketch.size() < least) {
            return null;
        }
        windows.addEqual(shared.tableWindows, check);
        shared.tableSketch = Sketch.of(shared.tableWindows, shared.tableText, shared.width);
        return shared.tableSketch.size() < least ? null : shared;
    }

    /** Returns the other text, which must not be changed. */
    char[] otherText() {
        return otherText;
    }

    /**
     * Returns the last position of the other text whose window, with all that follow, can still give its sketch {@code least} code units.
     */
    int lastStart(int least) {
        return units + otherText.length - least;
    }

    /**
     * Extends a match at two positions as long as the texts agree, and adds the run if it is as wide as a window.
     *
     * @param known number of code units from these positions that are known to be equal
     */
    void follow(int tableStart, int start, int known) {
        int further = Arrays.mismatch(
                tableText, tableStart + known, tableText.length, otherText, start + known, otherText.length);
        int end = further < 0 ? otherText.length : start + known + further;
        int lastStart = Windows.lastStart(otherText, end, width);
        if (lastStart < start) {
            return;
        }
        // a window is the shortest one: a narrow code unit may be left over after the last
        int length = Windows.endOf(otherText, lastStart, width) - start;
        tableWindows.set(tableStart, tableStart + lastStart - start + 1);
        otherWindows.set(start, lastStart + 1);
        behindLast = Math.max(behindLast, lastStart + 1);
        if (3 * count == runs.length) {
            runs = Arrays.copyOf(runs, 2 * runs.length);
        }
        runs[3 * count] = tableStart;
        runs[3 * count + 1] = start;
        runs[3 * count + 2] = length;
        count++;
        units += length;
    }

    /** Returns whether two positions correspond to each other in the run that was added last. */
    boolean isInLastRun(int tablePosition, int otherPosition) {
        int last = 3 * (count - 1);
        return count > 0
                && tablePosition - otherPosition == runs[last] - runs[last + 1]
                && tablePosition >= runs[last]
                && tablePosition < runs[last] + runs[last + 2];
    }

    /**
     * Returns the first position whose window is not known, if all windows from {@code reach} code units before the given position of the
     * other text are known; else the given position.
     */
    int firstOpen(int position, int reach) {
        return position > behindLast
                ? position
                : Math.max(position, otherWindows.nextClearBit(Math.max(0, position - reach)));
    }

    /** Returns the sketch of the text of the table. */
    Sketch tableSketch() {
        return tableSketch;
    }

    /** Returns the sketch of the other text. */
    Sketch otherSketch() {
        return otherSketch;
    }

    /** Returns the number of code units in runs that are in the same order in both texts: a lower bound of the LCS of the sketches. */
    int inOrder() {
        int units = 0;
        int tableEnd = 0;
        int otherEnd = 0;
        for (int run = 0; run < count; run++) {
            int overlap = Math.max(0, Math.max(tableEnd - runs[3 * run], otherEnd - runs[3 * run + 1]));
            // a run that begins far before the end of the taken ones is in another order, and the rest of it is short
            if (overlap < runs[3 * run + 2]) {
                tableEnd = runs[3 * run] + runs[3 * run + 2];
                otherEnd = runs[3 * run + 1] + runs[3 * run + 2];
                units += runs[3 * run + 2] - overlap;
            }
        }
        return units;
    }

    /** Returns the parts of the table's text outside all runs. */
    Gaps tableGaps() {
        return gaps(0, tableText.length);
    }

    /** Returns the parts of the other text outside all runs. */
    Gaps otherGaps() {
        return gaps(1, otherText.length);
    }

    private Gaps gaps(int field, int length) {
        long[] sorted = new long[count];
        for (int run = 0; run < count; run++) {
            int start = runs[3 * run + field];
            sorted[run] = (long) start << Integer.SIZE | start + runs[3 * run + 2];
        }
        Arrays.sort(sorted);
        int[] starts = new int[count];
        int[] ends = new int[count];
        int n = 0;
        for (long run : sorted) {
            // a run that is a part of another adds nothing
            if (n == 0 || (int) run > ends[n - 1]) {
                starts[n] = (int) (run >>> Integer.SIZE);
                ends[n++] = (int) run;
            }
        }
        return Gaps.between(starts, ends, n, length);
    }
}
