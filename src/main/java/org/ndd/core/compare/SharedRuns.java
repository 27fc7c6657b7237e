package org.ndd.core.compare;

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
    private final char[] here;
    private final char[] there;
    /** Start here, start there and length of each run; runs may overlap. */
    private int[] runs = new int[3 * 8];

    private int count;
    /** Start positions of the windows that both texts have. */
    private final BitSet windowsHere;

    private final BitSet windowsThere;
    /** Position after the last of {@link #windowsThere}. */
    private int behindLast;
    /** Number of code units of the other text that are in runs; those in two runs count twice. */
    private int units;

    private Sketch ofHere;
    private Sketch ofThere;

    private SharedRuns(Windows windows, char[] there) {
        this.width = windows.width();
        this.here = windows.text();
        this.there = there;
        this.windowsHere = new BitSet(here.length);
        this.windowsThere = new BitSet(there.length);
    }

    /**
     * Finds the common runs. Expected O(|there| + |here|).
     *
     * @param windows windows of one text
     * @param there the other text
     * @param least minimum number of code units of the smaller sketch
     * @param check called periodically; throws to cancel
     * @return null if the smaller sketch has fewer
     */
    static SharedRuns of(Windows windows, char[] there, int least, Runnable check) {
        SharedRuns shared = new SharedRuns(windows, there);
        check.run();
        windows.addRuns(shared, least, check);
        shared.ofThere = Sketch.of(shared.windowsThere, there, shared.width);
        if (shared.ofThere.size() < least) {
            return null;
        }
        windows.addEqual(shared.windowsHere, check);
        shared.ofHere = Sketch.of(shared.windowsHere, shared.here, shared.width);
        return shared.ofHere.size() < least ? null : shared;
    }

    /** Returns the other text, which must not be changed. */
    char[] there() {
        return there;
    }

    /**
     * Returns the last position of the other text whose window, with all that follow, can still give its sketch {@code least} code units.
     */
    int lastStart(int least) {
        return units + there.length - least;
    }

    /**
     * Extends a match at two positions as long as the texts agree, and adds the run if it is as wide as a window.
     *
     * @param known number of code units from these positions that are known to be equal
     */
    void follow(int startHere, int start, int known) {
        int further = Arrays.mismatch(here, startHere + known, here.length, there, start + known, there.length);
        int end = further < 0 ? there.length : start + known + further;
        int lastStart = Windows.lastStart(there, end, width);
        if (lastStart < start) {
            return;
        }
        // a window is the shortest one: a narrow code unit may be left over after the last
        int length = Windows.endOf(there, lastStart, width) - start;
        windowsHere.set(startHere, startHere + lastStart - start + 1);
        windowsThere.set(start, lastStart + 1);
        behindLast = Math.max(behindLast, lastStart + 1);
        if (3 * count == runs.length) {
            runs = Arrays.copyOf(runs, 2 * runs.length);
        }
        runs[3 * count] = startHere;
        runs[3 * count + 1] = start;
        runs[3 * count + 2] = length;
        count++;
        units += length;
    }

    /** Returns whether two positions correspond to each other in the run that was added last. */
    boolean isInLast(int here, int there) {
        int last = 3 * (count - 1);
        return count > 0
                && here - there == runs[last] - runs[last + 1]
                && here >= runs[last]
                && here < runs[last] + runs[last + 2];
    }

    /**
     * Returns the first position whose window is not known, if all windows from {@code reach} code units before the given position of the
     * other text are known; else the given position.
     */
    int firstOpen(int position, int reach) {
        return position > behindLast
                ? position
                : Math.max(position, windowsThere.nextClearBit(Math.max(0, position - reach)));
    }

    /** Returns the sketch of the text of the table. */
    Sketch ofHere() {
        return ofHere;
    }

    /** Returns the sketch of the other text. */
    Sketch ofThere() {
        return ofThere;
    }

    /** Returns the number of code units in runs that are in the same order in both texts: a lower bound of the LCS of the sketches. */
    int inOrder() {
        int units = 0;
        int endHere = 0;
        int endThere = 0;
        for (int run = 0; run < count; run++) {
            int overlap = Math.max(0, Math.max(endHere - runs[3 * run], endThere - runs[3 * run + 1]));
            // a run that begins far before the end of the taken ones is in another order, and the rest of it is short
            if (overlap < runs[3 * run + 2]) {
                endHere = runs[3 * run] + runs[3 * run + 2];
                endThere = runs[3 * run + 1] + runs[3 * run + 2];
                units += runs[3 * run + 2] - overlap;
            }
        }
        return units;
    }

    /** Returns the parts of the table's text outside all runs. */
    Gaps gapsHere() {
        return gaps(0, here.length);
    }

    /** Returns the parts of the other text outside all runs. */
    Gaps gapsThere() {
        return gaps(1, there.length);
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
