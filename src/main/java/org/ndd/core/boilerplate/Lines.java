package org.ndd.core.boilerplate;

/** Finds the lines of a text, which line feeds separate. */
final class Lines {

    private Lines() {}

    /** Visits one line after another. */
    @FunctionalInterface
    interface Visitor {

        /**
         * Visits a line.
         *
         * @param start position of its first code unit in the text
         * @param end position after its last one, which is that of the line feed or the end of the text
         */
        void line(int start, int end);
    }

    /** Visits the lines of a text in order; an empty text has one empty line. O(n). */
    static void forEach(String text, Visitor visitor) {
        int start = 0;
        while (start <= text.length()) {
            int feed = text.indexOf('\n', start);
            int end = feed < 0 ? text.length() : feed;
            visitor.line(start, end);
            start = end + 1;
        }
    }
}
