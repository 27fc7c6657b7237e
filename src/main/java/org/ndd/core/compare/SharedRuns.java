package org.ndd.core.compare;

import java.util.Arrays;
import java.util.BitSet;

/**
 * What two texts have in common, by windows: runs of code units that are in both and at least as wide as a window, and of these the
 * {@linkplain Sketch sketches} of both. The windows of one text are in a table; the other is walked over until one of its windows turns up
 * there, and from there both are followed as far as they agree, without a look at the windows on the way (as rsync does: Tridgell, 1996).
 * Exact, and mostly the cost of what differs. Lives for one comparison.
 */
final class SharedRuns {
    private static final int CHECK_INTERVAL = 1 << 16;

    private final WindowTable table;
    private final char[] here;
    private final char[] there;
    private final WindowCursor windowsHere;
    /** Start here, start there, length; in the order of the other text, in which they may overlap by less than a window. */
    private int[] runs = new int[3 * 8];

    private int count;
    /** Where windows of the text of the table begin that occur in the other one. */
    private final BitSet found;

    private final Sketch.Builder ofThere;
    private Sketch ofHere;

    private SharedRuns(WindowTable table, char[] there) {
        this.table = table;
        this.here = table.text();
        this.there = there;
        this.windowsHere = table.windows(here);
        this.found = new BitSet(here.length);
        this.ofThere = new Sketch.Builder(there.length);
    }

    /**
     * Finds what is common. Expected O(|there| + |here| / 64), besides the table.
     *
     * @param table of one text
     * @param there the other
     * @param least the smaller sketch must have so many code units
     * @param check called now and then; throws to cancel
     * @return null where the smaller sketch has less
     */
    static SharedRuns of(WindowTable table, char[] there, int least, Runnable check) {
        SharedRuns shared = new SharedRuns(table, there);
        check.run();
        shared.walk(least, check);
        if (shared.ofThere.size() < least) {
            return null;
        }
        shared.ofHere = shared.sketchOfHere();
        return shared.ofHere.size() < least ? null : shared;
    }

    private void walk(int least, Runnable check) {
        WindowCursor windows = table.windows(there);
        int nextCheck = CHECK_INTERVAL;
        boolean more = windows.next();
        while (more && windows.start() <= ofThere.lastStartFor(least)) {
            if (windows.start() >= nextCheck) {
                check.run();
                nextCheck = windows.start() + CHECK_INTERVAL;
            }
            int position = table.find(windows);
            more = position < 0 ? windows.next() : windows.jumpTo(follow(windows, position) + 1);
        }
    }

    /** Takes the run that begins with a window and its first occurrence here, and returns where the last window in it begins. */
    private int follow(WindowCursor windows, int position) {
        int start = windows.start();
        int known = windows.end() - start;
        int further = Arrays.mismatch(here, position + known, here.length, there, windows.end(), there.length);
        int runEnd = windows.end() + (further < 0 ? here.length - position - known : further);
        int lastStart = runEnd == windows.end() ? start : windows.lastStart(runEnd);
        // a window is the shortest one: a narrow code unit may be left over behind the last
        int end = windows.endOf(lastStart);
        found.set(position, position + lastStart - start + 1);
        ofThere.add(start, end);
        if (3 * count == runs.length) {
            runs = Arrays.copyOf(runs, 2 * runs.length);
        }
        runs[3 * count] = position;
        runs[3 * count + 1] = start;
        runs[3 * count + 2] = end - start;
        count++;
        return lastStart;
    }

    private Sketch sketchOfHere() {
        table.addRepeats(found);
        Sketch.Builder sketch = new Sketch.Builder(here.length);
        for (int start = found.nextSetBit(0); start >= 0; ) {
            int end = found.nextClearBit(start);
            sketch.add(start, windowsHere.endOf(end - 1));
            start = found.nextSetBit(end);
        }
        return sketch.build();
    }

    /** The sketch of the text of the table. */
    Sketch ofHere() {
        return ofHere;
    }

    /** The sketch of the other text. */
    Sketch ofThere() {
        return ofThere.build();
    }

    /** Code units in runs that are in the same order in both texts: the LCS of the sketches has as many at least. */
    int inOrder() {
        int units = 0;
        int endHere = 0;
        int endThere = 0;
        for (int run = 0; run < count; run++) {
            int overlap = Math.max(0, Math.max(endHere - runs[3 * run], endThere - runs[3 * run + 1]));
            // a run that begins far before the end of those taken is in another order, and the rest of it is little
            if (overlap < runs[3 * run + 2]) {
                endHere = runs[3 * run] + runs[3 * run + 2];
                endThere = runs[3 * run + 1] + runs[3 * run + 2];
                units += runs[3 * run + 2] - overlap;
            }
        }
        return units;
    }

    /** What is in no run of the text of the table. */
    Gaps gapsHere() {
        return gaps(0, here.length);
    }

    /** What is in no run of the other text. */
    Gaps gapsThere() {
        return gaps(1, there.length);
    }

    private Gaps gaps(int field, int length) {
        long[] sorted = new long[count];
        for (int run = 0; run < count; run++) {
            int start = runs[3 * run + field];
            sorted[run] = (long) start << Integer.SIZE | start + runs[3 * run + 2];
        }
        if (field == 0) {
            Arrays.sort(sorted);
        }
        int[] starts = new int[count];
        int[] ends = new int[count];
        int n = 0;
        for (long run : sorted) {
            // one that is a part of another adds nothing
            if (n == 0 || (int) run > ends[n - 1]) {
                starts[n] = (int) (run >>> Integer.SIZE);
                ends[n++] = (int) run;
            }
        }
        return Gaps.between(starts, ends, n, length);
    }
}
