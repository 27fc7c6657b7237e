package org.ndd.core.compare;

import java.util.Arrays;
import org.ndd.core.text.Width;

/**
 * Walks over the windows of a text: the window at position i is the shortest run from i whose width (ASCII 1, any other
 * code unit 2) reaches a given width; positions too close to the end have none. A window has a polynomial hash mod 2^64
 * of its code units. Equal windows have equal hashes; the reverse must be checked by the caller.
 *
 * <p>O(1) a step, amortised, and so is the hash where it is asked for at each step; not thread-safe.
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
    /** The run that {@link #hash} is of: it follows the window only when the hash is asked for. */
    private int hashStart;

    private int hashEnd;
    private long hash;

    /**
     * @param text code units of any text; not changed
     * @param windowWidth least width of a window, at least 1
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

    /** Width of a text, but no more than {@code limit + 1}: enough to compare it with a window's width. */
    static int widthUpTo(String text, int limit) {
        int width = 0;
        for (int i = 0; i < text.length() && width < limit; i++) {
            width += Width.of(text.charAt(i));
        }
        return width;
    }

    /** Goes to the window of the next position; false where there is none any more. */
    boolean next() {
        return moveTo(start + 1);
    }

    /**
     * Goes to the window of a position, leaving out those between; false where there is none any more.
     *
     * @param position after that of this window, and no further than its end
     */
    boolean moveTo(int position) {
        for (int i = Math.max(0, start); i < position; i++) {
            width -= Width.of(text[i]);
        }
        start = position;
        while (width < windowWidth) {
            if (end == text.length) {
                return false;
            }
            width += Width.of(text[end++]);
        }
        return true;
    }

    /**
     * Goes to the window of any position; false where there is none.
     *
     * @param position 0 or more
     */
    boolean jumpTo(int position) {
        start = Math.min(position, text.length);
        end = start;
        hashStart = start;
        hashEnd = start;
        hash = 0;
        width = 0;
        return moveTo(start);
    }

    /** First position of the window. */
    int start() {
        return start;
    }

    /** Position after the window. */
    int end() {
        return end;
    }

    /** Whether the window is at a position of another text too. */
    boolean isAt(char[] other, int position) {
        int otherEnd = position + end - start;
        return otherEnd <= other.length && Arrays.equals(other, position, otherEnd, text, start, end);
    }

    /** Hash of the window's code units. */
    long hash() {
        if (hashEnd - start < start - hashStart) {
            // Less than half of it is left: made anew.
            hashStart = start;
            hashEnd = start;
            hash = 0;
        }
        while (hashStart < start) {
            hash -= text[hashStart] * leadingFactor[hashEnd - hashStart];
            hashStart++;
        }
        while (hashEnd < end) {
            hash = hash * base + text[hashEnd++];
        }
        return hash;
    }
}
