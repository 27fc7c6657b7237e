package org.ndd.core.text;

import com.ibm.icu.lang.UCharacter;

/**
 * Finds the tokens that explain a verdict: words, numbers and ideographs. A number begins with a digit, or with a {@code v} and a digit. It
 * may contain single {@code . , : / -} between digits, and letters after them: dates, prices, versions and {@code 256mb}. A word begins
 * with another letter and may contain digits, such as {@code md5} and {@code sha256sum}. Han and kana are written without spaces, so each
 * of their characters is a token. Only the first plane counts.
 */
public final class Tokens {

    private static final String INNER = ".,:/-";

    private static final CodePoints HAN_CHARACTERS =
            new CodePoints(c -> Words.isHan(c) && UCharacter.isLetterOrDigit(c));

    private Tokens() {}

    /** The kind of a token. */
    public enum Kind {
        /** Begins with a letter. */
        WORD,
        /** Begins with a digit, or is a version such as {@code v2}. */
        NUMBER,
        /** One ideograph or character of kana. */
        IDEOGRAPH
    }

    /** Visits one token after another. */
    @FunctionalInterface
    public interface Visitor {

        /**
         * Visits a token.
         *
         * @param start start of the token
         * @param end end of the token, exclusive
         * @return whether to continue
         */
        boolean visit(int start, int end, Kind kind);
    }

    /**
     * Visits the tokens that begin in a part of a text, in order. O(limit − from), plus the length of the last token.
     *
     * @param text code units
     * @param from start of the part; not within a token, see {@link #startOf}
     * @param limit end of the part, exclusive
     * @return end position: the limit, or the end of the token that crosses it, or of the last token visited
     */
    public static int forEach(char[] text, int from, int limit, Visitor visitor) {
        int i = from;
        while (i < limit) {
            char unit = text[i];
            if (HAN_CHARACTERS.bit(unit) != 0) {
                i++;
                if (visitor.visit(i - 1, i, Kind.IDEOGRAPH) == false) {
                    return i;
                }
                continue;
            }
            if (Words.CHARACTERS.bit(unit) == 0) {
                i++;
                continue;
            }
            int start = i;
            i = endOf(text, start);
            if (visitor.visit(start, i, isNumber(text, start, i) ? Kind.NUMBER : Kind.WORD) == false) {
                return i;
            }
        }
        return i;
    }

    /** Returns the end of the word or number that begins at a position; the position itself if none does. */
    public static int endOf(char[] text, int start) {
        int end = start;
        while (end < text.length && isPart(text, start, end)) {
            end++;
        }
        return end;
    }

    /** Returns whether a token is a {@link Kind#NUMBER}. */
    public static boolean isNumber(char[] text, int start, int end) {
        int first = text[start] == 'v' && end - start > 1 ? start + 1 : start;
        return isDigit(text[first]);
    }

    /** Returns whether a code unit is a digit of any script. */
    public static boolean isDigit(char unit) {
        return CodePoints.DIGITS.bit(unit) != 0;
    }

    /** Returns whether a code unit after a digit continues the number, by the code unit after it. */
    public static boolean isInNumber(char unit, char next) {
        return isDigit(next) && INNER.indexOf(unit) >= 0;
    }

    /** Returns whether the code unit at a position continues the token that begins at {@code start}. */
    private static boolean isPart(char[] text, int start, int i) {
        return Words.CHARACTERS.bit(text[i]) != 0
                || i > start && i + 1 < text.length && isDigit(text[i - 1]) && isInNumber(text[i], text[i + 1]);
    }

    /**
     * Returns the start of the token that contains a position; the position itself if no token does. O(position − least).
     *
     * @param least minimum start of a token that contains the position
     */
    public static int startOf(char[] text, int position, int least) {
        int start = position;
        while (start > least
                && start < text.length
                && (Words.CHARACTERS.bit(text[start - 1]) != 0
                        ? Words.CHARACTERS.bit(text[start]) != 0 || isPart(text, start - 1, start)
                        : start > 1 && isPart(text, start - 2, start - 1) && Words.CHARACTERS.bit(text[start]) != 0)) {
            start--;
        }
        return start;
    }
}
