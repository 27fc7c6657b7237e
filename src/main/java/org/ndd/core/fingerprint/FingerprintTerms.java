package org.ndd.core.fingerprint;

import java.nio.charset.StandardCharsets;
import org.ndd.core.text.Base36;

/** Encodes a fingerprint as an index term: the format's character, then the 8 characters of the fingerprint in base 36. */
public final class FingerprintTerms {

    /** Length of a term in characters. */
    public static final int LENGTH = 9;

    /**
     * Number of different fingerprints: 2.8 × 10¹². Equal fingerprints of different passages cost a comparison and change no result, so a
     * greater number would only take space. Among ten million documents with 32 fingerprints, one fingerprint in ten thousand is also that
     * of another passage; among a billion, one in a hundred.
     */
    public static final long COUNT = Base36.count(LENGTH - 1);

    private FingerprintTerms() {}

    /** Returns the fingerprint of a hash: fingerprints are in the order of hashes without sign. */
    public static long fingerprint(long hash) {
        return Base36.scaled(hash, COUNT);
    }

    public static String encode(char format, long fingerprint) {
        byte[] term = new byte[LENGTH];
        term[0] = (byte) format;
        Base36.write(fingerprint, term, 1, LENGTH);
        return new String(term, StandardCharsets.ISO_8859_1);
    }

    /**
     * Returns the fingerprint of a term.
     *
     * @throws IllegalArgumentException if it is not a valid term
     */
    public static long decode(CharSequence term) {
        byte[] utf8 = term.toString().getBytes(StandardCharsets.UTF_8);
        return decode(utf8, 0, utf8.length);
    }

    /**
     * Returns the fingerprint of a term in the UTF-8 form of the index. Decoded without intermediate strings, because many are read.
     *
     * @param utf8 array with the term
     * @param offset offset of its first byte
     * @param length its length in bytes
     * @throws IllegalArgumentException if it is not a valid term
     */
    public static long decode(byte[] utf8, int offset, int length) {
        long fingerprint = length == LENGTH && utf8[offset] > 0 ? Base36.read(utf8, offset + 1, offset + LENGTH) : -1;
        if (fingerprint < 0) {
            throw new IllegalArgumentException(
                    "[fingerprint] must be a format character and [8] digits and lower-case letters, but was ["
                            + new String(utf8, offset, length, StandardCharsets.UTF_8) + "]");
        }
        return fingerprint;
    }
}
