package org.ndd.core.compare;

import java.util.List;
import java.util.Objects;

/**
 * The contribution of one signal to the log-odds of a verdict.
 *
 * @param signal the signal
 * @param value value of the signal, 0 to 1
 * @param logOdds addend to the natural logarithm of the odds; negative if it is evidence against near-duplicates
 * @param ofA words or numbers of A on which the signal is based, at most {@value #MAX_WORDS}; may be empty
 * @param ofB words or numbers of B on which the signal is based, at most {@value #MAX_WORDS}; may be empty
 */
public record Contribution(Signal signal, double value, double logOdds, List<String> ofA, List<String> ofB) {

    /** Maximum number of words per document. */
    public static final int MAX_WORDS = 10;

    /** Maximum number of code units of a word: text without blanks can be one word. */
    private static final int MAX_LENGTH = 100;

    public Contribution {
        Objects.requireNonNull(signal, "signal");
        ofA = limited(ofA);
        ofB = limited(ofB);
    }

    private static List<String> limited(List<String> words) {
        return words.isEmpty()
                ? List.of()
                : words.stream()
                        .limit(MAX_WORDS)
                        .map(word -> word.length() <= MAX_LENGTH ? word : word.substring(0, MAX_LENGTH))
                        .toList();
    }

    /** Returns the same contribution with A and B exchanged. */
    public Contribution swapped() {
        return new Contribution(signal, value, logOdds, ofB, ofA);
    }
}
