package org.ndd.core.compare;

import com.ibm.icu.lang.UCharacter;
import java.util.HashSet;
import java.util.Set;
import org.ndd.core.align.Alignment;
import org.ndd.core.text.Words;

/**
 * Finds the errors by which two scanned or mistyped copies of one text differ. Between the parts that both texts share, words are aligned
 * by their characters (Levenshtein, 1966). Two words that differ in few characters are copies of one word, except those that
 * {@link NoisyWord} excludes. Errors of scanners and typists are spread over a document and occur in different words. So differences in one
 * place, and another name all over a text, do not count as noise.
 *
 * <p>Used for one comparison. O(|A|+|B|), plus at most {@value #MAX_CELLS} cells of alignments: beyond that, differences are kept.
 */
final class Noise {

    /** Minimum number of code units of a shared part; a shorter one is treated as a part of the differences around it. */
    private static final int MIN_SHARED = 6;

    /** Maximum number of code units of a difference: longer ones are other passages. */
    static final int MAX_DIFFERENCE = 384;

    private static final long MAX_CELLS = 1 << 22;

    /** Minimum number of different words with errors. */
    private static final int MIN_ERRORS = 2;

    /** Number of parts of a text; at least two parts must have errors, or one part and the title. */
    private static final int PARTS = 4;

    private final String a;
    private final String b;
    private final StringBuilder repaired;
    private final Set<String> errors = new HashSet<>();
    private long cells;
    private int parts;

    private Noise(String a, String b) {
        this.a = a;
        this.b = b;
        this.repaired = new StringBuilder(b.length() + 16);
    }

    /**
     * Compares two texts.
     *
     * @param alignment common subsequence of both
     */
    static Noise of(String a, String b, Alignment alignment) {
        Noise noise = new Noise(a, b);
        noise.repair(alignment);
        return noise;
    }

    /** Compares two short texts, such as titles. */
    static Noise of(String a, String b) {
        Noise noise = new Noise(a, b);
        noise.difference(0, a.length(), 0, b.length());
        return noise;
    }

    /** Returns text B with the spelling of A in all words that differ only by noise. */
    String repaired() {
        return repaired.toString();
    }

    /** Returns whether a text and its title have errors in enough different words and in enough places. */
    boolean isOfDocument(Noise title) {
        Set<String> all = new HashSet<>(title.errors);
        all.removeAll(errors);
        int places = Integer.bitCount(parts) + (all.isEmpty() ? 0 : 1);
        return errors.isEmpty() == false && errors.size() + all.size() >= MIN_ERRORS && places > 1;
    }

    private void repair(Alignment alignment) {
        int[] inA = alignment.inA();
        int[] inB = alignment.inB();
        int endA = 0;
        int endB = 0;
        for (int start = 0; start < inA.length; ) {
            int end = start + 1;
            while (end < inA.length && inA[end] == inA[end - 1] + 1 && inB[end] == inB[end - 1] + 1) {
                end++;
            }
            if (end - start >= MIN_SHARED && inA[start] >= endA && inB[start] >= endB) {
                int length = end - start;
                // The words at both ends of a difference belong to it.
                int right = 0;
                while (right < length && isOfWord(a, inA[start] + right)) {
                    right++;
                }
                int left = length;
                while (left > right && isOfWord(a, inA[start] + left - 1)) {
                    left--;
                }
                difference(endA, inA[start] + right, endB, inB[start] + right);
                repaired.append(b, inB[start] + right, inB[start] + left);
                endA = inA[start] + left;
                endB = inB[start] + left;
            }
            start = end;
        }
        difference(endA, a.length(), endB, b.length());
    }

    private static boolean isOfWord(String text, int at) {
        char unit = text.charAt(at);
        return UCharacter.isLetterOrDigit(unit) && Words.isHan(unit) == false;
    }

    /** Appends a part of B. A word gets the spelling of A if both spellings differ by noise. */
    private void difference(int startA, int endA, int startB, int endB) {
        int lengthA = endA - startA;
        int lengthB = endB - startB;
        long area = (lengthA + 1L) * (lengthB + 1L);
        int longer = Math.max(lengthA, lengthB);
        boolean equal = lengthA == lengthB && a.regionMatches(startA, b, startB, lengthA);
        if (equal
                || longer > MAX_DIFFERENCE
                || Math.abs(lengthA - lengthB) > 2 + longer / 4
                || cells + area > MAX_CELLS) {
            repaired.append(b, startB, endB);
            return;
        }
        cells += area;
        EditPath path = new EditPath(a.substring(startA, endA), b.substring(startB, endB));
        int fromA = startA;
        int fromB = startB;
        for (int step = 1; step < path.length(); step++) {
            int toA = startA + path.inA(step);
            int toB = startB + path.inB(step);
            // Words end at blanks, punctuation and ideographs that both texts have.
            boolean shared = toA - startA - path.inA(step - 1) == 1
                    && toB - startB - path.inB(step - 1) == 1
                    && a.charAt(toA - 1) == b.charAt(toB - 1)
                    && isOfWord(a, toA - 1) == false;
            if (shared || step == path.length() - 1) {
                int end = shared ? 1 : 0;
                word(fromA, toA - end, fromB, toB - end, path.cost(step));
                repaired.append(b, toB - end, toB);
                fromA = toA;
                fromB = toB;
                path.restart(step);
            }
        }
    }

    private void word(int startA, int endA, int startB, int endB, int edits) {
        String ofA = a.substring(startA, endA);
        String ofB = b.substring(startB, endB);
        if (ofA.equals(ofB) || NoisyWord.isNoise(ofA, ofB, edits) == false) {
            repaired.append(ofB);
            return;
        }
        repaired.append(ofA);
        errors.add(ofA + '\n' + ofB);
        parts |= 1 << (int) ((long) startA * PARTS / Math.max(1, a.length()));
    }
}
