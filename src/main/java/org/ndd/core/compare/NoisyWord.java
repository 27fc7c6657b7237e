package org.ndd.core.compare;

import com.ibm.icu.lang.UCharacter;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.ndd.core.text.Tokens;
import org.ndd.core.text.Words;

/**
 * Decides whether two words, or a few words with lost or additional blanks, are one word with errors: one character of three may differ.
 * Both must have the same digits, or letters that look like these, and the same words that negate. Words of one letter and words with
 * ideographs are never noise, because they are too short to be similar.
 */
final class NoisyWord {

    private static final int LETTERS_PER_EDIT = 3;
    private static final int MIN_LENGTH = 2;

    /** Letters that look like digits, in the order of {@link #DIGITS}. */
    private static final String LOOK_LIKE_DIGITS = "olis";

    private static final String DIGITS = "0115";

    /** Minimum number of letters of a word in which a digit may be a wrong letter. */
    private static final int MIN_LETTERS = 3;

    private static final Set<String> NEGATIONS = Set.of(
            "no", "not", "non", "nor", "none", "never", "neither", "without", "cannot", "nicht", "nichts", "kein",
            "keine", "keinen", "keinem", "keiner", "keines", "nie", "niemals", "ohne", "ne", "pas", "jamais", "sans",
            "aucun", "aucune", "nunca", "sin", "não", "nao", "sem", "mai", "senza", "niet", "geen", "nooit", "zonder",
            "inte", "ikke", "ingen", "не", "нет", "без", "bez", "nem", "ei");

    private static final List<String> NEGATING_PREFIXES = List.of(
            "un", "in", "im", "il", "ir", "dis", "non", "a", "an", "de", "miss", "mis", "ne", "не", "без", "nie");

    private NoisyWord() {}

    /**
     * Returns whether the difference of two words is noise. O(length).
     *
     * @param edits number of edits between the words, see {@link EditPath}
     */
    static boolean isNoise(String a, String b, int edits) {
        int length = Math.max(a.length(), b.length());
        return length >= MIN_LENGTH
                && edits <= Math.max(1, length / LETTERS_PER_EDIT)
                && Math.min(a.length(), b.length()) > 0
                && a.chars().noneMatch(Words::isHan)
                && b.chars().noneMatch(Words::isHan)
                && haveNumbersOfEachOther(a, b)
                && negations(a).equals(negations(b))
                && isNegated(a, b) == false
                && isNegated(b, a) == false;
    }

    private static boolean isNegated(String word, String negated) {
        return negated.endsWith(word)
                && NEGATING_PREFIXES.contains(negated.substring(0, negated.length() - word.length()));
    }

    private static List<String> negations(String words) {
        List<String> negations = new ArrayList<>();
        for (String word : words.split("[^\\p{L}\\p{M}]+")) {
            if (NEGATIONS.contains(word)) {
                negations.add(word);
            }
        }
        return negations;
    }

    private static boolean haveNumbersOfEachOther(String a, String b) {
        boolean digitsInA = hasDigit(a);
        if (digitsInA == hasDigit(b)) {
            return haveDigitsOfEachOther(a, b);
        }
        String mixed = digitsInA ? a : b;
        String asLetters = asLetters(mixed);
        long letters = mixed.chars().filter(UCharacter::isLetter).count();
        return hasDigit(asLetters) == false
                && (letters >= MIN_LETTERS || asLetters.equals(asLetters(digitsInA ? b : a)));
    }

    private static boolean hasDigit(String words) {
        return words.chars().anyMatch(unit -> Tokens.isDigit((char) unit));
    }

    /** Replaces digits by the letters that they look like. */
    private static String asLetters(String words) {
        return words.replace('0', 'o').replace('1', 'l').replace('i', 'l').replace('5', 's');
    }

    /**
     * Returns whether all digits of each are in the other in the same order, as digits or as letters that look like these. O(digits of one
     * · digits of the other).
     */
    private static boolean haveDigitsOfEachOther(String a, String b) {
        String ofA = digits(a);
        String ofB = digits(b);
        boolean[] before = new boolean[ofB.length() + 1];
        for (int i = 0; i <= ofA.length(); i++) {
            boolean[] row = new boolean[before.length];
            for (int j = 0; j < row.length; j++) {
                row[j] = i + j == 0
                        || i > 0 && before[j] && isLetter(ofA, i - 1)
                        || j > 0 && row[j - 1] && isLetter(ofB, j - 1)
                        || i > 0 && j > 0 && before[j - 1] && asDigit(ofA, i - 1) == asDigit(ofB, j - 1);
            }
            before = row;
        }
        return before[ofB.length()];
    }

    /** Returns the digits of some words, and letters that look like digits if they touch a digit or another such letter. */
    private static String digits(String words) {
        BitSet kept = new BitSet();
        for (int i = 0; i < words.length(); i++) {
            keep(words, i, i - 1, kept);
        }
        for (int i = words.length() - 1; i >= 0; i--) {
            keep(words, i, i + 1, kept);
        }
        StringBuilder digits = new StringBuilder();
        kept.stream().forEach(i -> digits.append(words.charAt(i)));
        return digits.toString();
    }

    private static void keep(String words, int i, int neighbor, BitSet kept) {
        char unit = words.charAt(i);
        if (Tokens.isDigit(unit) || neighbor >= 0 && kept.get(neighbor) && LOOK_LIKE_DIGITS.indexOf(unit) >= 0) {
            kept.set(i);
        }
    }

    private static boolean isLetter(String digits, int i) {
        return Tokens.isDigit(digits.charAt(i)) == false;
    }

    private static char asDigit(String digits, int i) {
        int letter = LOOK_LIKE_DIGITS.indexOf(digits.charAt(i));
        return letter < 0 ? digits.charAt(i) : DIGITS.charAt(letter);
    }
}
