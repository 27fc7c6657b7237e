package org.ndd.core.fingerprint;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A fingerprint as an index term: the format's character, then 11 characters of base64url for its 64 bits, high bits first. */
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
            throw new IllegalArgumentException("[fingerprint] must have [" + LENGTH + "] characters, but was [" + term + "]");
        }
        byte[] ascii = term.subSequence(1, LENGTH).toString().getBytes(StandardCharsets.ISO_8859_1);
        return ByteBuffer.wrap(Base64.getUrlDecoder().decode(ascii)).getLong();
    }

    /** The format's character of a term, see {@link FingerprintParameters.Scheme#format()}. */
    public static char format(CharSequence term) {
        return term.charAt(0);
    }
}
