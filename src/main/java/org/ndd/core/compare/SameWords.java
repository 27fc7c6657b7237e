package org.ndd.core.compare;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterCategory;
import com.ibm.icu.lang.UProperty;
import java.util.regex.Pattern;
import org.ndd.core.text.WhiteSpace;
import org.ndd.core.text.WordSpacing;
import org.ndd.core.text.Words;

/**
 * Decides whether two documents are the same: their titles and their texts have the same words, numbers, symbols and punctuation in the
 * same order. So one of the two can be deleted without losing a word. The permitted differences are:
 *
 * <ul>
 * <li>case, width and form of characters: both texts are canonical, and all forms of a dash or quotation mark are equal;
 * <li>white space, and between ideographs, and between syllables of Hangul, also its absence;
 * <li>punctuation of sentences, in these places only ({@link #TRIVIAL}), where the ends of a text are like white space next to a word. A
 * word has at least two letters, or one in scripts without upper case:
 * <ul>
 * <li>one stop before white space: one of {@code .,;:?}, or a similar character of another script;
 * <li>several stops and {@code !} between a word and white space, and several stops between white space, if words are on both sides. The
 * same comma or semicolon twice counts, because a cell of a table is empty between them;
 * <li>quotation marks between a word and white space;
 * <li>brackets there, if words are on both sides;
 * <li>between ideographs or syllables of Hangul, or one of these and a word, also without white space: all these, double dashes and middle
 * dots. Texts with and without punctuation there differ;
 * <li>one stop between a number and an ideograph or syllable of Hangul after it.
 * </ul>
 * </ul>
 *
 * <p>All other punctuation is content: dashes, and within words, numbers, URLs and formulas, brackets next to numbers and variables, and
 * {@value #SYMBOLS}. So are all characters in the Unicode categories of symbols (currencies, arithmetic, {@code <}, {@code +}). No
 * threshold is involved. O(|A|+|B|) at most, and usually the length of the common prefix.
 */
final class SameWords {

    /** Symbols that Unicode counts as punctuation. */
    private static final String SYMBOLS = "%\u2030\u2031\u066A\u0609\u060A#&@*\u2020\u2021/\\\u00A7";

    private static final String SINGLE_QUOTES = "'\u2018\u2019\u201A\u201B\u2032\u2039\u203A";
    private static final String DOUBLE_QUOTES = "\"\u201C\u201D\u201E\u201F\u00AB\u00BB\u2033";
    private static final int MIDDLE_DOT = 0x30FB;
    private static final int OPENING_QUESTION_MARK = 0xBF;
    private static final int OPENING_EXCLAMATION_MARK = 0xA1;

    private static final String OF_SENTENCE = "(?:[.!\")]*+ ?(?:--|o)? ?[\"(]*+| ?[.!]++ ?)";

    /**
     * The permitted forms of white space and punctuation between two tokens: the kinds of all characters (see {@link Reader#kindOf})
     * between those of the tokens: {@code w} for a word, {@code h} for an ideograph or a syllable of Hangul, {@code n} for
     * all others.
     */
    private static final Pattern TRIVIAL = Pattern.compile(String.join(
            "|",
            "[wh][.!\")]*+ [\"(]*+[wh]",
            "[wh] \\.++ [\"(]*+[wh]",
            "[wh](?:[.!\"]*+| \\.) n",
            "n(?: ?\\.)? \"*+[wh]",
            "n\\.? n",
            "n\\.?(?: \"*+)?h",
            "h" + OF_SENTENCE + "[wh]",
            "w" + OF_SENTENCE + "h"));

    private static final int PUNCTUATION = 1 << UCharacterCategory.CONNECTOR_PUNCTUATION
            | 1 << UCharacterCategory.DASH_PUNCTUATION
            | 1 << UCharacterCategory.START_PUNCTUATION
            | 1 << UCharacterCategory.END_PUNCTUATION
            | 1 << UCharacterCategory.INITIAL_PUNCTUATION
            | 1 << UCharacterCategory.FINAL_PUNCTUATION
            | 1 << UCharacterCategory.OTHER_PUNCTUATION;

    private static final int LETTERS = 1 << UCharacterCategory.UPPERCASE_LETTER
            | 1 << UCharacterCategory.LOWERCASE_LETTER
            | 1 << UCharacterCategory.TITLECASE_LETTER
            | 1 << UCharacterCategory.MODIFIER_LETTER
            | 1 << UCharacterCategory.OTHER_LETTER;

    private static final int MARKS = 1 << UCharacterCategory.NON_SPACING_MARK
            | 1 << UCharacterCategory.COMBINING_SPACING_MARK
            | 1 << UCharacterCategory.ENCLOSING_MARK;

    /** Number of code units that are compared together. */
    private static final int BLOCK = 512;

    private static final int END = -1;
    private static final int SPACE = ' ';

    /** Iterates over the code points that count, and one blank for trivial white space and punctuation between two of them. */
    private static final class Reader {

        private final String text;
        private int position;
        /** End of the last run of white space and punctuation. */
        private int gapEnd;

        /** @param start a position after an ASCII letter or digit, or 0 */
        Reader(String text, int start) {
            this.text = text;
            this.position = start;
        }

        /** Returns the next code point that counts, {@link #END} after the last. */
        int next() {
            if (position >= gapEnd && isOfGap(codePoint(position))) {
                int start = position;
                boolean blank = true;
                for (gapEnd = start; isOfGap(codePoint(gapEnd)); gapEnd++) {
                    blank &= isBlank(codePoint(gapEnd));
                }
                if (blank || isTrivial(start, gapEnd)) {
                    position = gapEnd;
                    boolean atEnd = start == 0 || gapEnd == text.length();
                    if (atEnd == false && (blank && mayLackSpace(start - 1, gapEnd)) == false) {
                        return SPACE;
                    }
                }
            }
            int c = codePoint(position);
            position += Character.charCount(Math.max(c, 0));
            return folded(c);
        }

        /** Returns whether white space between two characters may be absent without changing the words. */
        private boolean mayLackSpace(int left, int right) {
            return isHan(left) && isHan(right) && areNumerals(left, right) == false
                    || WordSpacing.isSyllable(codePoint(left)) && WordSpacing.isSyllable(codePoint(right));
        }

        private boolean isTrivial(int start, int end) {
            boolean numerals = areNumerals(start - 1, end);
            StringBuilder kinds = new StringBuilder(end - start + 4);
            kinds.append(start == 0 ? "w " : numerals ? "n" : token(start - 1, -1));
            for (int i = start; i < end; i++) {
                int c = codePoint(i);
                boolean emptyCell = (c == ',' || c == ';') && codePoint(i - 1) == c;
                char kind = emptyCell ? '?' : kindOf(c);
                if (kind != SPACE || kinds.charAt(kinds.length() - 1) != SPACE) {
                    kinds.append(kind);
                }
            }
            boolean blank = kinds.charAt(kinds.length() - 1) == SPACE;
            kinds.append(end == text.length() ? blank ? "w" : " w" : numerals ? "n" : token(end, 1));
            return TRIVIAL.matcher(kinds).matches();
        }

        /** Returns the kind of the token that has its last or first character at a position. */
        private String token(int at, int step) {
            if (isHan(at) || WordSpacing.isSyllable(codePoint(at))) {
                return "h";
            }
            int first = skipMarks(at, step);
            int c = codePoint(first);
            if (isOneOf(LETTERS, c) == false) {
                return "n";
            }
            boolean single =
                    isOneOf(LETTERS, codePoint(skipMarks(first + step * Character.charCount(c), step))) == false;
            return single && UCharacter.hasBinaryProperty(c, UProperty.CASED) ? "n" : "w";
        }

        /** Returns the position of the next character in a direction that is not a mark. */
        private int skipMarks(int at, int step) {
            int next = at;
            while (isOneOf(MARKS, codePoint(next))) {
                next += step;
            }
            return next;
        }

        /** Returns the kind of a character between two tokens; {@code ?} if it is always content. */
        private static char kindOf(int c) {
            return switch (folded(c)) {
                case SPACE -> SPACE;
                case '\'', '"' -> '"';
                case '-' -> '-';
                case '!' -> '!';
                case MIDDLE_DOT -> 'o';
                case OPENING_QUESTION_MARK, OPENING_EXCLAMATION_MARK -> '(';
                default ->
                    switch (UCharacter.getType(c)) {
                        case UCharacterCategory.START_PUNCTUATION -> '(';
                        case UCharacterCategory.END_PUNCTUATION -> ')';
                        default -> UCharacter.hasBinaryProperty(c, UProperty.TERMINAL_PUNCTUATION) ? '.' : '?';
                    };
            };
        }

        /** Returns the code point as it is compared: one for all forms of white space, of a dash, and of a quotation mark. */
        private static int folded(int c) {
            if (isAsciiWord(c) || c == END) {
                return c;
            }
            if (isBlank(c)) {
                return SPACE;
            }
            if (SINGLE_QUOTES.indexOf(c) >= 0) {
                return '\'';
            }
            if (DOUBLE_QUOTES.indexOf(c) >= 0) {
                return '"';
            }
            return UCharacter.getType(c) == UCharacterCategory.DASH_PUNCTUATION ? '-' : c;
        }

        /** Returns whether a character is white space, or punctuation that may separate words. */
        private static boolean isOfGap(int c) {
            if (isAsciiWord(c) || c == END) {
                return false;
            }
            return isBlank(c) || isOneOf(PUNCTUATION, c) && SYMBOLS.indexOf(c) < 0;
        }

        private static boolean isBlank(int c) {
            return WhiteSpace.is(c) || UCharacter.getType(c) == UCharacterCategory.CONTROL;
        }

        private static boolean isOneOf(int categories, int c) {
            return c >= 0 && (1 << UCharacter.getType(c) & categories) != 0;
        }

        private boolean isHan(int at) {
            return Words.isHan(codePoint(at));
        }

        /** Returns whether two characters are digits or ideographs that can belong to one number. */
        private boolean areNumerals(int left, int right) {
            return isNumeral(codePoint(left)) && isNumeral(codePoint(right));
        }

        private static boolean isNumeral(int c) {
            return c >= 0 && UCharacter.getUnicodeNumericValue(c) != UCharacter.NO_NUMERIC_VALUE;
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
