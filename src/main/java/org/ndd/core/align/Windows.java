package org.ndd.core.align;

import java.util.BitSet;
import org.ndd.core.text.Width;

/**
 * Indexes the windows of one text, so that equal windows of other texts are found. The window at a position is the shortest run of code
 * units from there whose width ({@link Width}) reaches {@link #width}. Positions too close to the end have none. Results are exact.
 * Immutable, so one instance serves many comparisons.
 */
sealed interface Windows permits SeedTable, WindowTable {

    /**
     * Indexes the windows of a text; expected O(|text|).
     *
     * @param text code units, which must not be changed
     * @param width minimum width of a window, at least 1
     * @param check called periodically; throws to cancel
     */
    static Windows of(char[] text, int width, Runnable check) {
        SeedTable seeds = SeedTable.of(text, width, check);
        return seeds == null ? new WindowTable(text, width, check) : seeds;
    }

    /** Returns the minimum width of a window. */
    int width();

    /** Returns the indexed text, which must not be changed. */
    char[] text();

    /**
     * Adds runs of code units that another text shares with this one, until each window of the other text that occurs here is in a run.
     * Ends earlier if the sketch of the other text is certain to be too small.
     *
     * @param runs runs of this text and the other
     * @param least minimum number of code units of the sketch of the other text
     * @param check called periodically; throws to cancel
     */
    void addRuns(SharedRuns runs, int least, Runnable check);

    /**
     * Adds the windows of this text that are equal to known ones.
     *
     * @param known positions of windows; those of equal windows are added
     * @param check called periodically; throws to cancel
     */
    void addEqual(BitSet known, Runnable check);

    /** Returns the position after the window at a position; the end of the text if there is none. */
    static int endOf(char[] text, int position, int width) {
        int after = position;
        for (int w = 0; w < width && after < text.length; ) {
            w += Width.of(text[after++]);
        }
        return after;
    }

    /** Returns the position of the last window that ends at {@code runEnd}, or one code unit before; negative if there is none. */
    static int lastStart(char[] text, int runEnd, int width) {
        int position = runEnd;
        for (int w = 0; w < width; ) {
            if (position == 0) {
                return -1;
            }
            w += Width.of(text[--position]);
        }
        return position;
    }
}
