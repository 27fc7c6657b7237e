package org.ndd.core.align;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Stores the distinct windows of one text in an open-addressing table without boxing. Hash matches are verified against the text, so the
 * results are exact. Takes 16 to 32 bytes per code unit, and 8 per repeated window. Immutable, so one table serves many comparisons.
 */
final class WindowTable implements Windows {
    private static final int CHECK_INTERVAL = 1 << 16;
    /** The bits of a hash that are stored with a position. */
    private static final long TAG = 0xFFFF_FFFF_0000_0000L;

    /**
     * Multiplier of the hash: unknown to authors of texts, so that colliding windows cannot be prepared. Results do not depend on it.
     */
    static final long BASE = new SecureRandom().nextLong() | 1;

    private final char[] text;
    private final int width;
    private final long base;
    private final int mask;
    /** Position of a distinct window's first occurrence plus one, with the upper half of its hash above it; 0 marks a free slot. */
    private final long[] slots;
    /** Pairs of the position of a repeated window and its first occurrence; positions ascend. */
    private int[] repeats = new int[16];

    private int repeatCount;

    /** Creates the table of the windows of {@code text}; expected O(|text|). */
    WindowTable(char[] text, int width, Runnable check) {
        this(text, width, BASE, check);
    }

    /** Creates the table with another multiplier, so that tests reach collisions. */
    WindowTable(char[] text, int width, long base, Runnable check) {
        this.text = text;
        this.width = width;
        this.base = base;
        int capacity = Math.max(16, Integer.highestOneBit(text.length) << 2);
        this.mask = capacity - 1;
        this.slots = new long[capacity];
        WindowCursor own = windows(text);
        while (own.next()) {
            if (own.start() % CHECK_INTERVAL == 0) {
                check.run();
            }
            put(own);
        }
    }

    private void put(WindowCursor window) {
        long mixed = mix(window.hash());
        int slot = (int) mixed & mask;
        while (slots[slot] != 0) {
            if (contains(slot, mixed, window)) {
                addRepeat(window.start(), position(slot));
                return;
            }
            slot = slot + 1 & mask;
        }
        slots[slot] = mixed & TAG | window.start() + 1;
    }

    private int position(int slot) {
        return (int) slots[slot] - 1;
    }

    /** Returns whether a slot contains the window: the stored bits of the hash reject most others without access to the text. */
    private boolean contains(int slot, long mixed, WindowCursor window) {
        return ((slots[slot] ^ mixed) & TAG) == 0 && window.matches(text, position(slot));
    }

    private void addRepeat(int position, int first) {
        if (repeatCount == repeats.length) {
            repeats = Arrays.copyOf(repeats, 2 * repeatCount);
        }
        repeats[repeatCount++] = position;
        repeats[repeatCount++] = first;
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public char[] text() {
        return text;
    }

    /** Returns a cursor over the windows of a text, for lookups in this table. */
    WindowCursor windows(char[] other) {
        return new WindowCursor(other, width, base);
    }

    /** Returns the first occurrence in this table's text of a window of any text, negative if there is none. */
    int find(WindowCursor window) {
        long mixed = mix(window.hash());
        int slot = (int) mixed & mask;
        while (slots[slot] != 0) {
            if (contains(slot, mixed, window)) {
                return position(slot);
            }
            slot = slot + 1 & mask;
        }
        return -1;
    }

    @Override
    public void addRuns(SharedRuns runs, int least, Runnable check) {
        WindowCursor windows = windows(runs.otherText());
        int nextCheck = CHECK_INTERVAL;
        boolean more = windows.next();
        while (more && windows.start() <= runs.lastStart(least)) {
            if (windows.start() >= nextCheck) {
                check.run();
                nextCheck = windows.start() + CHECK_INTERVAL;
            }
            int position = find(windows);
            if (position < 0) {
                more = windows.next();
            } else {
                runs.follow(position, windows.start(), windows.end() - windows.start());
                more = windows.jumpTo(runs.firstOpen(windows.start() + 1, 0));
            }
        }
    }

    /** Takes O(windows that repeat others) time. */
    @Override
    public void addEqual(BitSet known, Runnable check) {
        for (int i = 0; i < repeatCount; i += 2) {
            if (known.get(repeats[i])) {
                known.set(repeats[i + 1]);
            }
        }
        for (int i = 0; i < repeatCount; i += 2) {
            if (known.get(repeats[i + 1])) {
                known.set(repeats[i]);
            }
        }
    }

    /** Spreads all bits of a polynomial hash, whose low bits are weak, over the whole word, by a bijection. */
    static long mix(long hash) {
        long h = (hash ^ (hash >>> 32)) * 0x9E3779B97F4A7C15L;
        h = (h ^ (h >>> 29)) * 0xBF58476D1CE4E5B9L;
        return h ^ (h >>> 32);
    }
}
