package org.ndd.core.fingerprint;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A fingerprint as an index term: the format's character, then 8 characters of base64url for its 48 bits, high bits first. */
public final class FingerprintTerms {

    /**
     * Bits of a fingerprint. Equal fingerprints of different passages cost a comparison and change no result, so more bits would only take
     * space: of a billion documents of 32 fingerprints, a fingerprint is that of another passage in one case of ten thousand.
     */
    static final int BITS = 48;

    /** Length of a term in characters. */
    public static final int LENGTH = 9;

    private static final int BITS_PER_DIGIT = 6;

    /** In the order of their values. */
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    /** The value of each character of base64url; -1 for any other. */
    private static final byte[] DIGITS = digits();

    private FingerprintTerms() {}

    /** The term of a fingerprint. */
    public static String encode(char format, long fingerprint) {
        byte[] term = new byte[LENGTH];
        term[0] = (byte) format;
        long bits = fingerprint;
        for (int i = LENGTH - 1; i > 0; i--) {
            term[i] = (byte) ALPHABET.charAt((int) bits & 63);
            bits >>>= BITS_PER_DIGIT;
        }
        return new String(term, StandardCharsets.ISO_8859_1);
    }

    /**
     * The fingerprint of a term.
     *
     * @throws IllegalArgumentException if it is not a valid term
     */
    public static long decode(CharSequence term) {
        byte[] utf8 = term.toString().getBytes(StandardCharsets.UTF_8);
        return decode(utf8, 0, utf8.length);
    }

    /**
     * The fingerprint of a term in the UTF-8 form of the index. Decoded without intermediate strings, because many are read.
     *
     * @param utf8 array with the term
     * @param offset offset of its first byte
     * @param length its length in bytes
     * @throws IllegalArgumentException if it is not a valid term
     */
    public static long decode(byte[] utf8, int offset, int length) {
        if (length != LENGTH || utf8[offset] < 0) {
            throw notATerm(utf8, offset, length);
        }
        long fingerprint = 0;
        for (int i = 1; i < LENGTH; i++) {
            byte c = utf8[offset + i];
            if (c < 0 || DIGITS[c] < 0) {
                throw notATerm(utf8, offset, LENGTH);
            }
            fingerprint = fingerprint << BITS_PER_DIGIT | DIGITS[c];
        }
        return fingerprint;
    }

    private static byte[] digits() {
        byte[] digits = new byte[128];
        Arrays.fill(digits, (byte) -1);
        for (int value = 0; value < ALPHABET.length(); value++) {
            digits[ALPHABET.charAt(value)] = (byte) value;
        }
        return digits;
    }

    private static IllegalArgumentException notATerm(byte[] utf8, int offset, int length) {
        return new IllegalArgumentException("[fingerprint] must be a format character and [8] of base64url, but was ["
                + new String(utf8, offset, length, StandardCharsets.UTF_8) + "]");
    }

    /** The format's character of a term, see {@link FingerprintParameters.Scheme#format()}. */
    public static char format(CharSequence term) {
        return term.charAt(0);
    }
}
