package org.ndd.eval.baseline;

/** Non-cryptographic 64-bit hashes of features. The probability that two of n features collide is about n² / 2^65. */
final class Hash64 {

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final long FNV_OFFSET = 0xCBF29CE484222325L;
    private static final long FNV_PRIME = 0x100000001B3L;

    private Hash64() {}

    /** The finalizer of MurmurHash3: each bit of the input changes half of the bits of the output. */
    static long mix(long value) {
        long mixed = value;
        mixed = (mixed ^ mixed >>> 33) * 0xFF51AFD7ED558CCDL;
        mixed = (mixed ^ mixed >>> 33) * 0xC4CEB9FE1A85EC53L;
        return mixed ^ mixed >>> 33;
    }

    /** Returns the hash of a text (mixed FNV-1a over code units). */
    static long of(CharSequence text) {
        return of(text, 0, text.length());
    }

    /** Returns the hash of a part of a text. */
    static long of(CharSequence text, int start, int end) {
        long hash = FNV_OFFSET;
        for (int i = start; i < end; i++) {
            hash = (hash ^ text.charAt(i)) * FNV_PRIME;
        }
        return mix(hash);
    }

    /** Adds an element to the hash of a sequence, which starts with 0. */
    static long chain(long hash, long next) {
        return mix(hash * FNV_PRIME + next + GOLDEN);
    }

    /** Returns a hash by one of a family of functions. */
    static long seeded(long value, int function) {
        return mix(value + GOLDEN * (function + 1));
    }
}
