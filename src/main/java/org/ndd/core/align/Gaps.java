package org.ndd.core.align;

import org.ndd.core.text.Tokens;

/**
 * The parts of a text outside all runs that it is known to share with another text, extended by {@value #MARGIN} code units into the runs
 * on either side. Tokens that touch no gap also occur in the other text, with the same code units around them. If no runs are known, the
 * whole text is one gap. Immutable.
 */
public final class Gaps {
    /** Number of code units that suffices to determine the bounds of a word or a number. */
    private static final int MARGIN = 4;

    private final int[] bounds;

    private Gaps(int[] bounds) {
        this.bounds = bounds;
    }

    /** Returns a single gap: the whole text. */
    static Gaps all(int length) {
        return new Gaps(new int[] {0, length});
    }

    /**
     * Returns the complement of runs.
     *
     * @param starts starts of the runs, ascending
     * @param ends ends of the same runs, ascending
     * @param runs number of runs
     * @param length length of the text, in code units
     */
    static Gaps between(int[] starts, int[] ends, int runs, int length) {
        int[] bounds = new int[2 * runs + 2];
        for (int run = 0; run <= runs; run++) {
            int left = run == 0 ? 0 : Math.max(0, ends[run - 1] - MARGIN);
            int right = run == runs ? length : Math.min(length, starts[run] + MARGIN);
            // If runs overlap, a token across the whole overlap is in neither.
            bounds[2 * run] = Math.min(left, right);
            bounds[2 * run + 1] = Math.max(left, right);
        }
        return new Gaps(bounds);
    }

    /** Returns the number of gaps, at least 1. */
    int count() {
        return bounds.length / 2;
    }

    /** Returns the start of a gap; starts ascend, but gaps may overlap by some code units. */
    int start(int gap) {
        return bounds[2 * gap];
    }

    /** Returns the end of a gap, exclusive; ends ascend. */
    int end(int gap) {
        return bounds[2 * gap + 1];
    }

    /** Returns the sum of the lengths of the gaps, in code units. Gaps may overlap by some of them. O(gaps). */
    int length() {
        int length = 0;
        for (int gap = 0; gap < count(); gap++) {
            length += end(gap) - start(gap);
        }
        return length;
    }

    /**
     * Visits the tokens that touch a gap, each once, in order; all other tokens also occur in the other text. O(length of the gaps).
     *
     * @param units code units of the text
     */
    void forEachToken(char[] units, Tokens.Visitor visitor) {
        int from = 0;
        for (int gap = 0; gap < count(); gap++) {
            // the visited part ends outside all tokens, so a long token is not scanned again for each gap within it
            int start = start(gap) <= from ? from : Tokens.startOf(units, start(gap), from);
            from = Math.max(start, Tokens.forEach(units, start, end(gap), visitor));
        }
    }
}
