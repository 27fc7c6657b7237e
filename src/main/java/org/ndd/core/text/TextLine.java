package org.ndd.core.text;

/**
 * Iterates over the lines of a plain text, without the marks that quote them. Width is measured as for wrapping: in columns from the
 * beginning of the line, including the marks. O(n) for all lines of a text; stores none of them.
 */
final class TextLine {

    /** Maximum number of blanks before a mark of quoting; after more blanks the character has another meaning. */
    private static final int MAX_BEFORE_QUOTE = 3;

    /** Maximum number of columns of a word that are measured, for a longer word or Chinese without blanks. */
    private static final int MAX_WORD_WIDTH = 40;

    private static final int TAB = 8;

    private final String text;
    private int next;
    private int number = -1;
    private int start;
    private int end;
    private int quotes;
    private int width;
    private int widthBeforeLastWord;

    /** Starts before the first line. */
    TextLine(String text) {
        this.text = text;
    }

    /** Moves to the next line; returns false if there is none. */
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

    /** Returns the number of lines before this one. */
    int number() {
        return number;
    }

    /** Returns the start of its first word. */
    int start() {
        return start;
    }

    /** Returns the end of its last word. */
    int end() {
        return end;
    }

    /** Returns the number of marks of quoting at its beginning. */
    int quotes() {
        return quotes;
    }

    /** Returns the number of columns up to its end. */
    int width() {
        return width;
    }

    /**
     * Returns the number of columns up to its last word: a lower bound of the width at which the text was wrapped, however long that word
     * is.
     */
    int widthBeforeLastWord() {
        return widthBeforeLastWord;
    }

    /** Returns whether it is empty, or a lone full stop, which represents an empty line in Debian's control files. */
    boolean isEmpty() {
        return start == end || end - start == 1 && text.charAt(start) == '.';
    }

    /** Returns the number of columns of its first word. */
    int firstWord() {
        int after = start;
        while (after < end && after - start < MAX_WORD_WIDTH && WhiteSpace.is(text.charAt(after)) == false) {
            after++;
        }
        return after - start;
    }

    /** Returns whether a character is {@code >} in canonical text. */
    static boolean isQuoteMark(char c) {
        return c == '>' || c == '\uFF1E' || c == '\uFE65';
    }

    /** Counts marks of quoting, and returns the end of the last; an operator such as {@code >=} is not a mark. */
    private int afterQuotes(int lineStart) {
        quotes = 0;
        int after = lineStart;
        for (int i = lineStart; i < text.length() && i - after <= MAX_BEFORE_QUOTE; i++) {
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

    /** Measures a line; returns its end. */
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
                // true for most characters
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

    /** Returns whether a character is ASCII and takes one column. */
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
