package org.ndd.core.boilerplate;

/**
 * The 64-bit hash that represents a line in boilerplate. Stored with boilerplate, so it must never change: another hash needs another
 * format of boilerplate.
 */
public final class LineHash {

    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    private LineHash() {}

    /** The hash of a line of canonical text, without its line break. O(n). */
    public static long of(CharSequence line) {
        return of(line, 0, line.length());
    }

    static long of(CharSequence text, int start, int end) {
        long hash = first(end - start);
        for (int i = start; i < end; i++) {
            hash = next(hash, text.charAt(i));
        }
        return hash;
    }

    /** The hash of a line of which nothing is read yet. */
    static long first(int length) {
        return length;
    }

    /** The hash once one more code unit is read. */
    static long next(long hash, char unit) {
        return mix(hash ^ unit * MULTIPLIER);
    }

    /** The finaliser of splitmix64: every bit depends on every other. */
    static long mix(long value) {
        long z = value + MULTIPLIER;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
