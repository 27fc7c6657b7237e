package org.ndd.core.compare;

import java.util.HashSet;
import java.util.Set;

/**
 * The figures of a text: runs of digits with single {@code . , : / -} inside, such as dates, prices and times, as a
 * set. Texts that say the same words about other figures are no duplicates (algorithm 8).
 */
final class Figures {
    private static final String INNER = ".,:/-";
    private static final int LEAST_FIGURES = 4;
    /** In tenths of the smaller set, so that the border is exact. */
    private static final int LEAST_SHARED_TENTHS = 6;

    /** A date line and a counter of readers change from copy to copy. */
    private static final int LEAST_MISSING = 3;

    private static final int LEAST_UNMATCHED_PER_THOUSAND = 5;

    /** From general punctuation over kana and ideographs to the syllables of Yi no script has digits: spares a look at the tables. */
    private static final char NO_DIGITS_FROM = 0x2000;

    private static final char NO_DIGITS_TO = 0xa500;

    private Figures() {}

    /**
     * Whether both texts have at least 4 figures, less than 0.6 of the smaller set is shared, at least 3 of it are not,
     * and there are at least 5 unmatched ones, of both sides, a 1,000 code units of both texts. O(|A|+|B|).
     */
    static boolean disagree(PreparedText a, PreparedText b) {
        Set<String> ofA = a.figures();
        if (ofA.size() < LEAST_FIGURES) {
            return false;
        }
        Set<String> ofB = b.figures();
        if (ofB.size() < LEAST_FIGURES) {
            return false;
        }
        Set<String> smaller = ofA.size() <= ofB.size() ? ofA : ofB;
        Set<String> larger = smaller == ofA ? ofB : ofA;
        int shared = 0;
        for (String figure : smaller) {
            if (larger.contains(figure)) {
                shared++;
            }
        }
        long unmatched = (long) ofA.size() + ofB.size() - 2L * shared;
        return 10L * shared < (long) LEAST_SHARED_TENTHS * smaller.size()
                && smaller.size() - shared >= LEAST_MISSING
                && unmatched * 1000 >= LEAST_UNMATCHED_PER_THOUSAND * ((long) a.length() + b.length());
    }

    /** The set of figures of a text. O(|text|). */
    static Set<String> of(String text) {
        Set<String> figures = new HashSet<>();
        int i = 0;
        while (i < text.length()) {
            int digit = digitLength(text, i);
            if (digit == 0) {
                i++;
                continue;
            }
            int start = i;
            while (digit > 0) {
                i += digit;
                digit = digitLength(text, i);
                if (digit == 0 && i < text.length() && INNER.indexOf(text.charAt(i)) >= 0) {
                    int after = digitLength(text, i + 1);
                    digit = after == 0 ? 0 : after + 1;
                }
            }
            figures.add(text.substring(start, i));
        }
        return figures;
    }

    /** Code units of the digit at a position, 0 where there is none. */
    private static int digitLength(String text, int position) {
        if (position >= text.length()) {
            return 0;
        }
        char unit = text.charAt(position);
        if (unit < 0x80) {
            return unit >= '0' && unit <= '9' ? 1 : 0;
        }
        if (unit >= NO_DIGITS_FROM && unit < NO_DIGITS_TO) {
            return 0;
        }
        int codePoint = text.codePointAt(position);
        return Character.isDigit(codePoint) ? Character.charCount(codePoint) : 0;
    }
}
