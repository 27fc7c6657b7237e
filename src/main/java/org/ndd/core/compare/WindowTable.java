package org.ndd.core.compare;

import java.security.SecureRandom;

/**
 * The distinct windows of one text, in an open-addressing table without boxing. Hash matches are verified against the text, so the answers
 * are exact. 21 to 38 bytes a code unit. Immutable, so one table serves many comparisons.
 */
final class WindowTable {
    private static final int CHECK_INTERVAL = 1 << 16;

    /**
     * Multiplier of the hash: unknown to those who write texts, so that none can be prepared to make windows collide. Answers do not depend
     * on it.
     */
    static final long BASE = new SecureRandom().nextLong() | 1;

    private final char[] text;
    private final int windowWidth;
    private final long base;
    private final int mask;
    /** Position of a distinct window's first occurrence plus one; 0 marks a free slot. */
    private final int[] slots;
    /** The upper half of the hash of the window in a slot: spares most looks at the text. */
    private final int[] tags;
    /** First occurrence of the window that starts at a position. */
    private final int[] firstOccurrence;
    /** What of a window is looked for first. */
    private final WindowHalves halves;

    /** The table of the windows of {@code text}; expected O(|text|). */
    WindowTable(char[] text, int windowWidth, Runnable check) {
        this(text, windowWidth, BASE, check);
    }

    /** With another multiplier, so that tests reach collisions. */
    WindowTable(char[] text, int windowWidth, long base, Runnable check) {
        this.text = text;
        this.windowWidth = windowWidth;
        this.base = base;
        int capacity = Math.max(16, Integer.highestOneBit(text.length) << 2);
        this.mask = capacity - 1;
        this.slots = new int[capacity];
        this.tags = new int[capacity];
        this.firstOccurrence = new int[text.length];
        Lookup own = lookup(text);
        while (own.next()) {
            int position = own.start();
            if (position % CHECK_INTERVAL == 0) {
                check.run();
            }
            int first = own.find();
            if (first < 0) {
                int slot = own.freeSlot;
                slots[slot] = position + 1;
                tags[slot] = own.freeTag;
                first = position;
            }
            firstOccurrence[position] = first;
        }
        this.halves = new WindowHalves(text, windowWidth, base, 4 * capacity);
    }

    /** Least width of its windows. */
    int windowWidth() {
        return windowWidth;
    }

    /** First occurrence of the window that starts at a position. */
    int firstOccurrence(int position) {
        return firstOccurrence[position];
    }

    /** Walks over the windows of this table's text. */
    WindowCursor windows() {
        return new WindowCursor(text, windowWidth, base);
    }

    /** Walks over the windows of {@code other}, to look for them in here. */
    Lookup lookup(char[] other) {
        return new Lookup(other);
    }

    /** A bijection that spreads all bits of a polynomial hash, whose low bits are weak, over the whole word. */
    static long mix(long hash) {
        long h = (hash ^ (hash >>> 32)) * 0x9E3779B97F4A7C15L;
        h = (h ^ (h >>> 29)) * 0xBF58476D1CE4E5B9L;
        return h ^ (h >>> 32);
    }

    /** What is kept of a hash beside its slot. */
    static int tag(long mixed) {
        return (int) (mixed >>> 32);
    }

    /**
     * The windows of a text one after the other, looked for in this table. In equal passages each window follows the last one on both
     * sides: there only what came in at its end is looked at, and no hash is made. Not thread-safe.
     */
    final class Lookup {
        private final char[] other;
        private final WindowCursor cursor;
        /** Where the last window was found here. */
        private int lastHere;
        /** End of the last window if it was found, else 0. */
        private int lastEnd;
        /** Where the window goes that was not found. */
        private int freeSlot;

        private int freeTag;

        private Lookup(char[] other) {
            this.other = other;
            this.cursor = new WindowCursor(other, windowWidth, base);
        }

        /** Goes to the next window; false where there is none any more. */
        boolean next() {
            return cursor.next();
        }

        /**
         * Goes to the next window that occurs here. In what is of this text alone most windows are passed over without a look, because half
         * of one already does not occur here.
         *
         * @param last goes no further than a window that starts there
         * @return false where there is none up to there
         */
        boolean nextFound(int last) {
            boolean there = cursor.next();
            while (there && cursor.start() <= last) {
                int here = followsLast() ? lastHere + 1 : -1;
                int absent = here < 0 ? halves.absentAtEnd(other, cursor.end()) : -1;
                if (here < 0 && absent < 0) {
                    here = probe();
                }
                found(here);
                if (here >= 0) {
                    return true;
                }
                there = cursor.moveTo(Math.max(cursor.start(), absent) + 1);
            }
            return false;
        }

        /** First occurrence of the window found last. */
        int firstOccurrence() {
            return firstOccurrence[lastHere];
        }

        /** First position of the window. */
        int start() {
            return cursor.start();
        }

        /** Position after the window. */
        int end() {
            return cursor.end();
        }

        /** First occurrence of the window in this table's text, negative where it does not occur. To be called once for each window. */
        int find() {
            int here = followsLast() ? lastHere + 1 : probe();
            found(here);
            return here < 0 ? here : firstOccurrence[here];
        }

        /** A window is fixed by its code units: where they agree, the run here is a shortest one of that width too. */
        private boolean followsLast() {
            return lastEnd > 0 && isAt(lastHere + 1, lastEnd);
        }

        private void found(int here) {
            lastHere = here;
            lastEnd = here < 0 ? 0 : cursor.end();
        }

        private int probe() {
            long mixed = mix(cursor.hash());
            int tag = tag(mixed);
            int slot = (int) mixed & mask;
            while (slots[slot] != 0) {
                if (tags[slot] == tag && isAt(slots[slot] - 1, cursor.start())) {
                    return slots[slot] - 1;
                }
                slot = (slot + 1) & mask;
            }
            freeSlot = slot;
            freeTag = tag;
            return -1;
        }

        /** Whether the window is at a position here, when all before {@code from} is known to be. */
        private boolean isAt(int position, int from) {
            int shift = position - cursor.start();
            if (cursor.end() + shift > text.length) {
                return false;
            }
            for (int i = from; i < cursor.end(); i++) {
                if (text[i + shift] != other[i]) {
                    return false;
                }
            }
            return true;
        }
    }
}
