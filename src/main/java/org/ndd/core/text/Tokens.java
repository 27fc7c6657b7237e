package org.ndd.core.text;

import com.ibm.icu.lang.UCharacter;

/**
 * The tokens that a verdict is explained with: words, numbers and ideographs. A number is a run of digits with single {@code . , : / -}
 * inside and letters behind, such as dates, prices, versions and {@code 256mb}; a word with a digit inside, such as {@code cs3}, is a number
 * too, because it names a version as often. Han and kana are written without spaces, so each of their characters is a token. Only the first
 * plane counts.
 */
public final class Tokens {

    private static final String INNER = ".,:/-";

    private static final CodePoints OF_WORDS = new CodePoints(c -> Words.isHan(c) == false
            && c != '_'
            && (UCharacter.isLetterOrDigit(c) || UCharacter.getCombiningClass(c) > 0));

    private static final CodePoints OF_HAN = new CodePoints(c -> Words.isHan(c) && UCharacter.isLetterOrDigit(c));

    private Tokens() {}

    /** What a token is. */
    public enum Kind {
        /** Letters without a digit. */
        WORD,
        /** Letters and digits, or digits alone. */
        NUMBER,
        /** One ideograph or character of kana. */
        IDEOGRAPH
    }

    /** Takes one token after another. */
    @FunctionalInterface
    public interface Visitor {

        /**
         * Takes a token.
         *
         * @param start where it begins
         * @param end where it ends, exclusive
         * @return whether to continue
         */
        boolean visit(int start, int end, Kind kind);
    }

    /**
     * Visits the tokens that begin in a part of a text, in order. O(limit − from), and as long as the last token is.
     *
     * @param text code units
     * @param from code units; not within a token, see {@link #startOf}
     * @param limit code units
     * @return where it stopped: the limit, or the end of the token that crosses it, or of the last token visited
     */
    public static int forEach(char[] text, int from, int limit, Visitor visitor) {
        int i = from;
        while (i < limit) {
            char unit = text[i];
            if (OF_HAN.bit(unit) != 0) {
                i++;
                if (visitor.visit(i - 1, i, Kind.IDEOGRAPH) == false) {
                    return i;
                }
                continue;
            }
            if (OF_WORDS.bit(unit) == 0) {
                i++;
                continue;
            }
            int start = i;
            boolean digits = false;
            while (i < text.length && isPart(text, start, i)) {
                digits |= CodePoints.DIGITS.bit(text[i]) != 0;
                i++;
            }
            if (visitor.visit(start, i, digits ? Kind.NUMBER : Kind.WORD) == false) {
                return i;
            }
        }
        return i;
    }

    /** Whether the code unit at a position continues the token that begins at {@code start}. */
    private static boolean isPart(char[] text, int start, int i) {
        return OF_WORDS.bit(text[i]) != 0
                || i > start
                        && INNER.indexOf(text[i]) >= 0
                        && i + 1 < text.length
                        && CodePoints.DIGITS.bit(text[i - 1]) != 0
                        && CodePoints.DIGITS.bit(text[i + 1]) != 0;
    }

    /** Where the token begins that a position is within; the position itself if it is within none. */
    public static int startOf(char[] text, int position) {
        int start = position;
        while (start > 0
                && start < text.length
                && (OF_WORDS.bit(text[start - 1]) != 0
                        ? OF_WORDS.bit(text[start]) != 0 || isPart(text, start - 1, start)
                        : start > 1 && isPart(text, start - 2, start - 1) && OF_WORDS.bit(text[start]) != 0)) {
            start--;
        }
        return start;
    }
}
