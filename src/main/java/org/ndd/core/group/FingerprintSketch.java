package org.ndd.core.group;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Computes sketches of fingerprints: the smallest fingerprints of a text, ascending without sign, a bottom-k sketch (Broder). All texts are
 * sampled by the same rule, so the sketches of any two, made on any two nodes, give an estimate of their shared fingerprints. A shorter
 * sketch is a prefix of a longer one: sketches of different sizes are compared at the smaller size.
 */
public final class FingerprintSketch {

    public static final int MAX_SIZE = 16;

    public static final int MIN_SIZE = 4;

    /**
     * An order of texts that is the same on all nodes and effectively random. Texts that share their smallest fingerprint are adjacent, so
     * the first entries of two truncated lists contain the same texts. Texts without fingerprints come last.
     */
    public static final Comparator<long[]> ORDER = (a, b) -> {
        int empty = Boolean.compare(a.length == 0, b.length == 0);
        return empty != 0 ? empty : Arrays.compareUnsigned(a, b);
    };

    private FingerprintSketch() {}

    /**
     * Returns the size of sketches that bounds the memory for many texts: {@value #MAX_SIZE}, halved until all fit, at least
     * {@value #MIN_SIZE}.
     *
     * @param most maximum number of fingerprints of all sketches together
     */
    public static int size(long texts, long most) {
        int size = MAX_SIZE;
        while (size > MIN_SIZE && texts * size > most) {
            size /= 2;
        }
        return size;
    }

    /** Returns the sketch of all fingerprints of a text, which are ascending without sign, or a smaller sketch of a sketch. */
    public static long[] of(long[] fingerprints, int size) {
        return fingerprints.length <= size ? fingerprints : Arrays.copyOf(fingerprints, size);
    }

    /**
     * Estimates the share of common fingerprints: shared / all of both. Exact if both sketches contain all fingerprints of their texts.
     * Only values up to the last of a full sketch count, since later fingerprints are unknown. O(size).
     *
     * @param a sketch of at most {@code size} values
     * @param b sketch of at most {@code size} values
     * @return 0 to 1; 0 if one is empty
     */
    public static double resemblance(long[] a, long[] b, int size) {
        if (a.length == 0 || b.length == 0) {
            return 0;
        }
        long known = Long.compareUnsigned(known(a, size), known(b, size)) < 0 ? known(a, size) : known(b, size);
        int shared = 0;
        int all = 0;
        int i = 0;
        int j = 0;
        while (isWithin(a, i, known) || isWithin(b, j, known)) {
            int order = isWithin(a, i, known) == false
                    ? 1
                    : isWithin(b, j, known) == false ? -1 : Long.compareUnsigned(a[i], b[j]);
            all++;
            shared += order == 0 ? 1 : 0;
            i += order <= 0 ? 1 : 0;
            j += order >= 0 ? 1 : 0;
        }
        return (double) shared / all;
    }

    /** Returns the value up to which all fingerprints of a text are known. */
    private static long known(long[] sketch, int size) {
        return sketch.length < size ? -1 : sketch[sketch.length - 1];
    }

    private static boolean isWithin(long[] sketch, int i, long known) {
        return i < sketch.length && Long.compareUnsigned(sketch[i], known) <= 0;
    }
}
