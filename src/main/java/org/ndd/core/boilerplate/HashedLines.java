package org.ndd.core.boilerplate;

import java.util.Arrays;
import java.util.function.LongPredicate;

/** A text with the {@linkplain LineHash hashes} of its lines, which are computed once. Immutable; 8 bytes per line. */
final class HashedLines {

    private final String text;
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

    private HashedLines(String text, long[] hashes) {
        this.text = text;
        this.hashes = hashes;
    }

    /** Returns a text with its hashed lines. O(n). */
    static HashedLines of(String text) {
        return new HashedLines(text, LineHasher.hashes(text));
    }

    /** Returns the text of these lines. */
    String text() {
        return text;
    }

    /** Visits the lines in order; an empty text has one empty line. */
    void forEach(Visitor visitor) {
        int[] line = new int[1];
        Lines.forEach(text, (start, end) -> visitor.line(start, end, hashes[line[0]++]));
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
        long[] kept = new long[hashes.length];
        int[] size = new int[1];
        forEach((start, end, hash) -> {
            if (dropped.test(hash) == false) {
                left.append(text, start, end).append('\n');
                kept[size[0]++] = hash;
            }
        });
        if (size[0] == hashes.length) {
            return this;
        }
        return size[0] == 0
                ? of("")
                : new HashedLines(left.substring(0, left.length() - 1), Arrays.copyOf(kept, size[0]));
    }
}
