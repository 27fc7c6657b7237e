package org.ndd.core.text;

import java.util.Arrays;

/**
 * Makes one line of each paragraph of a plain text, so that the same words wrapped at another width are the same text.
 *
 * <p>Empty lines, ruled lines and changes of quoting separate paragraphs. Within a paragraph, a line break is a blank (or nothing, see
 * {@link #separator}) if the next word would have had little or no room in the line. If it would easily have fit, the author intended the
 * break: a heading, a row, a verse, an address, or the end of a paragraph that is one line. Marks of lists and of cells begin a line at any
 * position, because wrapping moves them.
 *
 * <p>Takes O(n) time, and O(n) memory for the result, for any input: each line is read twice.
 */
final class Paragraphs {

    /** A line break is intended if the line and the next word take less than this many hundredths of the width of the paragraph. */
    private static final int FULL = 60;

    private static final int PERCENT = 100;
    private static final int SHORTEST_RULER = 3;
    /** Maximum number of characters of a rating or a result, such as {@code ****} or {@code +++}. */
    private static final int LONGEST_RATING = 5;

    private static final String RATINGS = "*+";
    private static final int LONGEST_MARK = 4;
    private static final String RULERS = "-=_*~+#|";
    private static final String BULLETS = "*-+|#\u2022\u2023\u2043\u25E6\u25AA\u25AB\u25CF\u25CB\u25A0\u25A1\u25C6";
    private static final char SOFT_HYPHEN = '\u00AD';

    private final char[] text;
    private final QuotedLines quotedLines;
    private char[] result;
    private int length;
    private boolean quoted;

    /** Separator between the last word and the next one: none so far, a blank, or a line break. */
    private Gap gap = Gap.NONE;

    private enum Gap {
        NONE,
        BLANK,
        BREAK
    }

    private Paragraphs(String text) {
        this.text = text.toCharArray();
        this.quotedLines = QuotedLines.of(text, this.text);
        this.result = new char[text.length() + 1 + Quotation.MARK.length()];
    }

    /** Returns the text with line breaks only at the ends of paragraphs and of lines that were intended. */
    static String join(String text) {
        Paragraphs paragraphs = new Paragraphs(text);
        paragraphs.joinAll();
        return new String(paragraphs.result, 0, paragraphs.length);
    }

    private void joinAll() {
        TextLine ahead = new TextLine(text);
        TextLine line = new TextLine(text);
        boolean more = ahead.advance();
        while (more) {
            int lines = 0;
            int level = quotedLines.level(ahead.number());
            int fill = 0;
            while (more && ahead.isEmpty() == false && quotedLines.level(ahead.number()) == level) {
                fill = Math.max(fill, ahead.widthBeforeLastWord());
                lines++;
                more = ahead.advance();
            }
            quoted = level != QuotedLines.OWN;
            addParagraph(line, lines, fill);
            while (more && ahead.isEmpty()) {
                line.advance();
                more = ahead.advance();
            }
        }
    }

    private void addParagraph(TextLine line, int lines, int fill) {
        gap = Gap.BREAK;
        int width = 0;
        for (int i = 0; i < lines; i++) {
            line.advance();
            boolean rest = quotedLines.isContinuation(line.number());
            if (i > 0) {
                boolean intended = rest == false && (width + 1L + line.firstWord()) * PERCENT < (long) fill * FULL;
                gap = intended ? Gap.BREAK : separator(line.start());
            }
            addWords(line.start(), line.end());
            width = rest ? width + 1 + line.width() : line.width();
        }
    }

    /**
     * Returns the separator for a line break within a paragraph: nothing after a hyphen in a word and between letters of scripts without
     * blanks, otherwise a blank.
     */
    private Gap separator(int next) {
        if (gap == Gap.BREAK || length == 0) {
            return gap;
        }
        int after = Character.codePointAt(text, next);
        int last = Character.codePointBefore(result, length);
        if (last == '-') {
            boolean inWord = length > 1
                    && Sentences.isKey(Character.codePointBefore(result, length - 1))
                    && Sentences.isKey(after);
            return inWord ? Gap.NONE : Gap.BLANK;
        }
        boolean together = last == SOFT_HYPHEN || CodePoints.UNSPACED.has(last) && CodePoints.UNSPACED.has(after);
        return together ? Gap.NONE : Gap.BLANK;
    }

    private void addWords(int start, int end) {
        for (int i = start; i < end; ) {
            int wordEnd = endOfWords(i, end);
            wordEnd = wordEnd > i ? wordEnd : endOfWord(i, end);
            boolean alone = i == start && wordEnd == end;
            addWord(i, wordEnd, alone == false && isRating(i, wordEnd));
            i = wordEnd;
            while (i < end && WhiteSpace.is(text[i])) {
                i++;
                gap = gap == Gap.BREAK ? gap : Gap.BLANK;
            }
        }
    }

    /** Returns the end of a run of usual words with one blank between each two, as most are: these are appended together. */
    private int endOfWords(int start, int end) {
        int endOfWords = start;
        for (int i = start; i < end; i++) {
            int wordStart = i;
            i = endOfWord(i, end);
            if (i == wordStart || isUsual(wordStart, i) == false || i < end && text[i] != ' ') {
                break;
            }
            endOfWords = i;
        }
        return endOfWords;
    }

    private int endOfWord(int start, int end) {
        int i = start;
        while (i < end && WhiteSpace.is(text[i]) == false) {
            i++;
        }
        return i;
    }

    /** Returns whether the first and the last character of a word show that it is neither a ruled line nor a mark. */
    private boolean isUsual(int start, int end) {
        char last = text[end - 1];
        return isLetterOrDigit(last)
                || end - start > 1 && last >= 0x80
                || end - start > LONGEST_MARK && isLetterOrDigit(text[start]);
    }

    private static boolean isLetterOrDigit(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
    }

    private void addWord(int start, int end, boolean rating) {
        boolean mark = end - start == 1 && Quotation.isMark(text[start]);
        if (rating == false && isRuler(start, end) || mark && gap == Gap.BREAK) {
            gap = Gap.BREAK;
            return;
        }
        if (rating || isMark(start, end)) {
            gap = Gap.BREAK;
        }
        int word = end - start;
        int most = length + 1 + Quotation.MARK.length() + word;
        if (most > result.length) {
            result = Arrays.copyOf(result, most + (most >> 1));
        }
        if (gap != Gap.NONE) {
            result[length++] = gap == Gap.BREAK ? '\n' : ' ';
        }
        if (gap == Gap.BREAK && quoted) {
            Quotation.MARK.getChars(0, Quotation.MARK.length(), result, length);
            length += Quotation.MARK.length();
        }
        System.arraycopy(text, start, result, length, word);
        length += word;
        gap = rating ? Gap.BREAK : Gap.NONE;
    }

    /** Returns whether a word of a line with other words may be a number of stars, or a result. */
    private boolean isRating(int start, int end) {
        return end - start <= LONGEST_RATING && RATINGS.indexOf(text[start]) >= 0 && isRuler(start, end);
    }

    /** Returns whether a word is a ruled line. It is not kept, since its length depends on the width of lines. */
    private boolean isRuler(int start, int end) {
        for (int i = start; i < end; i++) {
            if (RULERS.indexOf(text[i]) < 0) {
                return false;
            }
        }
        return end - start >= SHORTEST_RULER;
    }

    /** Returns whether a word is a bullet, the edge of a cell, or a number such as {@code 1.}, {@code 2)}, {@code (3)}, {@code (a)}. */
    private boolean isMark(int start, int end) {
        char last = text[end - 1];
        if (end - start == 1) {
            return BULLETS.indexOf(last) >= 0;
        }
        boolean opens = text[start] == '(';
        if (end - start > LONGEST_MARK || last != ')' && (last != '.' || opens)) {
            return false;
        }
        int first = opens ? start + 1 : start;
        int marked = end - 1 - first;
        return marked >= 1 && marked <= 2 && isNumber(first, end - 1)
                || marked == 1 && last == ')' && text[first] >= 'a' && text[first] <= 'z';
    }

    private boolean isNumber(int start, int end) {
        for (int i = start; i < end; i++) {
            if (text[i] < '0' || text[i] > '9') {
                return false;
            }
        }
        return true;
    }
}
