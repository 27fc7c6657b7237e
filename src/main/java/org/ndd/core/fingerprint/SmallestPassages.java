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
    private final Sample prose;
    private final Sample acrossLines;

    /** @param places passages that are kept at most, above 0 */
    SmallestPassages(int places) {
        this.places = places;
        this.prose = new Sample(places);
        this.acrossLines = new Sample(places);
    }

    /**
     * Takes a passage in.
     *
     * @param value what is compared, without sign
     * @param start its first sentence
     * @param end after its last one
     * @param withinLine whether all its sentences are in one line
     */
    void offer(long value, int start, int end, boolean withinLine) {
        (withinLine ? prose : acrossLines).offer(value, start, end);
    }

    boolean isEmpty() {
        return prose.size == 0 && acrossLines.size == 0;
    }

    /**
     * The values that are kept: different ones, ascending without sign.
     *
     * @param sentences only those of passages that are made of these alone; {@code null} for all
     */
    long[] values(BitSet sentences) {
        acrossLines.remove(prose);
        int ofProse = Math.max(proseAmongSmallest(), Math.min(places / 2, prose.size));
        int others = Math.min(places - ofProse, acrossLines.size);
        long[] values = new long[ofProse + others];
        int size = prose.copy(ofProse, sentences, values, 0);
        size = acrossLines.copy(others, sentences, values, size);
        return ascending(Arrays.copyOf(values, size));
    }

    /** Without sign: with the highest bit turned over, numbers with sign are in the same order. */
    private static long[] ascending(long[] values) {
        turnHighestBits(values);
        Arrays.sort(values);
        turnHighestBits(values);
        return values;
    }

    private static void turnHighestBits(long[] values) {
        for (int i = 0; i < values.length; i++) {
            values[i] ^= Long.MIN_VALUE;
        }
    }

    /** How many of the smallest of both kinds are prose. */
    private int proseAmongSmallest() {
        int ofProse = 0;
        int others = 0;
        while (ofProse + others < places && ofProse < prose.size) {
            boolean otherIsSmaller = others < acrossLines.size
                    && Long.compareUnsigned(acrossLines.values[others], prose.values[ofProse]) < 0;
            if (otherIsSmaller) {
                others++;
            } else {
                ofProse++;
            }
        }
        return ofProse;
    }

    /** The smallest of one kind. */
    private static final class Sample {

        /** Different ones, ascending without sign, as far as {@link #size}. */
        private final long[] values;

        private final int[] starts;
        private final int[] ends;
        private int size;

        Sample(int most) {
            values = new long[most];
            starts = new int[most];
            ends = new int[most];
        }

        void offer(long value, int start, int end) {
            int at = size;
            while (at > 0 && Long.compareUnsigned(value, values[at - 1]) < 0) {
                at--;
            }
            if (at == values.length || at > 0 && values[at - 1] == value) {
                return;
            }
            size = Math.min(size + 1, values.length);
            for (int i = size - 1; i > at; i--) {
                move(i - 1, i);
            }
            values[at] = value;
            starts[at] = start;
            ends[at] = end;
        }

        private void move(int from, int to) {
            values[to] = values[from];
            starts[to] = starts[from];
            ends[to] = ends[from];
        }

        /** Drops what the other has too. */
        void remove(Sample other) {
            int kept = 0;
            for (int i = 0; i < size; i++) {
                if (other.has(values[i]) == false) {
                    move(i, kept++);
                }
            }
            size = kept;
        }

        private boolean has(long value) {
            for (int i = 0; i < size; i++) {
                if (values[i] == value) {
                    return true;
                }
            }
            return false;
        }

        /**
         * Copies the smallest.
         *
         * @param count of how many at most
         * @param sentences only those of passages that are made of these alone; {@code null} for all
         * @param to where they are copied to
         * @param at the place of the first one
         * @return the place after the last one
         */
        int copy(int count, BitSet sentences, long[] to, int at) {
            int next = at;
            for (int i = 0; i < count; i++) {
                if (sentences == null || sentences.nextClearBit(starts[i]) >= ends[i]) {
                    to[next++] = values[i];
                }
            }
            return next;
        }
    }
}
