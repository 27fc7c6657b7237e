package org.ndd.core.compare;

import java.util.Arrays;

/**
 * Long runs of code units that two texts have in common, found without a look at every window: of one text {@linkplain SampledWindows
 * some} are known, the other is walked over until one of them turns up, and from there both are followed as far as they agree (Tridgell,
 * 1996, rsync). What is found says for sure that the two agree there; what is not found says nothing. Between near-duplicates nearly all is
 * found, at the cost of comparing them code unit by code unit. Immutable.
 */
final class SharedRuns {
    /** Code units without a run after which no more is expected: before the first, when the texts most likely have nothing in common. */
    private static final int FIRST_PATIENCE = 128;
    /** Once so many code units are in runs, which pages of one form have in common by chance too. */
    private static final int LIKELY = 96;
    /** One in so many code units of the text is waited for then. */
    private static final int PATIENCE_SHARE = 3;

    private final SampledWindows samples;
    private final char[] here;
    private final char[] there;
    /** Start here, start there, length; in the order of the other text, in which they do not overlap. */
    private int[] runs = new int[3 * 8];

    private int count;
    private int length;

    private SharedRuns(SampledWindows samples, char[] there) {
        this.samples = samples;
        this.here = samples.text();
        this.there = there;
    }

    /**
     * Finds runs. Expected O(|there|).
     *
     * @param samples of one text
     * @param there the other
     */
    static SharedRuns of(SampledWindows samples, char[] there) {
        SharedRuns runs = new SharedRuns(samples, there);
        runs.walk();
        return runs;
    }

    /** How many there are. */
    int count() {
        return count;
    }

    /** Code units of the other text that are in a run. */
    int length() {
        return length;
    }

    int startHere(int run) {
        return runs[3 * run];
    }

    int startThere(int run) {
        return runs[3 * run + 1];
    }

    int lengthOf(int run) {
        return runs[3 * run + 2];
    }

    private void walk() {
        follow(0, 0, 0);
        int last = endThere();
        WindowCursor windows = samples.windows(there);
        boolean more = windows.jumpTo(last);
        while (more && windows.start() - last <= patience()) {
            int found = samples.find(windows);
            if (found < 0) {
                more = windows.next();
            } else {
                follow(found, windows.start(), last);
                last = endThere();
                more = windows.jumpTo(last);
            }
        }
    }

    private int patience() {
        return length < LIKELY ? FIRST_PATIENCE : Math.max(FIRST_PATIENCE, there.length / PATIENCE_SHARE);
    }

    private int endThere() {
        return count == 0 ? 0 : startThere(count - 1) + lengthOf(count - 1);
    }

    /** Takes what agrees around a position of both, after what was taken before. */
    private void follow(int inHere, int inThere, int from) {
        int common = Arrays.mismatch(here, inHere, here.length, there, inThere, there.length);
        if (common < 0) {
            common = here.length - inHere;
        }
        int before = 0;
        while (inHere > before && inThere - before > from && here[inHere - before - 1] == there[inThere - before - 1]) {
            before++;
        }
        if (common + before == 0) {
            return;
        }
        if (3 * count == runs.length) {
            runs = Arrays.copyOf(runs, 2 * runs.length);
        }
        runs[3 * count] = inHere - before;
        runs[3 * count + 1] = inThere - before;
        runs[3 * count + 2] = common + before;
        count++;
        length += common + before;
    }
}
