package org.ndd.eval.baseline;

/**
 * Charikar's signature (Algorithm C): the sum of projections of all tokens onto {−1, 1}^b; a bit of the signature is set if the sum is
 * positive. The fraction of equal bits of two documents estimates the angle between their vectors of token frequencies.
 *
 * @param bits b, a multiple of 64
 */
record SimHash(int bits) {

    SimHash {
        if (bits < 64 || bits % 64 != 0) {
            throw new IllegalArgumentException("[bits] must be a multiple of [64], but was [" + bits + "]");
        }
    }

    /** Returns the signature of a document, in {@code bits / 64} words. */
    long[] of(long[] tokens) {
        long[] words = new long[bits / 64];
        int[] ones = new int[64];
        for (int word = 0; word < words.length; word++) {
            java.util.Arrays.fill(ones, 0);
            for (long token : tokens) {
                long projection = Hash64.seeded(token, word);
                for (int bit = 0; bit < 64; bit++) {
                    ones[bit] += (int) (projection >>> bit & 1);
                }
            }
            for (int bit = 0; bit < 64; bit++) {
                words[word] |= 2 * ones[bit] > tokens.length ? 1L << bit : 0;
            }
        }
        return words;
    }

    /** Returns the number of equal bits of two signatures. */
    static int agreement(long[] first, long[] second) {
        int different = 0;
        for (int word = 0; word < first.length; word++) {
            different += Long.bitCount(first[word] ^ second[word]);
        }
        return 64 * first.length - different;
    }

    /** Returns the 4-byte pieces of a signature with their positions. Henzinger compares documents that share a piece. */
    static long[] pieces(long[] signature) {
        long[] pieces = new long[2 * signature.length];
        for (int piece = 0; piece < pieces.length; piece++) {
            long bits = signature[piece / 2] >>> 32 * (piece % 2) & 0xFFFFFFFFL;
            pieces[piece] = (long) piece << 32 | bits;
        }
        return pieces;
    }
}
