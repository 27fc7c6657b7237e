package org.ndd.core.text;

import com.ibm.icu.lang.UCharacter;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the words of which names of objects are made: runs of letters and digits with at least one letter, two code units or more, such as
 * {@code md5}, {@code nonzerou64} or {@code joda}. Numbers alone are not names. Han is written without spaces between words, so a run of it
 * is not a word. Only the first plane counts.
 */
public final class Words {

    private static final int MIN_LENGTH = 2;

    private static final CodePoints WORD_CHARACTERS = new CodePoints(
            c -> isHan(c) == false && (UCharacter.isLetterOrDigit(c) || UCharacter.getCombiningClass(c) > 0));

    private Words() {}

    /** Visits one word after another. */
    @FunctionalInterface
    public interface Visitor {

        /**
         * Visits a word.
         *
         * @param start start of the word
         * @param end end of the word, exclusive
         */
        void visit(int start, int end);
    }

    /**
     * Visits the words that begin in a part of a text. O(limit − from), plus the length of the last word.
     *
     * @param text code units
     * @param from start of the part; not within a word
     * @param limit end of the part, exclusive
     * @return end position: the limit, or the end of the word that crosses it
     */
    public static int forEach(char[] text, int from, int limit, Visitor visitor) {
        int start = -1;
        boolean letter = false;
        int i = from;
        for (; i <= text.length && (i < limit || start >= 0); i++) {
            if (i < text.length && isOfWord(text[i])) {
                start = start < 0 ? i : start;
                letter |= isDigit(text[i]) == false;
                continue;
            }
            if (letter && i - start >= MIN_LENGTH) {
                visitor.visit(start, i);
            }
            start = -1;
            letter = false;
        }
        return i;
    }

    /** Returns the different words of a short text, in order. */
    public static List<String> of(String text) {
        List<String> words = new ArrayList<>();
        forEach(text.toCharArray(), 0, text.length(), (start, end) -> {
            String word = text.substring(start, end);
            if (words.contains(word) == false) {
                words.add(word);
            }
        });
        return words;
    }

    /**
     * Counts the occurrences of a word in a text up to a limit. O(|text|).
     *
     * @param limit maximum result, at least 1
     */
    public static int count(String text, String word, int limit) {
        int count = 0;
        for (int start = text.indexOf(word); start >= 0 && count < limit; start = text.indexOf(word, start + 1)) {
            count += isOfWord(text, start - 1) || isOfWord(text, start + word.length()) ? 0 : 1;
        }
        return count;
    }

    /** Returns whether a text contains a word. O(|text|). */
    public static boolean occurs(String text, String word) {
        return count(text, word, 1) > 0;
    }

    private static boolean isOfWord(String text, int i) {
        return i >= 0 && i < text.length() && isOfWord(text.charAt(i));
    }

    private static boolean isOfWord(char unit) {
        return WORD_CHARACTERS.has(unit);
    }

    private static boolean isDigit(char unit) {
        return CodePoints.DIGITS.has(unit);
    }

    /** Returns whether a code unit is of Han, or of kana, which are written together with Han. */
    public static boolean isHan(int unit) {
        return unit >= 0x2e80 && unit < 0xa000 || unit >= 0xf900 && unit < 0xfb00;
    }
}
