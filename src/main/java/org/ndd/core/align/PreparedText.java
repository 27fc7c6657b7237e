package org.ndd.core.align;

import org.ndd.core.text.Width;

/**
 * A text as it is compared, and data derived from it. The text of a pivot, a document that is compared with many, keeps these data: under
 * 40 bytes per code unit. Not thread-safe.
 */
public final class PreparedText {
    private final String text;
    private final boolean pivot;
    private char[] units;
    private Windows windows;
    private WordSearch words;
    private int width = -1;

    /** @param pivot whether it is compared with many texts, and keeps the data that are derived from it */
    public PreparedText(String text, boolean pivot) {
        this.text = text;
        this.pivot = pivot;
    }

    public String text() {
        return text;
    }

    /** Returns the number of code units. */
    public int length() {
        return text.length();
    }

    /** Returns the width of the text, see {@link Width}. O(n) once. */
    public int width() {
        if (width < 0) {
            width = Width.of(units());
        }
        return width;
    }

    /**
     * Returns whether the table of windows is made from this text: from the one that already has it, else from a pivot, else from the
     * shorter one.
     */
    boolean isBetterForWindows(PreparedText other, int width) {
        int rank = reuseRank(width);
        int otherRank = other.reuseRank(width);
        return rank == otherRank ? length() <= other.length() : rank > otherRank;
    }

    private int reuseRank(int width) {
        return hasWindows(width) ? 2 : pivot ? 1 : 0;
    }

    /** Returns the code units, which must not be changed. */
    public char[] units() {
        if (units == null) {
            units = text.toCharArray();
        }
        return units;
    }

    /** Returns whether the table of its windows exists already. */
    boolean hasWindows(int width) {
        return windows != null && windows.width() == width;
    }

    /** Returns the table of its windows; a pivot keeps it. */
    Windows windows(int width, Runnable check) {
        if (hasWindows(width) == false) {
            windows = Windows.of(units(), width, check);
        }
        return windows;
    }

    /** Returns a search for words of the text; a pivot keeps the table of its words. */
    public WordSearch words() {
        if (words == null) {
            words = new WordSearch(this, pivot);
        }
        return words;
    }
}
