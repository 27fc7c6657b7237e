package org.ndd.core.fingerprint;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * A fingerprint as an index term: the format's character, then 11 characters of base64url for its 64 bits, high bits
 * first.
 */
public final class FingerprintTerms {

    /** Characters of a term. */
    public static final int LENGTH = 12;

    private FingerprintTerms() {}

    /** The term of a fingerprint. */
    public static String encode(char format, long fingerprint) {
        byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(fingerprint).array();
        return format + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /**
     * The fingerprint of a term.
     *
     * @throws IllegalArgumentException where it is not a term
     */
    public static long decode(CharSequence term) {
        if (term.length() != LENGTH) {
            throw notATerm(term, null);
        }
        long fingerprint;
        try {
            byte[] ascii = term.subSequence(1, LENGTH).toString().getBytes(StandardCharsets.US_ASCII);
            fingerprint = ByteBuffer.wrap(Base64.getUrlDecoder().decode(ascii)).getLong();
        } catch (IllegalArgumentException | BufferUnderflowException e) {
            throw notATerm(term, e);
        }
        if (encode(format(term), fingerprint).contentEquals(term) == false) {
            throw notATerm(term, null);
        }
        return fingerprint;
    }

    private static IllegalArgumentException notATerm(CharSequence term, RuntimeException cause) {
        return new IllegalArgumentException(
                "[fingerprint] must be a format character and [11] of base64url, but was [" + term + "]", cause);
    }

    /** The format's character of a term, see {@link FingerprintParameters.Scheme#format()}. */
    public static char format(CharSequence term) {
        return term.charAt(0);
    }
}
