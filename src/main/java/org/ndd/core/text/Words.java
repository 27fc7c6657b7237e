package org.ndd.core.text;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterCategory;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Finds the words of which names of objects are made: runs of letters and digits with at least one letter, two code units or more, such as
 * {@code md5}, {@code nonzerou64} or {@code joda}. Numbers alone are not names. Han is written without spaces between words, so a run of it
 * is not a word. Only the first plane counts.
 */
public final class Words {

    private static final int MIN_LENGTH = 2;

    private static final int MARKS = 1 << UCharacterCategory.NON_SPACING_MARK
            | 1 << UCharacterCategory.COMBINING_SPACING_MARK
            | 1 << UCharacterCategory.ENCLOSING_MARK;

    /**
     * Letters, digits and marks. The vowel signs of Indic scripts and the subjoined letters of Tibetan are marks without a combining class.
     * In scripts without blanks, such as Thai, these marks end a word: otherwise a word would be a sentence.
     */
    static final CodePoints CHARACTERS = new CodePoints(c -> isHan(c) == false
            && (UCharacter.isLetterOrDigit(c)
                    || UCharacter.getCombiningClass(c) > 0
                    || (1 << UCharacter.getType(c) & MARKS) != 0 && CodePoints.UNSPACED.has(c) == false));

    private Words() {}

    /** Returns the different words of a text, in order. O(n). */
    public static Set<String> of(String text) {
        Set<String> words = new LinkedHashSet<>();
        int start = -1;
        boolean letter = false;
        for (int i = 0; i <= text.length(); i++) {
            if (isOfWord(text, i)) {
                start = start < 0 ? i : start;
                letter |= CodePoints.DIGITS.has(text.charAt(i)) == false;
                continue;
            }
            if (letter && i - start >= MIN_LENGTH) {
                words.add(text.substring(start, i));
            }
            start = -1;
            letter = false;
        }
        return words;
    }

    /** Returns whether a text contains a word. O(|text|). */
    public static boolean occurs(String text, String word) {
        int start = text.indexOf(word);
        while (start >= 0 && (isOfWord(text, start - 1) || isOfWord(text, start + word.length()))) {
            start = text.indexOf(word, start + 1);
        }
        return start >= 0;
    }

    /** Returns how often a text contains a sequence of Han or kana, which no separators delimit; occurrences may overlap. O(|text|). */
    public static int occurrencesOfHan(String text, String sequence) {
        int times = 0;
        for (int at = text.indexOf(sequence); at >= 0; at = text.indexOf(sequence, at + 1)) {
            times++;
        }
        return times;
    }

    private static boolean isOfWord(String text, int i) {
        return i >= 0 && i < text.length() && CHARACTERS.has(text.charAt(i));
    }

    /** Returns whether a code unit is of Han, or of kana, which are written together with Han. */
    public static boolean isHan(int unit) {
        return unit >= 0x2e80 && unit < 0xa000 || unit >= 0xf900 && unit < 0xfb00;
    }
}
