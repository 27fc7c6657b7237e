package org.ndd.core.fingerprint;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * A fingerprint as an index term: the format's character, then 11 characters of base64url for its 64 bits, high bits
 * first.
 */
public final class FingerprintTerms {

    /** Length of a term in characters. */
    public static final int LENGTH = 12;

    /** The value of each character of base64url; -1 for any other. */
    private static final byte[] DIGITS = digits();

    private FingerprintTerms() {}

    /** The term of a fingerprint. */
    public static String encode(char format, long fingerprint) {
        byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(fingerprint).array();
        return format + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
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
        for (int i = 1; i < LENGTH - 1; i++) {
            fingerprint = fingerprint << 6 | digit(utf8, offset, i);
        }
        int last = digit(utf8, offset, LENGTH - 1);
        if ((last & 3) != 0) {
            throw notATerm(utf8, offset, length);
        }
        return fingerprint << 4 | last >> 2;
    }

    private static int digit(byte[] utf8, int offset, int i) {
        byte c = utf8[offset + i];
        if (c < 0 || DIGITS[c] < 0) {
            throw notATerm(utf8, offset, LENGTH);
        }
        return DIGITS[c];
    }

    private static byte[] digits() {
        byte[] digits = new byte[128];
        Arrays.fill(digits, (byte) -1);
        for (int value = 0; value < 64; value++) {
            byte[] bits = {(byte) (value << 2), 0, 0};
            digits[Base64.getUrlEncoder().encode(bits)[0]] = (byte) value;
        }
        return digits;
    }

    private static IllegalArgumentException notATerm(byte[] utf8, int offset, int length) {
        return new IllegalArgumentException("[fingerprint] must be a format character and [11] of base64url, but was ["
                + new String(utf8, offset, length, StandardCharsets.UTF_8) + "]");
    }

    /** The format's character of a term, see {@link FingerprintParameters.Scheme#format()}. */
    public static char format(CharSequence term) {
        return term.charAt(0);
    }
}
