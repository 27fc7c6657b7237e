package org.ndd.core.compare;

import java.util.Arrays;
import org.ndd.core.text.Width;

/**
 * The sketches of two texts of which most is in {@link SharedRuns}. A window within a run occurs in both texts. The others, which lie
 * across an edit, are put into one small table, and what is within runs is walked over once to see which of them occur there: so the
 * sketches are exact, and no table of a whole text is made. Expected O(|A|+|B|); up to 48 bytes for each window outside the runs. Lives for
 * one comparison.
 */
final class GapWindows {
    private static final byte IN_HERE = 1;
    private static final byte IN_THERE = 2;
    private static final byte IN_RUNS = 4;

    private final int windowWidth;
    private final long base;
    private final Side here;
    private final Side there;
    private final int mask;
    /** Where a window is: its position plus one, negative in the other text; 0 marks a free slot. */
    private final int[] slots;
    /** The upper half of the hash of the window in a slot. */
    private final int[] tags;
    /** Where the window in a slot occurs: in gaps of either side, in runs. */
    private final byte[] places;

    private final WindowHalves halves;
    private final int inOrder;

    /**
     * @param check called now and then; throws to cancel
     */
    GapWindows(char[] here, char[] there, SharedRuns shared, int windowWidth, long base, Runnable check) {
        this.windowWidth = windowWidth;
        this.base = base;
        this.here = new Side(here, IN_HERE, shared);
        this.there = new Side(there, IN_THERE, shared);
        this.inOrder = inOrder(shared);
        int gaps = this.here.gapSize() + this.there.gapSize();
        int capacity = Math.max(64, Integer.highestOneBit(gaps + 1) << 2);
        this.mask = capacity - 1;
        this.slots = new int[capacity];
        this.tags = new int[capacity];
        this.places = new byte[capacity];
        this.halves = new WindowHalves(windowWidth, base, 4 * capacity);
        this.here.putGaps();
        check.run();
        this.there.putGaps();
        check.run();
        if (gaps > 0) {
            // What is in the runs of one text is in those of the other.
            this.here.lookInRuns();
        }
        check.run();
    }

    /** The sketch of the text that was given first. */
    Sketch ofHere() {
        return here.sketch();
    }

    /** The sketch of the other text. */
    Sketch ofThere() {
        return there.sketch();
    }

    /** Code units in runs that are in the same order in both texts: the LCS of the sketches has as many at least. */
    int inOrder() {
        return inOrder;
    }

    /** What is in no run of the text that was given first. */
    Gaps gapsHere() {
        return here.gaps();
    }

    /** What is in no run of the other text. */
    Gaps gapsThere() {
        return there.gaps();
    }

    /** One code unit of a run may be left over, see {@link Side#ends}. */
    private int inOrder(SharedRuns shared) {
        int units = 0;
        int end = 0;
        for (int run = 0; run < shared.count(); run++) {
            // As many code units as a window is wide are as wide at least.
            if (shared.startHere(run) >= end && shared.lengthOf(run) >= windowWidth) {
                end = shared.startHere(run) + shared.lengthOf(run);
                units += shared.lengthOf(run) - 1;
            }
        }
        return units;
    }

    /** The slot of the window, else the free one where it goes. */
    private int slot(WindowCursor window, long mixed) {
        int tag = WindowTable.tag(mixed);
        int slot = (int) mixed & mask;
        while (slots[slot] != 0 && (tags[slot] != tag || isAt(slots[slot], window) == false)) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private boolean isAt(int place, WindowCursor window) {
        return window.isAt(place > 0 ? here.text : there.text, Math.abs(place) - 1);
    }

    /** One text and the runs in it. */
    private final class Side {
        private final char[] text;
        private final byte place;
        /** Of runs that are no part of another one, ascending; so are their ends. Behind the last: the length of the text. */
        private final int[] starts;

        /** Ends of their last windows: one code unit may be left over behind. */
        private final int[] ends;
        /** The first position behind the start of a run whose window is not within it. */
        private final int[] outside;

        private int runs;
        /** Start, end and slot of each window in a gap, in the order of the text. */
        private int[] gapWindows;

        Side(char[] text, byte place, SharedRuns shared) {
            this.text = text;
            this.place = place;
            int count = shared.count();
            long[] sorted = new long[count];
            for (int run = 0; run < count; run++) {
                int start = place == IN_HERE ? shared.startHere(run) : shared.startThere(run);
                sorted[run] = (long) start << Integer.SIZE | start + shared.lengthOf(run);
            }
            Arrays.sort(sorted);
            this.starts = new int[count + 1];
            this.ends = new int[count];
            this.outside = new int[count];
            int end = 0;
            for (long run : sorted) {
                if ((int) run > end) {
                    end = (int) run;
                    add((int) (run >>> Integer.SIZE), end);
                }
            }
            starts[runs] = text.length;
        }

        /** Adds a run where it is as wide as a window. */
        private void add(int start, int end) {
            int position = end;
            int width = 0;
            while (position > start && (width += Width.of(text[position - 1])) < windowWidth) {
                position--;
            }
            if (position == start) {
                return;
            }
            if (runs > 0 && starts[runs - 1] == start) {
                runs--;
            }
            starts[runs] = start;
            ends[runs] = endOfWindow(position - 1);
            outside[runs] = position;
            runs++;
        }

        private int endOfWindow(int start) {
            int end = start;
            for (int width = 0; width < windowWidth; end++) {
                width += Width.of(text[end]);
            }
            return end;
        }

        /** Where the windows begin that are before a run and not within the one before; behind the last run for {@code runs}. */
        private int gapStart(int run) {
            return run == 0 ? 0 : outside[run - 1];
        }

        private Gaps gaps() {
            return Gaps.between(starts, ends, runs, text.length);
        }

        private int gapSize() {
            int size = 0;
            for (int run = 0; run <= runs; run++) {
                size += Math.max(0, starts[run] - gapStart(run));
            }
            return size;
        }

        private void putGaps() {
            gapWindows = new int[3 * gapSize()];
            int n = 0;
            WindowCursor windows = new WindowCursor(text, windowWidth, base);
            for (int run = 0; run <= runs; run++) {
                int start = gapStart(run);
                int end = start;
                for (boolean more = start < starts[run] && windows.jumpTo(start);
                        more && windows.start() < starts[run];
                        more = windows.next()) {
                    end = windows.end();
                    gapWindows[n++] = windows.start();
                    gapWindows[n++] = end;
                    gapWindows[n++] = put(windows);
                }
                halves.add(text, start, end);
            }
            gapWindows = Arrays.copyOf(gapWindows, n);
        }

        private int put(WindowCursor window) {
            long mixed = WindowTable.mix(window.hash());
            int slot = slot(window, mixed);
            if (slots[slot] == 0) {
                slots[slot] = place == IN_HERE ? window.start() + 1 : -window.start() - 1;
                tags[slot] = WindowTable.tag(mixed);
            }
            places[slot] |= place;
            return slot;
        }

        private void lookInRuns() {
            WindowCursor windows = new WindowCursor(text, windowWidth, base);
            for (int run = 0; run < runs; run++) {
                boolean more = windows.jumpTo(Math.max(starts[run], gapStart(run)));
                while (more && windows.start() < outside[run]) {
                    int absent = halves.absentAtEnd(text, windows.end());
                    if (absent < 0) {
                        int slot = slot(windows, WindowTable.mix(windows.hash()));
                        if (slots[slot] != 0) {
                            places[slot] |= IN_RUNS;
                        }
                    }
                    more = windows.moveTo(Math.max(windows.start(), absent) + 1);
                }
            }
        }

        private Sketch sketch() {
            Sketch.Builder sketch = new Sketch.Builder(text.length);
            int n = 0;
            for (int run = 0; run <= runs; run++) {
                for (; n < gapWindows.length && gapWindows[n] < starts[run]; n += 3) {
                    if ((places[gapWindows[n + 2]] & ~place) != 0) {
                        sketch.add(gapWindows[n], gapWindows[n + 1]);
                    }
                }
                if (run < runs) {
                    sketch.add(starts[run], ends[run]);
                }
            }
            return sketch.build();
        }
    }
}
