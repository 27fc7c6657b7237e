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
 * <li>punctuation, except for the following, which counts as content: punctuation inside a number, a minus before a digit, {@code !} before
 * a word, which negates in code, and {@value #KEPT_PUNCTUATION}.
 * </ul>
 *
 * <p>All characters in the Unicode categories of symbols (currencies, arithmetic, {@code <}, {@code +}) are content. No threshold is
 * involved. O(|A|+|B|) at most, and usually the length of the common prefix.
 */
final class SameWords {

    private static final String KEPT_PUNCTUATION = "%\u2030#&@*/\\\u00A7\u2032\u2033";

    /** Number of code units that are compared together. */
    private static final int BLOCK = 512;

    private static final int END = -1;
    private static final int SPACE = ' ';

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
                if (isContent(c)) {
                    if (gap && previous != SPACE && mayLackSpace(previous, c) == false) {
                        previous = SPACE;
                        return SPACE;
                    }
                    position += Character.charCount(c);
                    previous = c;
                    return c;
                }
                gap = true;
                position += Character.charCount(c);
            }
            return END;
        }

        /** Returns whether white space between two characters may be absent without changing the words. */
        private static boolean mayLackSpace(int left, int right) {
            return Words.isHan(left) && Words.isHan(right)
                    || WordSpacing.isSyllable(left) && WordSpacing.isSyllable(right);
        }

        private boolean isContent(int c) {
            if (isAsciiWord(c)) {
                return true;
            }
            return switch (UCharacter.getType(c)) {
                case UCharacterCategory.CONNECTOR_PUNCTUATION,
                        UCharacterCategory.START_PUNCTUATION,
                        UCharacterCategory.END_PUNCTUATION,
                        UCharacterCategory.INITIAL_PUNCTUATION,
                        UCharacterCategory.FINAL_PUNCTUATION,
                        UCharacterCategory.SPACE_SEPARATOR,
                        UCharacterCategory.LINE_SEPARATOR,
                        UCharacterCategory.PARAGRAPH_SEPARATOR,
                        UCharacterCategory.CONTROL -> false;
                case UCharacterCategory.DASH_PUNCTUATION -> isSign();
                case UCharacterCategory.OTHER_PUNCTUATION ->
                    KEPT_PUNCTUATION.indexOf(c) >= 0 || isInNumber() || c == '!' && isWord(position + 1);
                default -> true;
            };
        }

        /** Returns whether a dash is before a digit and not after a word. */
        private boolean isSign() {
            return isDigit(position + 1) && isWord(position - 1) == false;
        }

        /** Returns whether punctuation is between two digits, and thus belongs to a number. */
        private boolean isInNumber() {
            return position > 0 && isDigit(position - 1) && isDigit(position + 1);
        }

        private boolean isWord(int at) {
            return at >= 0 && at < text.length() && Character.isLetterOrDigit(text.charAt(at));
        }

        private boolean isDigit(int at) {
            return at < text.length() && Character.isDigit(text.charAt(at));
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
