package org.ndd.core.text;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterCategory;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.text.Normalizer2;

/**
 * The one form of a text that is fingerprinted, compared and stored: NFKC case-folded with a pinned Unicode version, without format
 * characters, with every run of white space as one space, or as one line break where it holds one. Making the canonical form of a canonical
 * text changes nothing.
 *
 * <p>O(n) in time and memory, whatever the input: of a run of combining marks the first {@value #MAX_MARKS} are kept, because putting a
 * longer run in order takes quadratic time, and no language has one.
 *
 * @param value the text
 * @param truncated whether there was more of it
 */
public record CanonicalText(String value, boolean truncated) {

    private static final int MAX_MARKS = 30;
    private static final int MAX_RAW_MARKS = 64;
    private static final char REPLACEMENT = '\uFFFD';
    private static final Normalizer2 NFKC_CASEFOLD = Normalizer2.getNFKCCasefoldInstance();

    /**
     * The canonical form of a plain text.
     *
     * @param plain any sequence of code units; lone surrogates become U+FFFD
     * @param maxBytes UTF-8 bytes of the result at most; more is cut at a code point
     */
    public static CanonicalText of(String plain, int maxBytes) {
        if (maxBytes < 1) {
            throw new IllegalArgumentException("[max_bytes] must be at least [1], but was [" + maxBytes + "]");
        }
        return collapse(NFKC_CASEFOLD.normalize(clean(plain)), maxBytes);
    }

    /** Without lone surrogates, format characters and the far end of runs of marks. */
    private static String clean(String plain) {
        StringBuilder clean = new StringBuilder(plain.length());
        int marks = 0;
        for (int i = 0; i < plain.length(); ) {
            int c = plain.codePointAt(i);
            i += Character.charCount(c);
            if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                c = REPLACEMENT;
            }
            if (UCharacter.getType(c) == UCharacterCategory.FORMAT) {
                continue;
            }
            marks = c > 0x2FF && UCharacter.getCombiningClass(c) > 0 ? marks + 1 : 0;
            if (marks <= MAX_RAW_MARKS) {
                clean.appendCodePoint(c);
            }
        }
        return clean.toString();
    }

    private static CanonicalText collapse(String text, int maxBytes) {
        StringBuilder result = new StringBuilder(text.length());
        int bytes = 0;
        int marks = 0;
        char pending = 0;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (isWhiteSpace(c)) {
                pending = isLineBreak(c) || pending == '\n' ? '\n' : ' ';
                marks = 0;
                continue;
            }
            marks = c > 0x2FF && UCharacter.getCombiningClass(c) > 0 ? marks + 1 : 0;
            if (marks > MAX_MARKS) {
                continue;
            }
            boolean space = pending != 0 && result.isEmpty() == false;
            bytes += utf8Length(c) + (space ? 1 : 0);
            if (bytes > maxBytes) {
                return new CanonicalText(result.toString(), true);
            }
            if (space) {
                result.append(pending);
            }
            pending = 0;
            result.appendCodePoint(c);
        }
        return new CanonicalText(result.toString(), false);
    }

    private static boolean isWhiteSpace(int c) {
        return c <= ' ' ? c == ' ' || c >= '\t' && c <= '\r' : c >= 0x85 && UCharacter.hasBinaryProperty(c, UProperty.WHITE_SPACE);
    }

    private static boolean isLineBreak(int c) {
        return c >= '\n' && c <= '\r' || c == 0x85 || c == 0x2028 || c == 0x2029;
    }

    /** Bytes of the text in UTF-8. O(n). */
    public int utf8Length() {
        int bytes = 0;
        for (int i = 0; i < value.length(); ) {
            int c = value.codePointAt(i);
            bytes += utf8Length(c);
            i += Character.charCount(c);
        }
        return bytes;
    }

    private static int utf8Length(int c) {
        if (c < 0x80) {
            return 1;
        }
        return c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    }
}
