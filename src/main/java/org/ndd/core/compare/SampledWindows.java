package org.ndd.core.compare;

/**
 * Some windows of a text, at a fixed distance, in a small table. In a long run that another text shares there is one of them. Less than
 * half a byte a code unit. Immutable, so one table serves many comparisons.
 */
final class SampledWindows {
    /** Code units from one window in the table to the next. */
    private static final int DISTANCE = 32;

    private final char[] text;
    private final int windowWidth;
    private final long base;
    /** Position of a window plus one; 0 marks a free slot. */
    private final int[] slots;

    private final int mask;

    /**
     * @param windowWidth least width of a window, at least 1
     * @param base odd multiplier of hashes
     */
    SampledWindows(char[] text, int windowWidth, long base) {
        this.text = text;
        this.windowWidth = windowWidth;
        this.base = base;
        int capacity = Math.max(16, Integer.highestOneBit(text.length / DISTANCE + 1) << 2);
        this.slots = new int[capacity];
        this.mask = capacity - 1;
        WindowCursor windows = windows(text);
        for (int position = 0; windows.jumpTo(position); position += DISTANCE) {
            int slot = slotOf(windows);
            if (slots[slot] == 0) {
                slots[slot] = position + 1;
            }
        }
    }

    char[] text() {
        return text;
    }

    /** Least width of its windows. */
    int windowWidth() {
        return windowWidth;
    }

    /** Walks over the windows of a text, to look for them in here. */
    WindowCursor windows(char[] other) {
        return new WindowCursor(other, windowWidth, base);
    }

    /** Where a window of another text is known to occur here, negative where it is not. */
    int find(WindowCursor window) {
        return slots[slotOf(window)] - 1;
    }

    /** The slot of an equal window of this text, else a free one. */
    private int slotOf(WindowCursor window) {
        int slot = (int) WindowTable.mix(window.hash()) & mask;
        while (slots[slot] != 0 && window.isAt(text, slots[slot] - 1) == false) {
            slot = slot + 1 & mask;
        }
        return slot;
    }
}
