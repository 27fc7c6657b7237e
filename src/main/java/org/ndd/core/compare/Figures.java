package org.ndd.core.compare;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The figures of a text: runs of digits with single {@code . , : / -} inside, such as dates, prices and times, as a
 * set. Texts that say the same words about other figures are no duplicates (algorithm 8). A page that another site reprints often has a
 * paragraph more or less: what is said there contradicts nothing, so between sites only figures beside common text count.
 */
final class Figures {
    private static final String INNER = ".,:/-";
    private static final int LEAST_FIGURES = 4;
    /** In tenths of the smaller set, so that the border is exact. */
    private static final int LEAST_SHARED_TENTHS = 6;

    /** A date line and a counter of readers change from copy to copy. */
    static final int LEAST_MISSING = 3;

    private static final int LEAST_UNMATCHED_PER_THOUSAND = 5;

    /** From general punctuation over kana and ideographs to the syllables of Yi no script has digits: spares a look at the tables. */
    private static final char NO_DIGITS_FROM = 0x2000;

    private static final char NO_DIGITS_TO = 0xa500;

    /** Code units from common text within which a figure is beside it. */
    private static final int BESIDE = 8;

    private Figures() {}

    /**
     * Whether both texts have at least 4 figures, less than 0.6 of the smaller set is shared, at least 3 of it are not,
     * and there are at least 5 unmatched ones, of both sides, a 1,000 code units of both texts. O(|A|+|B|).
     */
    static boolean disagree(PreparedText a, PreparedText b) {
        return disagree(a, b, null, LEAST_MISSING);
    }

    /**
     * The same with figures that are neither shared nor beside common text left out.
     *
     * @param common what the texts have in common; {@code null} for all figures to count
     * @param leastMissing how many of the smaller set must not be shared
     */
    static boolean disagree(PreparedText a, PreparedText b, Sketch.Pair common, int leastMissing) {
        Map<String, List<Integer>> ofA = a.figures();
        if (ofA.size() < LEAST_FIGURES) {
            return false;
        }
        Map<String, List<Integer>> ofB = b.figures();
        if (ofB.size() < LEAST_FIGURES) {
            return false;
        }
        int unsharedA = unshared(ofA, ofB, common == null ? null : common.ofA());
        int unsharedB = unshared(ofB, ofA, common == null ? null : common.ofB());
        int shared = shared(ofA, ofB);
        int missing = Math.min(unsharedA, unsharedB);
        int smaller = shared + missing;
        long unmatched = (long) unsharedA + unsharedB;
        return smaller >= LEAST_FIGURES
                && 10L * shared < (long) LEAST_SHARED_TENTHS * smaller
                && missing >= leastMissing
                && unmatched * 1000 >= LEAST_UNMATCHED_PER_THOUSAND * ((long) a.length() + b.length());
    }

    private static int shared(Map<String, List<Integer>> figures, Map<String, List<Integer>> others) {
        int shared = 0;
        for (String figure : figures.keySet()) {
            shared += others.containsKey(figure) ? 1 : 0;
        }
        return shared;
    }

    private static int unshared(Map<String, List<Integer>> figures, Map<String, List<Integer>> others, Sketch common) {
        int unshared = 0;
        for (Map.Entry<String, List<Integer>> figure : figures.entrySet()) {
            if (others.containsKey(figure.getKey()) == false
                    && (common == null || isBeside(common, figure.getKey(), figure.getValue()))) {
                unshared++;
            }
        }
        return unshared;
    }

    private static boolean isBeside(Sketch common, String figure, List<Integer> positions) {
        for (int start : positions) {
            if (common.keepsAny(start - BESIDE, start + figure.length() + BESIDE)) {
                return true;
            }
        }
        return false;
    }

    /** The figures of a text and where each begins. O(|text|). */
    static Map<String, List<Integer>> of(String text) {
        Map<String, List<Integer>> figures = new HashMap<>();
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
            figures.computeIfAbsent(text.substring(start, i), figure -> new ArrayList<>(1))
                    .add(start);
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
