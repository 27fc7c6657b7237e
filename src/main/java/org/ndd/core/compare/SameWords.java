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
 * <li>punctuation of sentences, in these places only ({@link #TRIVIAL}), where the ends of a text are like white space next to a word, and
 * a word has at least two letters:
 * <ul>
 * <li>one stop before white space: one of {@code .,;:?}, or a similar character of another script;
 * <li>quotation marks between white space and a word, and stops and {@code !} between a word and white space;
 * <li>brackets in these places, and dashes, bullets or stops between white space, if words are on both sides, but not a dash and then a
 * bracket;
 * <li>any of these between two ideographs or syllables of Hangul, but only double dashes.
 * </ul>
 * </ul>
 *
 * <p>All other punctuation is content: within words, numbers, URLs and formulas, signs, brackets next to numbers and variables, and {@value
 * #SYMBOLS}. So are all characters in the Unicode categories of symbols (currencies, arithmetic, {@code <}, {@code +}). No threshold is
 * involved. O(|A|+|B|) at most, and usually the length of the common prefix.
 */
final class SameWords {

    /** Symbols that Unicode counts as punctuation. */
    private static final String SYMBOLS = "%\u2030\u2031\u066A\u0609\u060A#&@*\u2020\u2021/\\\u00A7";

    private static final String SINGLE_QUOTES = "'\u2018\u2019\u201A\u201B\u2032\u2039\u203A";
    private static final String DOUBLE_QUOTES = "\"\u201C\u201D\u201E\u201F\u00AB\u00BB\u2033";
    private static final String BULLETS = "\u2022\u00B7\u30FB";
    private static final String OPENING_MARKS = "\u00BF\u00A1";

    private static final String OF_SENTENCE = "(?:[.!\")]*+ ?(?:--|o)? ?[\"(]*+| ?[.!]++ ?)";

    /**
     * The permitted forms of white space and punctuation between two tokens: the kinds of all characters (see {@link Reader#kindOf})
     * between those of the tokens: {@code w} for a word, {@code h} for ideographs and syllables of Hangul, {@code n} for all others.
     */
    private static final Pattern TRIVIAL = Pattern.compile(String.join(
            "|",
            "[wh][.!\")]*+ (?:(?:o++ )?[\"(]*+|-++ \"*+)[wh]",
            "[wh] [.!]++ [\"(]*+[wh]",
            "[wh](?:[.!\"]*+| \\.) n",
            "n(?: ?\\.)? \"*+[wh]",
            "n\\.? n",
            "n\\.? ?\"*+h",
            "h" + OF_SENTENCE + "[wh]",
            "w" + OF_SENTENCE + "h"));

    /** The first letter that is not of Latin, Greek, Cyrillic or Armenian: in other scripts, single letters are words. */
    private static final int OTHER_SCRIPTS = 0x590;

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
            | 1 << UCharacterCategory.OTHER_LETTER
            | 1 << UCharacterCategory.NON_SPACING_MARK
            | 1 << UCharacterCategory.COMBINING_SPACING_MARK;

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
                gapEnd = start + 1;
                while (isOfGap(codePoint(gapEnd))) {
                    gapEnd++;
                }
                if (isTrivial(start, gapEnd)) {
                    position = gapEnd;
                    if (start > 0 && gapEnd < text.length() && mayLackSpace(start - 1, gapEnd) == false) {
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
            if (end == start + 1 && isBlank(codePoint(start))) {
                return true;
            }
            boolean numerals = areNumerals(start - 1, end);
            StringBuilder kinds = new StringBuilder(end - start + 4);
            kinds.append(start == 0 ? "w " : numerals ? "n" : token(start - 1, -1));
            for (int i = start; i < end; i++) {
                char kind = kindOf(codePoint(i));
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
            int c = codePoint(at);
            if (isHan(at) || WordSpacing.isSyllable(c)) {
                return "h";
            }
            return isLetter(c) && (c >= OTHER_SCRIPTS || isLetter(codePoint(at + step))) ? "w" : "n";
        }

        /** Returns the kind of a character between two tokens; {@code ?} if it is always content. */
        private static char kindOf(int c) {
            if (isBlank(c)) {
                return SPACE;
            }
            if (SINGLE_QUOTES.indexOf(c) >= 0 || DOUBLE_QUOTES.indexOf(c) >= 0) {
                return '"';
            }
            if (BULLETS.indexOf(c) >= 0) {
                return 'o';
            }
            if (OPENING_MARKS.indexOf(c) >= 0) {
                return '(';
            }
            return switch (UCharacter.getType(c)) {
                case UCharacterCategory.START_PUNCTUATION -> '(';
                case UCharacterCategory.END_PUNCTUATION -> ')';
                case UCharacterCategory.DASH_PUNCTUATION -> '-';
                default -> c == '!' ? '!' : UCharacter.hasBinaryProperty(c, UProperty.TERMINAL_PUNCTUATION) ? '.' : '?';
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
            return isBlank(c) || (1 << UCharacter.getType(c) & PUNCTUATION) != 0 && SYMBOLS.indexOf(c) < 0;
        }

        private static boolean isBlank(int c) {
            return WhiteSpace.is(c) || UCharacter.getType(c) == UCharacterCategory.CONTROL;
        }

        /** Returns whether a character is a letter or a part of one. */
        private static boolean isLetter(int c) {
            return c >= 0 && (1 << UCharacter.getType(c) & LETTERS) != 0;
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
