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

    private final char[] text;
    private int next;
    private int number = -1;
    private int start;
    private int end;
    private int quotes;
    private int width;
    private int widthBeforeLastWord;

    /** Starts before the first line. */
    TextLine(char[] text) {
        this.text = text;
    }

    /** Moves to the next line; returns false if there is none. */
    boolean advance() {
        if (next >= text.length) {
            return false;
        }
        number++;
        int lineEnd = measure(next, afterQuotes(next));
        boolean two = lineEnd + 1 < text.length && text[lineEnd] == '\r' && text[lineEnd + 1] == '\n';
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
        return start == end || end - start == 1 && text[start] == '.';
    }

    /** Returns the number of columns of its first word. */
    int firstWord() {
        int after = start;
        while (after < end && after - start < MAX_WORD_WIDTH && WhiteSpace.is(text[after]) == false) {
            after++;
        }
        return after - start;
    }

    /** Counts marks of quoting, and returns the end of the last; an operator such as {@code >=} is not a mark. */
    private int afterQuotes(int lineStart) {
        quotes = 0;
        int after = lineStart;
        for (int i = lineStart; i < text.length && i - after <= MAX_BEFORE_QUOTE; i++) {
            char c = text[i];
            boolean operator = i + 1 < text.length && text[i + 1] == '=';
            if (Quotation.isMark(c) && operator == false) {
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
        int lineEnd = contentStart;
        boolean tabs = false;
        while (lineEnd < text.length && WhiteSpace.isLineBreak(text[lineEnd]) == false) {
            tabs |= text[lineEnd] == '\t';
            lineEnd++;
        }
        end = lineEnd;
        while (end > contentStart && WhiteSpace.is(text[end - 1])) {
            end--;
        }
        start = contentStart;
        while (start < end && WhiteSpace.is(text[start])) {
            start++;
        }
        width = start == end ? 0 : column(lineStart, end, tabs);
        widthBeforeLastWord = start == end ? 0 : column(lineStart, lastWord(), tabs);
        return lineEnd;
    }

    /** Returns the start of the last word, or of the last letter of a script without blanks. */
    private int lastWord() {
        int lastWord = end - 1;
        while (lastWord > start
                && WhiteSpace.is(text[lastWord - 1]) == false
                && CodePoints.UNSPACED.has(text[lastWord]) == false) {
            lastWord--;
        }
        return lastWord;
    }

    /** Returns the number of columns before a position: one for each code unit, but for tabs. */
    private int column(int lineStart, int position, boolean tabs) {
        if (tabs == false) {
            return position - lineStart;
        }
        int column = 0;
        for (int i = lineStart; i < position; i++) {
            column = text[i] == '\t' ? (column / TAB + 1) * TAB : column + 1;
        }
        return column;
    }
}
