package org.ndd.core.compare;

import java.util.BitSet;
import org.ndd.core.text.Width;

/**
 * The windows of one text, kept so that those of others are found among them. The window at a position is the shortest run of code units
 * from there whose width ({@link Width}) reaches that of all windows; positions too close to the end have none. Answers are exact. What is
 * made once serves many comparisons: immutable.
 */
sealed interface Windows permits SeedTable, WindowTable {

    /**
     * Those of a text; expected O(|text|).
     *
     * @param text not to be changed
     * @param width least width of a window, at least 1
     * @param check called now and then; throws to cancel
     */
    static Windows of(char[] text, int width, Runnable check) {
        SeedTable seeds = SeedTable.of(text, width, check);
        return seeds == null ? new WindowTable(text, width, check) : seeds;
    }

    /** Least width of a window. */
    int width();

    /** The text whose windows these are; not to be changed. */
    char[] text();

    /**
     * Adds runs of code units that another text shares with this one, until each window of the other text that occurs here is in one; ends
     * before that where the sketch of the other text is sure to be too small.
     *
     * @param runs of this text and the other
     * @param least code units that the sketch of the other text must have
     * @param check called now and then; throws to cancel
     */
    void addRuns(SharedRuns runs, int least, Runnable check);

    /**
     * Adds the windows of this text that are equal to some of its others.
     *
     * @param known where windows begin; takes the others too
     * @param check called now and then; throws to cancel
     */
    void addEqual(BitSet known, Runnable check);

    /** Position after the window at a position; the end of the text where there is none. */
    static int endOf(char[] text, int position, int width) {
        int after = position;
        for (int w = 0; w < width && after < text.length; ) {
            w += Width.of(text[after++]);
        }
        return after;
    }

    /** Position of the last window that ends where {@code runEnd} is, or one code unit before; negative where there is none. */
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
