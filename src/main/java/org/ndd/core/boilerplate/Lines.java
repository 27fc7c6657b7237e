package org.ndd.core.boilerplate;

/** The lines of a text: what stands between line feeds. */
final class Lines {

    private Lines() {}

    /** What happens to a line. */
    @FunctionalInterface
    interface Visitor {

        /**
         * Takes a line.
         *
         * @param start position of its first code unit in the text
         * @param end position after its last one, which is that of the line feed or the end of the text
         */
        void line(int start, int end);
    }

    /** Visits the lines of a text in order; an empty text has one, which is empty. O(n). */
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
