package org.ndd.core.text;

import java.util.BitSet;

/**
 * Separates a text's own words from those that it quotes. In canonical text, each line that is quoted, forwarded or a signature begins with
 * the mark {@value #MARK}, which {@link Paragraphs} adds.
 */
public final class Quotation {

    /** The beginning of a quoted line of canonical text. */
    public static final String MARK = "> ";

    private Quotation() {}

    /** Returns whether a character is {@code >} in canonical text. */
    public static boolean isMark(char c) {
        return c == '>' || c == '\uFF1E' || c == '\uFE65';
    }

    /** Returns whether a canonical text has quoted lines. O(n). */
    public static boolean isIn(String canonicalText) {
        return canonicalText.startsWith(MARK) || canonicalText.contains('\n' + MARK);
    }

    /** Returns the lines of a canonical text that are its own, as canonical text; empty if all lines are quoted. O(n). */
    public static String ownText(String canonicalText) {
        return isIn(canonicalText) ? ownLines(canonicalText) : canonicalText;
    }

    /**
     * Returns a canonical text without the header lines of the messages that it quotes; the text itself if too little would remain. O(n).
     */
    public static String withoutHeaders(String canonicalText) {
        if (isIn(canonicalText) == false) {
            return canonicalText;
        }
        String without = MailHeaders.without(canonicalText);
        return ContentDigest.isShort(without) ? canonicalText : without;
    }

    private static String ownLines(String text) {
        StringBuilder result = new StringBuilder(text.length());
        for (int start = 0; start < text.length(); start = lineEnd(text, start) + 1) {
            if (isQuoted(text, start) == false) {
                result.append(result.isEmpty() ? "" : "\n").append(text, start, lineEnd(text, start));
            }
        }
        return result.toString();
    }

    /** Returns the numbers of the quoted lines, from 0. O(n). */
    static BitSet quotedLines(String canonicalText) {
        BitSet quoted = new BitSet();
        int line = 0;
        for (int start = 0; start < canonicalText.length(); start = lineEnd(canonicalText, start) + 1) {
            quoted.set(line++, isQuoted(canonicalText, start));
        }
        return quoted;
    }

    static boolean isQuoted(String text, int lineStart) {
        return text.startsWith(MARK, lineStart);
    }

    static int lineEnd(String text, int start) {
        int lineBreak = text.indexOf('\n', start);
        return lineBreak < 0 ? text.length() : lineBreak;
    }
}
