package org.ndd.eval.baseline;

import com.carrotsearch.hppc.LongArrayList;
import java.lang.Character.UnicodeScript;

/**
 * Hashes of the words of a canonical text, the tokens of all systems: maximal runs of letters, marks and digits (Henzinger's alphanumeric
 * sequences: a URL is split at dots and dashes), and single characters in scripts that are written without spaces, whose segmentation
 * requires a dictionary.
 */
final class Words {

    /** The token for all numbers if numbers are not distinguished. */
    static final long NUMBER = Hash64.of("0");

    private Words() {}

    /** Returns all words in order. */
    static long[] of(String text) {
        return read(text, 1, false);
    }

    /** Returns the words of a minimum number of UTF-16 code units in order. */
    static long[] atLeast(String text, int length) {
        return read(text, length, false);
    }

    /** Returns all words in order, with {@link #NUMBER} for words of digits. */
    static long[] withoutNumbers(String text) {
        return read(text, 1, true);
    }

    private static long[] read(String text, int least, boolean foldNumbers) {
        LongArrayList words = new LongArrayList(text.length() / 5 + 1);
        int start = -1;
        boolean number = true;
        int i = 0;
        while (i <= text.length()) {
            int c = i < text.length() ? text.codePointAt(i) : ' ';
            boolean alone = c >= 0x0E00 && isWholeWord(c);
            boolean inner = alone == false && isWordPart(c);
            if (inner) {
                number = start < 0 ? Character.isDigit(c) : number && Character.isDigit(c);
                start = start < 0 ? i : start;
            } else if (start >= 0) {
                if (i - start >= least) {
                    words.add(foldNumbers && number ? NUMBER : Hash64.of(text, start, i));
                }
                start = -1;
            }
            int next = i + Character.charCount(c);
            if (alone && next - i >= least) {
                words.add(Hash64.of(text, i, next));
            }
            i = next;
        }
        return words.toArray();
    }

    /** Returns whether a code point is part of a longer word. */
    static boolean isWordPart(int c) {
        return switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK -> true;
            default -> Character.isLetterOrDigit(c);
        };
    }

    /** Returns whether a code point is a word: a letter of a script that is written without spaces. */
    static boolean isWholeWord(int c) {
        return switch (UnicodeScript.of(c)) {
            case HAN, HIRAGANA, KATAKANA, THAI, LAO, KHMER, MYANMAR -> Character.isLetter(c);
            default -> false;
        };
    }
}
