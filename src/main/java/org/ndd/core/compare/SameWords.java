package org.ndd.core.compare;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterCategory;
import org.ndd.core.text.WhiteSpace;
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
 * <li>two or three stops between two digits, which are a range;
 * <li>a dash before a number, also with blanks around it;
 * <li>a hyphen at the end of a word, as in "AA-", and one before a letter and not after a word, as in "-x";
 * <li>{@code (} before a number, which is negative in accounts, and {@code [} and {@code ]} next to one, which include the ends of a range;
 * <li>{@code (} after an operator and {@code )} before one, except {@code +};
 * <li>a quotation mark after a digit or a word of one letter (feet and inches, minutes and seconds, f'), in all its forms;
 * <li>{@code !} after a digit or a word of one letter, and before a word, {@code =} or {@code (}, which it negates in code;
 * <li>the bracket of an emoticon such as {@code :-)};
 * <li>a comma or semicolon directly after another one, because a cell of a table is empty between them;
 * <li>any within a URL with a scheme, and within an address of mail.
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

    /** Multiplication, division, power and root: a bracket next to them changes the result. */
    private static final String OPERATORS = "*/^\u00D7\u00F7\u00B7\u2215\u22C5\u221A";

    /** Maximum number of code units of the name in an address of mail, with a margin. */
    private static final int MAX_NAME = 64;

    /** The first letter that is not of Latin, Greek, Cyrillic or Armenian. */
    private static final int OTHER_SCRIPTS = 0x590;

    /** Number of code units that are compared together. */
    private static final int BLOCK = 512;

    private static final int ARABIC_POINT = '\u066B';
    private static final int END = -1;
    private static final int SPACE = ' ';
    /** A dash with blanks on both sides, or without blanks. */
    private static final int MINUS = '-';
    /** A dash with a blank on one side, or before a word or number and not after one. */
    private static final int SIGN = -2;

    /** Iterates over the code points of words, symbols, and one blank for all other characters between two of them. */
    private static final class Reader {

        private final String text;
        private int position;
        private int previous;
        /** Whether a URL or the domain of an address of mail has begun after the last blank. */
        private boolean address;
        /** Position of the next {@code @} after an earlier position. */
        private int nextAt = -1;

        /** @param start a position after an ASCII letter or digit, or 0 */
        Reader(String text, int start) {
            this.text = text;
            this.position = start;
            this.previous = start == 0 ? SPACE : text.charAt(start - 1);
            for (int i = start - 1; i >= 0 && address == false && endsAddress(i, text.charAt(i)) == false; i--) {
                address = beginsAddress(i);
            }
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
            return Words.isHan(left) && Words.isHan(right) && (isNumeric(left) && isNumeric(right)) == false
                    || WordSpacing.isSyllable(left) && WordSpacing.isSyllable(right)
                    || left == MINUS
                    || right == MINUS;
        }

        /** Returns the code point as it is compared: one for all forms of a dash or quotation mark; {@link #SPACE} if it does not count. */
        private int contentOf(int c) {
            if (isAsciiWord(c)) {
                return c;
            }
            address = endsAddress(position, c) == false && (address || beginsAddress(position));
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
                case UCharacterCategory.DASH_PUNCTUATION -> dash();
                default -> c;
            };
        }

        private int punctuation(int c) {
            boolean single = SINGLE_QUOTES.indexOf(c) >= 0;
            if ((single || DOUBLE_QUOTES.indexOf(c) >= 0) && isUnit()) {
                return single ? '\'' : '"';
            }
            boolean counts = KEPT_PUNCTUATION.indexOf(c) >= 0
                    || isNumeral(position - 1) && isNumeral(position + 1)
                    || isInAddress()
                    || switch (c) {
                        case '(' ->
                            isNumber(besideBlank(1))
                                    || isOperator(besideBlank(-1))
                                    || isDash(besideBlank(-1))
                                    || isOfEmoticon();
                        case ')' -> isOperator(besideBlank(1)) || isOfEmoticon();
                        case '[' -> isNumber(position + 1);
                        case ']' -> isDigit(position - 1);
                        case '.' -> isDecimal(position) || isOfRange();
                        case ',', ';', ARABIC_POINT -> isDecimal(position) || is(c, position - 1);
                        case '!' ->
                            isFactorial() || isWord(position + 1) || is('=', position + 1) || is('(', position + 1);
                        default -> false;
                    };
            return counts ? c : SPACE;
        }

        private int dash() {
            boolean sign = isSign();
            boolean counts = isNumber(position + 1)
                    || isDash(position - 1) == false && isNumber(besideBlank(1))
                    || isHyphen() && (sign && isWord(position + 1) || isEndOfWord())
                    || isInAddress();
            if (counts == false) {
                return SPACE;
            }
            return sign || isBlank(position - 1) != isBlank(position + 1) ? SIGN : MINUS;
        }

        private boolean isHyphen() {
            return is('-', position) || is('\u2010', position) || is('\u2013', position);
        }

        /** Returns whether a dash belongs to the word or number after it. A blank after a number may be an error, as in {@code 10 -day}. */
        private boolean isSign() {
            int before = UCharacter.getType(codePoint(position - 1));
            return isBlank(position + 1) == false
                    && (isBlank(position - 1) && isDigit(position - 2) == false
                            || isOperator(position - 1)
                            || before == UCharacterCategory.MATH_SYMBOL
                            || before == UCharacterCategory.START_PUNCTUATION);
        }

        private boolean isEndOfWord() {
            return isWord(position - 1) && isWord(position + 1) == false && is('-', position + 1) == false;
        }

        /** Returns whether a quotation mark, the first or second of two, follows a digit or a variable. */
        private boolean isUnit() {
            int before = isQuote(position - 1) ? position - 2 : position - 1;
            return isDigit(before) || isVariable(before) && isWord(position + 1) == false;
        }

        private boolean isQuote(int at) {
            int c = codePoint(at);
            return SINGLE_QUOTES.indexOf(c) >= 0 || DOUBLE_QUOTES.indexOf(c) >= 0;
        }

        private boolean isFactorial() {
            int before = is(')', position - 1) ? position - 2 : position - 1;
            return isDigit(before) || isVariable(before);
        }

        /** Returns whether a word of one letter ends at a position. */
        private boolean isVariable(int at) {
            return codePoint(at) < OTHER_SCRIPTS && isWord(at) && isWord(at - 1) == false;
        }

        private boolean isOfEmoticon() {
            int eyes = is('-', position - 1) ? position - 2 : position - 1;
            return (is(':', eyes) || is(';', eyes)) && isBlank(eyes - 1);
        }

        /** Returns whether a full stop is one of two or three between two digits. */
        private boolean isOfRange() {
            int start = position;
            int end = position + 1;
            while (is('.', start - 1) && end - start <= 3) {
                start--;
            }
            while (is('.', end) && end - start <= 3) {
                end++;
            }
            return end - start <= 3
                    && isDigit(isBlank(start - 1) ? start - 2 : start - 1)
                    && isDigit(isBlank(end) ? end + 1 : end);
        }

        private boolean isInAddress() {
            return isWord(position + 1) && (address || isWord(position - 1) && isInName());
        }

        private boolean beginsAddress(int i) {
            return is('@', i) || is('/', i) && is('/', i - 1);
        }

        private boolean endsAddress(int i, int c) {
            return isBlank(i) || Words.isHan(c);
        }

        /** Returns whether {@code @} follows without a blank. */
        private boolean isInName() {
            if (nextAt < position) {
                int next = text.indexOf('@', position);
                nextAt = next < 0 ? Integer.MAX_VALUE : next;
            }
            int i = position;
            while (i < nextAt && nextAt - position <= MAX_NAME && endsAddress(i, text.charAt(i)) == false) {
                i++;
            }
            return i == nextAt;
        }

        /** Returns the position before or after the current one, beyond a blank; canonical text has no two blanks in a row. */
        private int besideBlank(int step) {
            return isBlank(position + step) ? position + 2 * step : position + step;
        }

        private boolean isOperator(int at) {
            return OPERATORS.indexOf(codePoint(at)) >= 0;
        }

        private boolean isDash(int at) {
            return UCharacter.getType(codePoint(at)) == UCharacterCategory.DASH_PUNCTUATION;
        }

        private boolean isNumber(int at) {
            return isDigit(at)
                    || isDecimal(at)
                    || UCharacter.getType(codePoint(at)) == UCharacterCategory.CURRENCY_SYMBOL;
        }

        /** Returns whether a decimal point or comma begins a number. */
        private boolean isDecimal(int at) {
            return (is('.', at) || is(',', at) || is(ARABIC_POINT, at))
                    && isDigit(at + 1)
                    && isWord(at - 1) == false
                    && is('.', at - 1) == false;
        }

        private boolean is(int c, int at) {
            return at >= 0 && at < text.length() && text.charAt(at) == c;
        }

        /** Returns whether a position has white space or is outside of the text. */
        private boolean isBlank(int at) {
            return at < 0 || at >= text.length() || WhiteSpace.is(text.charAt(at));
        }

        private boolean isWord(int at) {
            return UCharacter.isLetterOrDigit(codePoint(at));
        }

        private boolean isDigit(int at) {
            return UCharacter.isDigit(codePoint(at));
        }

        /** Returns whether a character is a digit, or an ideograph that is part of a number. */
        private boolean isNumeral(int at) {
            return isNumeric(codePoint(at));
        }

        private static boolean isNumeric(int c) {
            return UCharacter.getUnicodeNumericValue(c) != UCharacter.NO_NUMERIC_VALUE;
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
