package org.ndd.core.fingerprint;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Selects the passages of smallest value, up to the number of fingerprints of a document. Half of the places are reserved for passages
 * within one line, which are prose; fewer places if there are fewer such passages. Otherwise a short article under a long menu, whose
 * entries are separate lines, would be found by its menu alone. If prose has half of the places anyway, as in most documents, the result is
 * simply the smallest passages. O(k) per passage at worst, usually O(1), for k places.
 */
final class SmallestPassages {

    private final int places;
    private final SmallestValues prose;
    private final SmallestValues acrossLines;

    /** @param places maximum number of passages, 1 or more */
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
     * @param end after its last sentence
     * @param withinLine whether all its sentences are in one line
     */
    void offer(long value, int start, int end, boolean withinLine) {
        (withinLine ? prose : acrossLines).offer(value, start, end);
    }

    /** Returns the number of values that are kept. Must be called after all passages were added. */
    int size() {
        acrossLines.remove(prose);
        return Math.min(places, prose.size() + acrossLines.size());
    }

    /**
     * Returns the distinct values that are kept, in no order. Must be called after all passages were added.
     *
     * @param sentences only values of passages made only of these sentences; {@code null} for all
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

    /** Returns how many of the smallest passages of both kinds are prose. */
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
