package org.ndd.core.compare;

import java.util.Arrays;

/**
 * Long runs of code units that two texts have in common, found without a look at every window: of one text windows at a fixed distance are
 * put into a small table, the other is walked over until one of them turns up, and from there both are followed as far as they agree
 * (Tridgell, 1996, rsync). What is found says for sure that the two agree there; what is not found says nothing. Between near-duplicates
 * nearly all is found, at the cost of comparing them code unit by code unit. Immutable.
 */
final class SharedRuns {
    /** Code units from one window in the table to the next. */
    private static final int DISTANCE = 16;

    /** Code units of the walk without any run after which nothing more is expected, at least; and a share of the text. */
    private static final int PATIENCE = 256;

    private static final int PATIENCE_SHARE = 4;

    private final char[] here;
    private final char[] there;
    private final int windowWidth;
    private final long base;
    /** Position of a window plus one; 0 marks a free slot. */
    private final int[] slots;

    private final int mask;
    /** Start here, start there, length; in the order of the other text, in which they do not overlap. */
    private int[] runs = new int[3 * 8];

    private int count;
    private int length;

    private SharedRuns(char[] here, char[] there, int windowWidth, long base) {
        this.here = here;
        this.there = there;
        this.windowWidth = windowWidth;
        this.base = base;
        int capacity = Math.max(16, Integer.highestOneBit(here.length / DISTANCE + 1) << 2);
        this.slots = new int[capacity];
        this.mask = capacity - 1;
    }

    /**
     * Finds runs. Expected O(|here|+|there|).
     *
     * @param windowWidth least width of a run, at least 1
     * @param base odd multiplier of hashes
     */
    static SharedRuns of(char[] here, char[] there, int windowWidth, long base) {
        SharedRuns runs = new SharedRuns(here, there, windowWidth, base);
        runs.fill();
        runs.walk();
        return runs;
    }

    /** How many there are. */
    int count() {
        return count;
    }

    /** Code units of the other text that are in a run. */
    int length() {
        return length;
    }

    int startHere(int run) {
        return runs[3 * run];
    }

    int startThere(int run) {
        return runs[3 * run + 1];
    }

    int lengthOf(int run) {
        return runs[3 * run + 2];
    }

    private void fill() {
        WindowCursor windows = new WindowCursor(here, windowWidth, base);
        for (int position = 0; windows.jumpTo(position); position += DISTANCE) {
            int slot = slotOf(here, windows);
            if (slots[slot] == 0) {
                slots[slot] = position + 1;
            }
        }
    }

    /** The slot of an equal window of this text, else a free one. */
    private int slotOf(char[] text, WindowCursor window) {
        int slot = (int) WindowTable.mix(window.hash()) & mask;
        while (slots[slot] != 0 && isAt(slots[slot] - 1, text, window) == false) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private boolean isAt(int position, char[] text, WindowCursor window) {
        int end = position + window.end() - window.start();
        return end <= here.length && Arrays.equals(here, position, end, text, window.start(), window.end());
    }

    private void walk() {
        int patience = Math.max(PATIENCE, there.length / PATIENCE_SHARE);
        follow(0, 0, 0);
        int last = endThere();
        WindowCursor windows = new WindowCursor(there, windowWidth, base);
        boolean more = windows.jumpTo(last);
        while (more && windows.start() - last <= patience) {
            int slot = slotOf(there, windows);
            if (slots[slot] == 0) {
                more = windows.next();
            } else {
                follow(slots[slot] - 1, windows.start(), endThere());
                last = endThere();
                more = windows.jumpTo(last);
            }
        }
    }

    private int endThere() {
        return count == 0 ? 0 : startThere(count - 1) + lengthOf(count - 1);
    }

    /** Takes what agrees around a position of both, after what was taken before. */
    private void follow(int inHere, int inThere, int from) {
        int common = Arrays.mismatch(here, inHere, here.length, there, inThere, there.length);
        if (common < 0) {
            common = here.length - inHere;
        }
        int before = 0;
        while (inHere > before && inThere - before > from && here[inHere - before - 1] == there[inThere - before - 1]) {
            before++;
        }
        if (common + before == 0) {
            return;
        }
        if (3 * count == runs.length) {
            runs = Arrays.copyOf(runs, 2 * runs.length);
        }
        runs[3 * count] = inHere - before;
        runs[3 * count + 1] = inThere - before;
        runs[3 * count + 2] = common + before;
        count++;
        length += common + before;
    }
}
