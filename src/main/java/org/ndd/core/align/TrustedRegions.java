package org.ndd.core.align;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ndd.core.text.ParameterCheck;

/**
 * The trustable LCS (TLCS) of two texts, over one or more regions (docs/algorithm.md, Comparing two texts). A region is found, removed from
 * A's sketch together with its matches in B's, and the rest is aligned again. This finds paragraphs that moved. The edit curve is always
 * computed from the whole texts.
 *
 * @param length |TLCS|: matched code units in all regions
 * @param regions in the order found, the most central first
 * @param approximate whether any alignment exceeded the work budget
 */
public record TrustedRegions(int length, List<Region> regions, boolean approximate) {

    /**
     * How trustable regions are found.
     *
     * @param slope θ of a region, 0 to 1
     * @param count maximum number of regions, 1 to 16
     */
    public record Limits(double slope, int count) {

        public Limits {
            ParameterCheck.share("slope", slope);
            ParameterCheck.range("regions", count, 1, 16);
        }
    }

    /**
     * A stretch of A that was found in B, as half-open ranges of positions in code units.
     *
     * @param startA first position in A
     * @param endA position after the last in A
     * @param startB position of the first match in B
     * @param endB position after the last match in B
     * @param text A's text from {@code startA} to {@code endA} as it was compared; lines that were masked as boilerplate are
     *     not in it
     */
    public record Region(int startA, int endA, int startB, int endB, String text) {}

    /**
     * Finds the regions; takes the time of at most {@code limits.count()} alignments.
     *
     * @param sketches sketches of {@code a} and {@code b}
     * @param alignment alignment of the whole sketches
     * @param window the window of the sketches
     */
    static TrustedRegions find(
            String a, String b, Sketch.Pair sketches, Alignment alignment, int window, Limits limits, Runnable check) {
        int[] leftInA = sketches.ofA().positions();
        int[] leftInB = sketches.ofB().positions();
        Alignment current = alignment;
        List<Region> regions = new ArrayList<>();
        int length = 0;
        boolean approximate = alignment.approximate();
        for (int n = 1; ; n++) {
            check.run();
            TrustedRegion found = TrustedRegion.find(new EditCurve(a.length(), b.length(), current), limits.slope());
            if (found == null) {
                break;
            }
            int from = current.firstMatchFrom(found.start());
            int to = current.firstMatchFrom(found.end());
            int matched = to - from;
            // A further region must add more than two windows, which chance matches can reach.
            if (matched == 0 || n > 1 && matched < 2 * window) {
                break;
            }
            regions.add(new Region(
                    found.start(),
                    found.end(),
                    current.inB()[from],
                    current.inB()[to - 1] + 1,
                    a.substring(found.start(), found.end())));
            length += matched;
            if (n == limits.count()) {
                break;
            }
            leftInA = Arrays.stream(leftInA)
                    .filter(position -> position < found.start() || position >= found.end())
                    .toArray();
            leftInB = without(leftInB, current.inB(), from, to);
            if (Math.min(leftInA.length, leftInB.length) < 2 * window) {
                break;
            }
            current = new SketchAligner(a, leftInA, b, leftInB, check).align();
            approximate |= current.approximate();
        }
        return new TrustedRegions(length, List.copyOf(regions), approximate);
    }

    /** Returns {@code positions} without those in {@code removed[from, to)}; both ascending, the latter among the former. */
    private static int[] without(int[] positions, int[] removed, int from, int to) {
        int[] left = new int[positions.length - (to - from)];
        int next = from;
        int n = 0;
        for (int position : positions) {
            if (next < to && removed[next] == position) {
                next++;
            } else {
                left[n++] = position;
            }
        }
        return left;
    }
}
