package org.ndd.core.compare;

import java.util.Arrays;

/**
 * Translates positions of a masked text to positions of the whole text. Masking removes all copies of a line together, so the remaining
 * lines are located by scanning both texts in parallel. Immutable.
 */
final class MaskedPositions {
    /** For line n of the masked text: its start there, and its start in the whole text. */
    private final int[] maskedStarts;

    private final int[] wholeStarts;

    /**
     * O(|whole|).
     *
     * @param whole a text
     * @param masked the same without some of its lines
     */
    MaskedPositions(String whole, String masked) {
        int[] inMasked = new int[16];
        int[] inWhole = new int[16];
        int n = 0;
        int from = 0;
        for (int line = 0; line <= whole.length() && from <= masked.length(); ) {
            int end = lineEnd(whole, line);
            int length = lineEnd(masked, from) - from;
            if (length == end - line && whole.regionMatches(line, masked, from, length)) {
                if (n == inMasked.length) {
                    inMasked = Arrays.copyOf(inMasked, 2 * n);
                    inWhole = Arrays.copyOf(inWhole, 2 * n);
                }
                inMasked[n] = from;
                inWhole[n++] = line;
                from += length + 1;
            }
            line = end + 1;
        }
        if (from <= masked.length()) {
            throw new IllegalArgumentException("[masked] must be lines of [whole]");
        }
        this.maskedStarts = Arrays.copyOf(inMasked, n);
        this.wholeStarts = Arrays.copyOf(inWhole, n);
    }

    /** Position in the whole text of a character of the masked text. O(log lines). */
    int of(int position) {
        int line = Arrays.binarySearch(maskedStarts, position);
        if (line < 0) {
            line = -line - 2;
        }
        return wholeStarts[line] + position - maskedStarts[line];
    }

    private static int lineEnd(String text, int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end;
    }
}
