package org.ndd.core.text;

/**
 * Iterates over the lines of a plain text, without the marks that quote them. Width is measured as for wrapping: in columns from the very
 * beginning of the line. O(n) for all lines of a text; stores none of them.
 */
final class TextLine {

    /** Blanks that may stand before a mark of quoting; after more it is something else. */
    private static final int MOST_BEFORE_QUOTE = 3;

    /** Of a longer word, or of Chinese without a blank, this much decides. */
    private static final int MOST_OF_A_WORD = 40;

    private static final int TAB = 8;

    private final String text;
    private int next;
    private int number = -1;
    private int start;
    private int end;
    private int quotes;
    private int width;
    private int widthBeforeLastWord;

    /**
     * Stands before the first line.
     *
     * @param from where that begins
     */
    TextLine(String text, int from) {
        this.text = text;
        this.next = from;
    }

    /** Moves to the next line, and returns whether there was one. */
    boolean advance() {
        if (next >= text.length()) {
            return false;
        }
        number++;
        int lineEnd = measure(next, afterQuotes(next));
        boolean two = lineEnd + 1 < text.length() && text.charAt(lineEnd) == '\r' && text.charAt(lineEnd + 1) == '\n';
        next = lineEnd + (two ? 2 : 1);
        return true;
    }

    /** How many lines are before it. */
    int number() {
        return number;
    }

    /** Start of its first word. */
    int start() {
        return start;
    }

    /** End of its last word. */
    int end() {
        return end;
    }

    /** How many marks of quoting it begins with. */
    int quotes() {
        return quotes;
    }

    /** Columns up to its end. */
    int width() {
        return width;
    }

    /** Columns up to its last word: the text was wrapped at no less, however long that word. */
    int widthBeforeLastWord() {
        return widthBeforeLastWord;
    }

    /** Whether it is empty, or a lone full stop, which represents an empty line in Debian's control files. */
    boolean isEmpty() {
        return start == end || end - start == 1 && text.charAt(start) == '.';
    }

    /** Columns of its first word. */
    int firstWord() {
        int after = start;
        while (after < end && after - start < MOST_OF_A_WORD && WhiteSpace.is(text.charAt(after)) == false) {
            after++;
        }
        return after - start;
    }

    /** Whether canonical text has {@code >} for a character. */
    static boolean isQuoteMark(char c) {
        return c == '>' || c == '\uFF1E' || c == '\uFE65';
    }

    /** Counts marks of quoting; an operator such as {@code >=} is none. */
    private int afterQuotes(int lineStart) {
        quotes = 0;
        int after = lineStart;
        for (int i = lineStart; i < text.length() && i - after <= MOST_BEFORE_QUOTE; i++) {
            char c = text.charAt(i);
            if (isQuoteMark(c) && text.startsWith("=", i + 1) == false) {
                quotes++;
                after = i + 1;
            } else if (c != ' ') {
                break;
            }
        }
        return after;
    }

    /** Returns the end of the line. */
    private int measure(int lineStart, int contentStart) {
        int printable = contentStart;
        while (printable < text.length() && isPrintable(text.charAt(printable))) {
            printable++;
        }
        if (printable == text.length() || text.charAt(printable) == '\n' || text.charAt(printable) == '\r') {
            measurePrintable(lineStart, contentStart, printable);
            return printable;
        }
        start = contentStart;
        end = contentStart;
        width = 0;
        widthBeforeLastWord = 0;
        int column = contentStart - lineStart;
        boolean inWord = false;
        int i = contentStart;
        for (; i < text.length(); i++) {
            char c = text.charAt(i);
            if (inWord && c > ' ' && c < 0x80) {
                // most of all characters
                end = i + 1;
                width = ++column;
            } else if (WhiteSpace.is(c)) {
                if (WhiteSpace.isLineBreak(c)) {
                    break;
                }
                column = c == '\t' ? (column / TAB + 1) * TAB : column + 1;
                inWord = false;
            } else {
                start = width == 0 ? i : start;
                widthBeforeLastWord = inWord && CodePoints.UNSPACED.has(c) == false ? widthBeforeLastWord : column;
                inWord = true;
                end = i + 1;
                width = ++column;
            }
        }
        return i;
    }

    /** Whether a character is of ASCII and takes one column. */
    private static boolean isPrintable(char c) {
        return c >= ' ' && c < 0x7F;
    }

    /** Measures a line of printable ASCII, as most are: each character takes one column. */
    private void measurePrintable(int lineStart, int contentStart, int lineEnd) {
        end = lineEnd;
        while (end > contentStart && text.charAt(end - 1) == ' ') {
            end--;
        }
        start = contentStart;
        while (start < end && text.charAt(start) == ' ') {
            start++;
        }
        int lastWord = end;
        while (lastWord > start && text.charAt(lastWord - 1) != ' ') {
            lastWord--;
        }
        width = start == end ? 0 : end - lineStart;
        widthBeforeLastWord = start == end ? 0 : lastWord - lineStart;
    }
}
