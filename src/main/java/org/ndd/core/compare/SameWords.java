package org.ndd.core.compare;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterCategory;
import org.ndd.core.text.WordSpacing;
import org.ndd.core.text.Words;

/**
 * Decides whether two documents are the same: their titles and their texts have the same words, numbers and symbols in the same order. So
 * one of the two can be deleted without losing a word. The permitted differences are:
 *
 * <ul>
 * <li>case, width and form of characters: both texts are canonical;
 * <li>white space, and between ideographs, and between syllables of Hangul, also its absence;
 * <li>punctuation, except if it changes a number or negates, and except for {@value #KEPT_PUNCTUATION}:
 * <ul>
 * <li>punctuation between two digits or numerals of Han, and a decimal point or comma before a digit and not after a word;
 * <li>a dash before a number, between two numbers with blanks around it, and the hyphen of "A-" and "5-";
 * <li>{@code (} before a number, which is negative in accounts;
 * <li>a quotation mark after a digit (feet and inches, minutes and seconds), in all its forms;
 * <li>{@code !} after a digit, and before a word, {@code =} or {@code (}, which it negates in code.
 * </ul>
 * </ul>
 *
 * <p>All characters in the Unicode categories of symbols (currencies, arithmetic, {@code <}, {@code +}) are content. No threshold is
 * involved. O(|A|+|B|) at most, and usually the length of the common prefix.
 */
final class SameWords {

    private static final String KEPT_PUNCTUATION =
            "%\u2030\u2031\u066A\u0609\u060A#&@*\u2020\u2021/\\\u00A7\u2032\u2033";

    private static final String SINGLE_QUOTES = "'\u2018\u2019\u201A\u201B\u2032\u2039\u203A";

    private static final String DOUBLE_QUOTES = "\"\u201C\u201D\u201E\u201F\u00AB\u00BB";

    /** Number of code units that are compared together. */
    private static final int BLOCK = 512;

    private static final int END = -1;
    private static final int SPACE = ' ';
    private static final int MINUS = '-';

    /** Iterates over the code points of words, symbols, and one blank for all other characters between two of them. */
    private static final class Reader {

        private final String text;
        private int position;
        private int previous;

        /** @param start a position after an ASCII letter or digit, or 0 */
        Reader(String text, int start) {
            this.text = text;
            this.position = start;
            this.previous = start == 0 ? SPACE : text.charAt(start - 1);
        }

        /** Returns the next code point that counts, {@link #SPACE} if a word or symbol ended before it, {@link #END} after the last. */
        int next() {
            boolean gap = false;
            while (position < text.length()) {
                int c = text.codePointAt(position);
                int content = contentOf(c);
                if (content != SPACE) {
                    if (gap && previous != SPACE && mayLackSpace(previous, content) == false) {
                        previous = SPACE;
                        return SPACE;
                    }
                    position += Character.charCount(c);
                    previous = content;
                    return content;
                }
                gap = true;
                position += Character.charCount(c);
            }
            return END;
        }

        /** Returns whether white space between two characters may be absent without changing the words. */
        private static boolean mayLackSpace(int left, int right) {
            return Words.isHan(left) && Words.isHan(right)
                    || WordSpacing.isSyllable(left) && WordSpacing.isSyllable(right)
                    || left == MINUS
                    || right == MINUS;
        }

        /** Returns the code point as it is compared: one for all forms of a dash or quotation mark; {@link #SPACE} if it does not count. */
        private int contentOf(int c) {
            if (isAsciiWord(c)) {
                return c;
            }
            return switch (UCharacter.getType(c)) {
                case UCharacterCategory.SPACE_SEPARATOR,
                        UCharacterCategory.LINE_SEPARATOR,
                        UCharacterCategory.PARAGRAPH_SEPARATOR,
                        UCharacterCategory.CONTROL -> SPACE;
                case UCharacterCategory.CONNECTOR_PUNCTUATION,
                        UCharacterCategory.START_PUNCTUATION,
                        UCharacterCategory.END_PUNCTUATION,
                        UCharacterCategory.INITIAL_PUNCTUATION,
                        UCharacterCategory.FINAL_PUNCTUATION,
                        UCharacterCategory.OTHER_PUNCTUATION -> punctuation(c);
                case UCharacterCategory.DASH_PUNCTUATION -> isMinus() ? MINUS : SPACE;
                default -> c;
            };
        }

        private int punctuation(int c) {
            if (isDigit(position - 1)) {
                if (SINGLE_QUOTES.indexOf(c) >= 0) {
                    return '\'';
                }
                if (DOUBLE_QUOTES.indexOf(c) >= 0) {
                    return '"';
                }
            }
            boolean counts = KEPT_PUNCTUATION.indexOf(c) >= 0
                    || isNumeral(position - 1) && isNumeral(position + 1)
                    || c == '!' && isDigit(position - 1)
                    || switch (c) {
                        case '(' -> isNumber(position + 1);
                        case '.', ',' -> isDecimal(position);
                        case '!' -> isWord(position + 1) || is('=', position + 1) || is('(', position + 1);
                        default -> false;
                    };
            return counts ? c : SPACE;
        }

        private boolean isMinus() {
            boolean separate = is(SPACE, position - 1) && is(SPACE, position + 1);
            return isNumber(position + 1)
                    || separate && isDigit(position - 2) && isDigit(position + 2)
                    || isHyphenOfGrade();
        }

        /** Returns whether a hyphen ends a word of one letter or digit. */
        private boolean isHyphenOfGrade() {
            return (is('-', position) || is('\u2010', position))
                    && isWord(position - 1)
                    && isWord(position - 2) == false
                    && isWord(position + 1) == false
                    && is('-', position + 1) == false;
        }

        private boolean isNumber(int at) {
            return isDigit(at)
                    || isDecimal(at)
                    || UCharacter.getType(codePoint(at)) == UCharacterCategory.CURRENCY_SYMBOL;
        }

        /** Returns whether a decimal point or comma begins a number. */
        private boolean isDecimal(int at) {
            return (is('.', at) || is(',', at))
                    && isDigit(at + 1)
                    && isWord(at - 1) == false
                    && is('.', at - 1) == false;
        }

        private boolean is(int c, int at) {
            return at >= 0 && at < text.length() && text.charAt(at) == c;
        }

        private boolean isWord(int at) {
            return UCharacter.isLetterOrDigit(codePoint(at));
        }

        private boolean isDigit(int at) {
            return UCharacter.isDigit(codePoint(at));
        }

        /** Returns whether a character is a digit, or an ideograph that is part of a number. */
        private boolean isNumeral(int at) {
            return UCharacter.getUnicodeNumericValue(codePoint(at)) != UCharacter.NO_NUMERIC_VALUE;
        }

        /** Returns the code point that contains a position; {@link #END} if there is none. */
        private int codePoint(int at) {
            if (at < 0 || at >= text.length()) {
                return END;
            }
            return Character.isLowSurrogate(text.charAt(at)) ? text.codePointBefore(at + 1) : text.codePointAt(at);
        }
    }

    private SameWords() {}

    private static boolean isAsciiWord(int c) {
        return c < 0x80 && Character.isLetterOrDigit(c);
    }

    /** Returns the position after the last ASCII letter or digit in the common prefix: up to it, both have the same words. */
    private static int startOfDifference(String a, String b) {
        int end = Math.min(a.length(), b.length());
        int start = 0;
        // much faster than single code units
        while (start + BLOCK <= end && a.substring(start, start + BLOCK).equals(b.substring(start, start + BLOCK))) {
            start += BLOCK;
        }
        while (start < end && a.charAt(start) == b.charAt(start)) {
            start++;
        }
        while (start > 0 && isAsciiWord(a.charAt(start - 1)) == false) {
            start--;
        }
        return start;
    }

    /** Returns whether two documents are the same. */
    static boolean of(PageText a, PageText b) {
        return equal(a.text(), b.text())
                && equal(UCharacter.foldCase(a.title(), true), UCharacter.foldCase(b.title(), true));
    }

    /** Returns whether two texts have the same words, numbers and symbols in the same order. */
    static boolean equal(String a, String b) {
        if (a.equals(b)) {
            return true;
        }
        int start = startOfDifference(a, b);
        Reader ofA = new Reader(a, start);
        Reader ofB = new Reader(b, start);
        int next;
        do {
            next = ofA.next();
            if (next != ofB.next()) {
                return false;
            }
        } while (next != END);
        return true;
    }
}
