package org.ndd.core.boilerplate;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongPredicate;

/** A text with the bounds and {@linkplain LineHash hashes} of its lines, which are computed once. Immutable; 12 bytes per line. */
final class HashedLines {

    /**
     * Maximum number of code units of a line with a form. Of the lines that real sites have with other numbers, the longest has 71. Reading
     * paragraphs too takes 3 % of the time of a run.
     */
    private static final int LONGEST_FORM = 200;

    private final String text;
    /** Start of each line, and after the last one the position after the line feed that would end it. */
    private final int[] starts;

    private final long[] hashes;

    /** Visits one line after another. */
    @FunctionalInterface
    interface Visitor {

        /**
         * Visits a line.
         *
         * @param start position of its first code unit in the text
         * @param end position after its last one, which is that of the line feed or the end of the text
         */
        void line(int start, int end, long hash);
    }

    HashedLines(String text, int[] starts, long[] hashes) {
        this.text = text;
        this.starts = starts;
        this.hashes = hashes;
    }

    /** Returns a text with its hashed lines. O(n). */
    static HashedLines of(String text) {
        return LineHasher.lines(text);
    }

    /** Returns the text of these lines. */
    String text() {
        return text;
    }

    /** Visits the lines in order; an empty text has one empty line. */
    void forEach(Visitor visitor) {
        for (int line = 0; line < hashes.length; line++) {
            visitor.line(starts[line], starts[line + 1] - 1, hashes[line]);
        }
    }

    /**
     * Returns the hash of the first line that is neither empty nor ignored; 0 if there is none. O(n).
     *
     * @param ignored accepts the hashes of lines that do not count
     */
    long firstHash(LongPredicate ignored) {
        for (int line = 0; line < hashes.length; line++) {
            if (starts[line + 1] - 1 > starts[line] && ignored.test(hashes[line]) == false) {
                return hashes[line];
            }
        }
        return 0;
    }

    /** Returns the distinct hashes of the lines, without empty lines; ascending. O(n log n) for n lines. */
    long[] different() {
        long[] sorted = new long[hashes.length];
        int[] size = new int[1];
        forEach((start, end, hash) -> {
            if (end > start) {
                sorted[size[0]++] = hash;
            }
        });
        Arrays.sort(sorted, 0, size[0]);
        int different = 0;
        for (int i = 0; i < size[0]; i++) {
            if (i == 0 || sorted[i] != sorted[i - 1]) {
                sorted[different++] = sorted[i];
            }
        }
        return Arrays.copyOf(sorted, different);
    }

    /**
     * Returns the same lines with the hashes of their {@linkplain LineHash#ofForm forms}. A line keeps its hash if it has no date, or if
     * another line has the same form, as rows of a table do, or if it has more than {@value #LONGEST_FORM} code units. O(n).
     *
     * @param ignored accepts the hashes of lines that keep them in any case, and do not count as another line
     * @return this object if no line has a form
     */
    HashedLines withForms(LongPredicate ignored) {
        long[] forms = new long[hashes.length];
        Map<Long, Integer> counts = new HashMap<>();
        for (int line = 0; line < hashes.length; line++) {
            int end = starts[line + 1] - 1;
            if (end - starts[line] <= LONGEST_FORM && ignored.test(hashes[line]) == false) {
                forms[line] = LineHash.ofForm(text, starts[line], end);
                if (forms[line] != 0) {
                    counts.merge(forms[line], 1, Integer::sum);
                }
            }
        }
        if (counts.isEmpty()) {
            return this;
        }
        for (int line = 0; line < hashes.length; line++) {
            if (forms[line] == 0 || counts.get(forms[line]) > 1) {
                forms[line] = hashes[line];
            }
        }
        return new HashedLines(text, starts, forms);
    }

    /**
     * Returns the number of code units of the remaining lines after the removal of some, with their line breaks. O(n).
     *
     * @param dropped accepts the hashes of lines to remove
     */
    int lengthWithout(LongPredicate dropped) {
        int[] length = new int[1];
        forEach((start, end, hash) -> {
            if (dropped.test(hash) == false) {
                length[0] += end - start + 1;
            }
        });
        return length[0];
    }

    /**
     * Returns the remaining lines after the removal of some, with line breaks between them. O(n).
     *
     * @param dropped accepts the hashes of lines to remove
     * @return this object if no line is removed
     */
    HashedLines without(LongPredicate dropped) {
        StringBuilder left = new StringBuilder(text.length() + 1);
        int[] keptStarts = new int[starts.length];
        long[] kept = new long[hashes.length];
        int[] size = new int[1];
        forEach((start, end, hash) -> {
            if (dropped.test(hash) == false) {
                left.append(text, start, end).append('\n');
                kept[size[0]++] = hash;
                keptStarts[size[0]] = left.length();
            }
        });
        if (size[0] == hashes.length) {
            return this;
        }
        return size[0] == 0
                ? of("")
                : new HashedLines(
                        left.substring(0, left.length() - 1),
                        Arrays.copyOf(keptStarts, size[0] + 1),
                        Arrays.copyOf(kept, size[0]));
    }
}
