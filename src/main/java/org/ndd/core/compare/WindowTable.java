package org.ndd.core.compare;

import java.util.BitSet;

/**
 * The distinct windows of one text, in an open-addressing table without boxing, and which of them were seen in the
 * other text. Hash matches are verified against the text, so the answers are exact. Not thread-safe.
 */
final class WindowTable {
    private static final int CHECK_INTERVAL = 1 << 16;

    private final char[] text;
    private final int mask;
    /** Position of a distinct window's first occurrence plus one; 0 marks a free slot. */
    private final int[] slots;
    /** The upper half of the hash of the window in a slot: spares most looks at the text. */
    private final int[] tags;
    /** First occurrence of the window that starts at a position. */
    private final int[] firstOccurrence;
    /** First occurrences of windows that were looked up with success. */
    private final BitSet marked = new BitSet();

    /** The last verified match: its position here, and its start and end in the text that is looked up. */
    private int lastHere = -2;

    private int lastThere = -2;
    private int lastEnd;

    /** Fills the table with the windows of {@code text}; expected O(|text|). */
    WindowTable(char[] text, int windowWidth, long base, Runnable check) {
        this.text = text;
        int capacity = Math.max(16, Integer.highestOneBit(text.length) << 2);
        this.mask = capacity - 1;
        this.slots = new int[capacity];
        this.tags = new int[capacity];
        this.firstOccurrence = new int[text.length];
        WindowCursor cursor = new WindowCursor(text, windowWidth, base);
        while (cursor.next()) {
            if (cursor.start() % CHECK_INTERVAL == 0) {
                check.run();
            }
            int slot = find(text, cursor);
            if (slots[slot] == 0) {
                slots[slot] = cursor.start() + 1;
                tags[slot] = tag(mix(cursor.hash()));
            }
            firstOccurrence[cursor.start()] = slots[slot] - 1;
        }
        // From now on windows of another text are looked up.
        lastHere = -2;
        lastThere = -2;
    }

    /** Whether the window at the cursor, which stands in {@code other}, is in this table; marks it if so. */
    boolean markIfPresent(char[] other, WindowCursor cursor) {
        int slot = find(other, cursor);
        if (slots[slot] == 0) {
            return false;
        }
        marked.set(slots[slot] - 1);
        return true;
    }

    /** Whether the window of this table's text at {@code position} was marked. */
    boolean isMarked(int position) {
        return marked.get(firstOccurrence[position]);
    }

    /** A bijection that spreads all bits of a polynomial hash, whose low bits are weak, over the whole word. */
    static long mix(long hash) {
        long h = (hash ^ (hash >>> 32)) * 0x9E3779B97F4A7C15L;
        h = (h ^ (h >>> 29)) * 0xBF58476D1CE4E5B9L;
        return h ^ (h >>> 32);
    }

    private static int tag(long mixed) {
        return (int) (mixed >>> 32);
    }

    private int find(char[] other, WindowCursor cursor) {
        long mixed = mix(cursor.hash());
        int tag = tag(mixed);
        int slot = (int) mixed & mask;
        while (slots[slot] != 0 && (tags[slot] != tag || sameWindow(slots[slot] - 1, other, cursor) == false)) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    /**
     * A window is fixed by its code units: where they agree, the run here is a shortest one of that width too. In equal
     * passages each window follows the last one on both sides, and only what came in at its end is looked at.
     */
    private boolean sameWindow(int position, char[] other, WindowCursor cursor) {
        int length = cursor.end() - cursor.start();
        if (position + length > text.length) {
            return false;
        }
        boolean follows = position == lastHere + 1 && cursor.start() == lastThere + 1;
        int known = follows ? lastEnd - cursor.start() : 0;
        for (int i = known; i < length; i++) {
            if (text[position + i] != other[cursor.start() + i]) {
                return false;
            }
        }
        lastHere = position;
        lastThere = cursor.start();
        lastEnd = cursor.end();
        return true;
    }
}
