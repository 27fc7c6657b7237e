package org.ndd.core.align;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.text.Normalizer2;
import java.util.List;
import org.ndd.core.text.Tokens;

/**
 * Compares a word with other spellings of it: {@code impulsu} and {@code impulzu}, an Arabic word with and without hamza, a typing mistake.
 * Words that differ only in marks, or in the form of an Arabic letter, are spellings of one word. In others one letter of four may be
 * inserted, deleted or replaced (Levenshtein, 1966). Words shorter than {@value #SHORTEST} letters and words with digits are treated as
 * distinct names: {@code dir} and {@code vdir}, {@code mp3} and {@code mp4}.
 */
public final class Spelling {

    /** Minimum number of letters; chosen among 3 to 5 by leaving out one kind of documents at a time. */
    private static final int SHORTEST = 4;

    /** Maximum number of letters: longer tokens are not words of a language, and the table of a pair would be large. */
    private static final int LONGEST = 64;

    /** Number of letters per edit; chosen among 3 and 4 by leaving out one kind of documents at a time. */
    private static final int LETTERS_PER_EDIT = 4;

    private final String letters;
    /** A bit for each letter, by its lowest bits. One edit changes at most two of them. */
    private final long letterSet;

    /**
     * @param word word of a canonical text
     */
    public Spelling(String word) {
        this.letters = letters(word);
        long set = 0;
        for (int i = 0; i < letters.length(); i++) {
            set |= 1L << letters.charAt(i);
        }
        this.letterSet = set;
    }

    /**
     * Returns the letters of a word without marks, and with one form of the letters that Arabic and Persian write in several. Vowel signs
     * of Indic scripts have no combining class, and count as letters.
     */
    public static String letters(String word) {
        if (word.length() > LONGEST || hasNoForms(word)) {
            return word;
        }
        StringBuilder letters = new StringBuilder();
        Normalizer2.getNFDInstance()
                .normalize(word)
                .codePoints()
                .filter(c -> UCharacter.getCombiningClass(c) == 0)
                .forEach(c -> letters.appendCodePoint(arabicForm(c)));
        return letters.toString();
    }

    /** Returns whether all letters are ASCII or unified ideographs, which have neither marks nor other forms. */
    private static boolean hasNoForms(String word) {
        return word.chars().allMatch(c -> c < 0x80 || c >= 0x4E00 && c < 0xA000);
    }

    /**
     * Returns yeh for alef maksura and Persian yeh, heh for teh marbuta, kaf for keheh: as in Lucene's normalization of Arabic and Persian.
     */
    private static int arabicForm(int c) {
        return switch (c) {
            case '\u0649', '\u06CC' -> '\u064A';
            case '\u0629' -> '\u0647';
            case '\u06A9' -> '\u0643';
            default -> c;
        };
    }

    /** Returns whether this word and one of others may be spellings of one word. */
    public boolean isAmong(List<Spelling> others) {
        for (Spelling other : others) {
            if (isVariantOf(other)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether this word and another may be spellings of one word. O(length · edits). */
    boolean isVariantOf(Spelling other) {
        String a = letters;
        String b = other.letters;
        if (a.equals(b)) {
            return true;
        }
        int longer = Math.max(a.length(), b.length());
        int most = longer / LETTERS_PER_EDIT;
        return longer <= LONGEST
                && Math.min(a.length(), b.length()) >= SHORTEST
                && Math.abs(a.length() - b.length()) <= most
                && Long.bitCount(letterSet ^ other.letterSet) <= 2 * most
                && isWithin(most, a, b)
                && hasDigit(a) == false
                && hasDigit(b) == false;
    }

    /**
     * Returns whether {@code most} edits turn one word into the other. Only the cells of the table within this distance of its diagonal are
     * computed.
     */
    private static boolean isWithin(int most, String a, String b) {
        int[] before = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            before[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int from = Math.max(1, i - most);
            int to = Math.min(b.length(), i + most);
            int least = row[from - 1] = from == 1 ? i : most + 1;
            for (int j = from; j <= to; j++) {
                int replaced = before[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                int deleted = j < i + most ? before[j] + 1 : most + 1;
                row[j] = Math.min(replaced, Math.min(deleted, row[j - 1] + 1));
                least = Math.min(least, row[j]);
            }
            if (least > most) {
                return false;
            }
            int[] spare = before;
            before = row;
            row = spare;
        }
        return before[b.length()] <= most;
    }

    private static boolean hasDigit(String word) {
        return word.chars().anyMatch(c -> Tokens.isDigit((char) c));
    }
}
