package org.ndd.core.compare;

import com.ibm.icu.lang.UCharacter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The figures of a text: runs of digits with single {@code . , : / -} inside, such as dates, prices and times, as a
 * set. Texts that say the same words about other figures are no duplicates. A page that another site reprints often has a
 * paragraph more or less: what is said there contradicts nothing, so between sites only figures beside common text count.
 */
final class Figures {
    private static final String INNER = ".,:/-";

    /** From general punctuation over kana and ideographs to the syllables of Yi no script has digits: spares a look at the tables. */
    private static final char NO_DIGITS_FROM = 0x2000;

    private static final char NO_DIGITS_TO = 0xa500;

    /** Code units from common text within which a figure is beside it. */
    private static final int BESIDE = 8;

    private Figures() {}

    /**
     * The figures that each text has alone, or null where they do not disagree: they do where enough of the smaller set are missing in the
     * other, for that set and for the width of both texts. A paragraph more or less makes figures missing on one side
     * only, so it does not count. O(|A|+|B|).
     *
     * @param common what the texts have in common
     * @param beside whether only figures beside that count, since the pages are of two sites
     * @param demand what is enough
     */
    static Distinction distinction(PreparedText a, PreparedText b, Sketch.Pair common, boolean beside, Demand demand) {
        if (mayMiss(a, b, common, demand.missing()) == false) {
            return null;
        }
        Map<String, List<Integer>> ofA = a.figures();
        Map<String, List<Integer>> ofB = b.figures();
        List<String> missingInB = missing(ofA, ofB, beside ? common.ofA() : null);
        List<String> missingInA = missing(ofB, ofA, beside ? common.ofB() : null);
        int missing = Math.min(missingInA.size(), missingInB.size());
        long smaller = shared(ofA, ofB) + (long) missing;
        boolean disagree = missing >= demand.missing()
                && (long) demand.oneIn() * missing >= smaller
                && (long) demand.widthOfOne() * missing >= (long) a.width() + b.width();
        return disagree ? new Distinction(Reason.FIGURES, missingInB, missingInA) : null;
    }

    /**
     * When figures disagree.
     *
     * @param missing figures that each text must have alone, at least
     * @param oneIn one in so many figures of the smaller set must be missing
     * @param widthOfOne width of both texts together for which one must be missing
     */
    record Demand(int missing, int oneIn, int widthOfOne) {}

    /** Whether each text has a figure that the other has not. O(|A|+|B|). */
    static boolean differ(PreparedText a, PreparedText b, Sketch.Pair common) {
        return mayMiss(a, b, common, 1)
                && missing(a.figures(), b.figures(), null).isEmpty() == false
                && missing(b.figures(), a.figures(), null).isEmpty() == false;
    }

    /** Whether each text can have so many figures alone: figures that touch no gap are in both. Cheap, as gaps often are short. */
    private static boolean mayMiss(PreparedText a, PreparedText b, Sketch.Pair common, int least) {
        return hasDigits(a.units(), common.gapsOfA(), least) && hasDigits(b.units(), common.gapsOfB(), least);
    }

    /** Whether there are so many runs of digits in gaps. */
    private static boolean hasDigits(char[] text, Gaps gaps, int least) {
        int count = 0;
        for (int gap = 0; gap < gaps.count() && count < least; gap++) {
            boolean before = false;
            for (int i = gaps.start(gap); i < gaps.end(gap) && count < least; i++) {
                // of a pair a gap may hold one half only
                boolean digit = digitLength(text, i) > 0 || Character.isSurrogate(text[i]);
                count += digit && before == false ? 1 : 0;
                before = digit;
            }
        }
        return count >= least;
    }

    private static int shared(Map<String, List<Integer>> figures, Map<String, List<Integer>> others) {
        int shared = 0;
        for (String figure : figures.keySet()) {
            shared += others.containsKey(figure) ? 1 : 0;
        }
        return shared;
    }

    /** In the order of the text. */
    private static List<String> missing(
            Map<String, List<Integer>> figures, Map<String, List<Integer>> others, Sketch common) {
        List<String> missing = new ArrayList<>();
        for (Map.Entry<String, List<Integer>> figure : figures.entrySet()) {
            if (others.containsKey(figure.getKey()) == false
                    && (common == null || isBeside(common, figure.getKey(), figure.getValue()))) {
                missing.add(figure.getKey());
            }
        }
        return missing;
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
    static Map<String, List<Integer>> of(PreparedText text) {
        Map<String, List<Integer>> figures = new LinkedHashMap<>();
        char[] units = text.units();
        for (int i = nextDigit(units, 0); i < units.length; i = nextDigit(units, i)) {
            int digit = digitLength(units, i);
            int start = i;
            while (digit > 0) {
                i += digit;
                digit = digitLength(units, i);
                if (digit == 0 && i < units.length && INNER.indexOf(units[i]) >= 0) {
                    int after = digitLength(units, i + 1);
                    digit = after == 0 ? 0 : after + 1;
                }
            }
            figures.computeIfAbsent(text.text().substring(start, i), figure -> new ArrayList<>(1))
                    .add(start);
        }
        return figures;
    }

    /** The first position from {@code from} on where a digit is; the length where there is none. */
    private static int nextDigit(char[] text, int from) {
        int i = from;
        while (i < text.length && (mayBeDigit(text[i]) == false || digitLength(text, i) == 0)) {
            i++;
        }
        return i;
    }

    private static boolean mayBeDigit(char unit) {
        return unit < 0x80 ? unit >= '0' && unit <= '9' : unit < NO_DIGITS_FROM || unit >= NO_DIGITS_TO;
    }

    /** Code units of the digit at a position, 0 where there is none. */
    private static int digitLength(char[] text, int position) {
        if (position >= text.length) {
            return 0;
        }
        char unit = text[position];
        if (unit < 0x80 || mayBeDigit(unit) == false) {
            return mayBeDigit(unit) ? 1 : 0;
        }
        int codePoint = Character.codePointAt(text, position);
        return UCharacter.isDigit(codePoint) ? Character.charCount(codePoint) : 0;
    }
}
