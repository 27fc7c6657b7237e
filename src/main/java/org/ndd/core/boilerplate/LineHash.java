package org.ndd.core.boilerplate;

/**
 * Computes the 64-bit hash that represents a line in boilerplate. Stored with boilerplate, so it must never change: another hash needs
 * another format of boilerplate.
 */
public final class LineHash {

    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    private LineHash() {}

    /** Returns the hash of a line of canonical text, without its line break. O(n). */
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

    /**
     * Returns the initial hash of a line, before its first code unit.
     *
     * @param length length of the line, in code units
     */
    static long first(int length) {
        return length;
    }

    /** Returns the hash after one more code unit. */
    static long next(long hash, char unit) {
        return mix(hash ^ unit * MULTIPLIER);
    }

    /** Applies the finalizer of splitmix64: every bit depends on every other. */
    static long mix(long value) {
        long z = value + MULTIPLIER;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
