package org.ndd.core.align;

import java.util.Arrays;
import org.ndd.core.text.Width;

/**
 * Iterates over the windows of a text. The window at position i is the shortest run from i whose width (ASCII 1, any other code unit 2)
 * reaches a given width. Positions too close to the end have none. A window has a polynomial hash mod 2^64 of its code units (Karp and
 * Rabin, 1987). Equal windows have equal hashes; callers must compare windows with equal hashes.
 *
 * <p>O(1) per step, amortized; not thread-safe.
 */
final class WindowCursor {
    private final char[] text;
    private final int windowWidth;
    private final long base;
    /** base^(n-1) for a window of n code units. */
    private final long[] leadingFactor;

    private int start = -1;
    private int end;
    private int width;
    private long hash;

    /**
     * @param text code units of any text; not changed
     * @param windowWidth minimum width of a window, at least 1
     * @param base odd multiplier of the hash
     */
    WindowCursor(char[] text, int windowWidth, long base) {
        this.text = text;
        this.windowWidth = windowWidth;
        this.base = base;
        this.leadingFactor = new long[windowWidth + 1];
        long factor = 1;
        for (int n = 1; n <= windowWidth; n++) {
            leadingFactor[n] = factor;
            factor *= base;
        }
    }

    /** Returns the width of a text, but at most {@code limit + 1}: enough to compare it with a window's width. */
    static int widthUpTo(String text, int limit) {
        int width = 0;
        for (int i = 0; i < text.length() && width < limit; i++) {
            width += Width.of(text.charAt(i));
        }
        return width;
    }

    /** Moves to the window of the next position; returns false if there is none. */
    boolean next() {
        if (start >= 0) {
            char removed = text[start];
            hash -= removed * leadingFactor[end - start];
            width -= Width.of(removed);
        }
        start++;
        return fill();
    }

    /**
     * Moves to the window of any position; returns false if there is none.
     *
     * @param position 0 or more
     */
    boolean jumpTo(int position) {
        start = Math.min(position, text.length);
        end = start;
        width = 0;
        hash = 0;
        return fill();
    }

    private boolean fill() {
        while (width < windowWidth) {
            if (end == text.length) {
                return false;
            }
            char added = text[end++];
            hash = hash * base + added;
            width += Width.of(added);
        }
        return true;
    }

    /** Returns the first position of the window. */
    int start() {
        return start;
    }

    /** Returns the position after the window. */
    int end() {
        return end;
    }

    /** Returns the hash of the window's code units. */
    long hash() {
        return hash;
    }

    /** Returns whether the window also occurs at a position of another text. */
    boolean matches(char[] other, int position) {
        int otherEnd = position + end - start;
        return otherEnd <= other.length && Arrays.equals(other, position, otherEnd, text, start, end);
    }
}
