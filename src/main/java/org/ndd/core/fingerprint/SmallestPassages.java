package org.ndd.core.fingerprint;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The passages of smallest value, as many as fingerprints are kept. Half of the places are kept for passages within one line, which are
 * prose, as far as there are any: else a short article under a long menu, whose entries are a line each, is found by its menu alone. Where
 * prose has its half anyway, which is so on most pages, these are simply the smallest. O(k) an offer at worst, O(1) mostly, for k places.
 */
final class SmallestPassages {

    private final int places;
    private final SmallestValues prose;
    private final SmallestValues acrossLines;

    /** @param places passages that are kept at most, above 0 */
    SmallestPassages(int places) {
        this.places = places;
        this.prose = new SmallestValues(places);
        this.acrossLines = new SmallestValues(places);
    }

    /**
     * Adds a passage.
     *
     * @param value the hash to compare, unsigned
     * @param start its first sentence
     * @param end after its last one
     * @param withinLine whether all its sentences are in one line
     */
    void offer(long value, int start, int end, boolean withinLine) {
        (withinLine ? prose : acrossLines).offer(value, start, end);
    }

    /** How many values are kept. To be called once all passages were offered. */
    int size() {
        acrossLines.remove(prose);
        return Math.min(places, prose.size() + acrossLines.size());
    }

    /**
     * The values that are kept: different ones, in no order. To be called once all passages were offered.
     *
     * @param sentences only those of passages that are made of these alone; {@code null} for all
     */
    long[] values(BitSet sentences) {
        acrossLines.remove(prose);
        int ofProse = Math.max(proseAmongSmallest(), Math.min(places / 2, prose.size()));
        int others = Math.min(places - ofProse, acrossLines.size());
        long[] values = new long[ofProse + others];
        int size = prose.copy(ofProse, sentences, values, 0);
        size = acrossLines.copy(others, sentences, values, size);
        return Arrays.copyOf(values, size);
    }

    /** How many of the smallest of both kinds are prose. */
    private int proseAmongSmallest() {
        int ofProse = 0;
        int others = 0;
        while (ofProse + others < places && ofProse < prose.size()) {
            boolean otherIsSmaller = others < acrossLines.size()
                    && Long.compareUnsigned(acrossLines.value(others), prose.value(ofProse)) < 0;
            if (otherIsSmaller) {
                others++;
            } else {
                ofProse++;
            }
        }
        return ofProse;
    }
}
