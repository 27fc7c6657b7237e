package org.ndd.core.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.ndd.core.text.Tokens;
import org.ndd.core.text.Words;

/**
 * Decides whether two words, or a few words with lost or additional blanks, are one word with errors: one character of three may differ.
 * Numbers must be equal, but for letters that look like digits, and words that negate must be the same. Words of one letter and ideographs
 * have no form to be close in.
 */
final class NoisyWord {

    private static final int LETTERS_PER_EDIT = 3;
    private static final int LEAST_LENGTH = 2;

    /** Letters that look like digits, and these. */
    private static final String LOOK_LIKE_DIGITS = "olis";

    private static final String DIGITS = "0115";

    /** Letters of a word in which a digit may be a wrong letter. */
    private static final int LEAST_LETTERS = 3;

    private static final String INNER = ".,:/-";

    private static final Set<String> NEGATIONS = Set.of(
            "no", "not", "non", "nor", "none", "never", "neither", "without", "cannot", "nicht", "nichts", "kein",
            "keine", "keinen", "keinem", "keiner", "keines", "nie", "niemals", "ohne", "ne", "pas", "jamais", "sans",
            "aucun", "aucune", "nunca", "sin", "não", "nao", "sem", "mai", "senza", "niet", "geen", "nooit", "zonder",
            "inte", "ikke", "ingen", "не", "нет", "без", "bez", "nem", "ei");

    private static final List<String> NEGATING_PREFIXES = List.of(
            "un", "in", "im", "il", "ir", "dis", "non", "a", "an", "de", "miss", "mis", "ne", "не", "без", "nie");

    private NoisyWord() {}

    /**
     * Whether the difference of two words is noise. O(length).
     *
     * @param edits between the words, see {@link EditPath}
     */
    static boolean isNoise(String a, String b, int edits) {
        int length = Math.max(a.length(), b.length());
        return length >= LEAST_LENGTH
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
            return numbers(a).equals(numbers(b));
        }
        String mixed = digitsInA ? a : b;
        String asLetters = asLetters(mixed);
        long letters = mixed.chars().filter(Character::isLetter).count();
        return hasDigit(asLetters) == false
                && (letters >= LEAST_LETTERS || asLetters.equals(asLetters(digitsInA ? b : a)));
    }

    private static boolean hasDigit(String words) {
        return words.chars().anyMatch(unit -> Tokens.isDigit((char) unit));
    }

    /** Some words with letters for the digits that these look like. */
    private static String asLetters(String words) {
        return words.replace('0', 'o').replace('1', 'l').replace('i', 'l').replace('5', 's');
    }

    /** The numbers of some words, with the punctuation within them and before them. */
    private static List<String> numbers(String words) {
        List<String> numbers = new ArrayList<>();
        for (String word : words.split("\\s+")) {
            if (hasDigit(word)) {
                numbers.add(number(word));
            }
        }
        return numbers;
    }

    private static String number(String word) {
        StringBuilder number = new StringBuilder(word);
        // Letters are digits if they touch one, or another such letter that does.
        for (int i = 1; i < number.length(); i++) {
            readAsDigit(number, i, i - 1);
        }
        for (int i = number.length() - 2; i >= 0; i--) {
            readAsDigit(number, i, i + 1);
        }
        StringBuilder kept = new StringBuilder();
        for (int i = 0; i < number.length(); i++) {
            char unit = number.charAt(i);
            boolean beforeDigit = i + 1 < number.length() && Tokens.isDigit(number.charAt(i + 1));
            if (Tokens.isDigit(unit) || beforeDigit && INNER.indexOf(unit) >= 0) {
                kept.append(unit);
            }
        }
        return kept.toString();
    }

    private static void readAsDigit(StringBuilder number, int i, int neighbor) {
        int digit = LOOK_LIKE_DIGITS.indexOf(number.charAt(i));
        if (digit >= 0 && Tokens.isDigit(number.charAt(neighbor))) {
            number.setCharAt(i, DIGITS.charAt(digit));
        }
    }
}
