package org.ndd.core.compare;

import org.ndd.core.text.Width;

/**
 * The runs of half a window's width of one text, as a Bloom filter of one hash: says of most runs that do not occur in the text that they
 * do not. No window around such a run occurs there either, so all of them are passed over at once, as in the string search of Wu and Manber
 * (1994). 1 to 2 bytes a code unit.
 */
final class WindowHalves {
    private final int width;
    private final long base;
    private final long[] bits;
    private final int mask;

    /**
     * @param text code units
     * @param windowWidth of the windows, at least 1
     * @param base odd multiplier of the hash
     * @param size bits, a power of two, at least 64; 8 a code unit make one false answer in eight
     */
    WindowHalves(char[] text, int windowWidth, long base, int size) {
        this(windowWidth, base, size);
        add(text, 0, text.length);
    }

    /** With no runs yet. */
    WindowHalves(int windowWidth, long base, int size) {
        this.width = (windowWidth + 1) / 2;
        this.base = base;
        this.bits = new long[size >>> 6];
        this.mask = size - 1;
    }

    /** Adds the runs of a part of a text; to be called before anything is looked for. */
    void add(char[] text, int start, int end) {
        WindowCursor halves = new WindowCursor(text, width, base);
        for (boolean more = halves.jumpTo(start); more && halves.end() <= end; more = halves.next()) {
            int bit = bit(halves.hash());
            bits[bit >>> 6] |= 1L << bit;
        }
    }

    private int bit(long hash) {
        return (int) WindowTable.mix(hash) & mask;
    }

    /**
     * Looks for the last run of half the width in a window.
     *
     * @param other code units
     * @param end of a window of {@code other}
     * @return where the run begins, if it does not occur in the text of this; −1 where it may
     */
    int absentAtEnd(char[] other, int end) {
        int start = end;
        for (int left = width; left > 0; left -= Width.of(other[start])) {
            start--;
        }
        // Runs are the shortest ones from their start, so a narrow unit at the end may be one too many.
        long hash = 0;
        int left = width;
        for (int i = start; left > 0; i++) {
            hash = hash * base + other[i];
            left -= Width.of(other[i]);
        }
        int bit = bit(hash);
        return (bits[bit >>> 6] & 1L << bit) == 0 ? start : -1;
    }
}
