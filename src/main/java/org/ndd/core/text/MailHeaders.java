package org.ndd.core.text;

import com.ibm.icu.lang.UCharacter;

/**
 * Recognizes the header lines of forwarded messages: sender, date, recipients and subject, and the line that announces them. Their names
 * are those of {@link MailWords}.
 */
final class MailHeaders {

    private static final int MAX_NAME = 20;
    private static final int MAX_LINES = 12;

    /** Maximum number of code units of a line that announces a forwarded message, with the name of its sender. */
    private static final int MAX_ANNOUNCEMENT = 100;

    private final String text;
    private final StringBuilder result = new StringBuilder();
    /** Start of the last line in the result, if it may announce a forwarded message; otherwise -1. */
    private int announcement = -1;

    private MailHeaders(String text) {
        this.text = text;
    }

    /** Returns the text before the colon of a header line, in lower case; empty if it is not a header line. */
    static String name(String text, int start, int end) {
        int from = start;
        while (from < end && text.charAt(from) == '*') {
            from++;
        }
        int to = from;
        while (to < end && to - from <= MAX_NAME && isNameCharacter(text.charAt(to))) {
            to++;
        }
        return to > from && to < end && isColon(text.charAt(to))
                ? UCharacter.foldCase(text.substring(from, to).strip(), true)
                : "";
    }

    private static boolean isNameCharacter(char c) {
        return c == ' ' || c == '-' || UCharacter.isLetter(c);
    }

    private static boolean isColon(char c) {
        return c == ':' || c == '\uFF1A';
    }

    /**
     * Returns a canonical text without the header lines of the messages that it quotes. If the message was wrapped, one line of canonical
     * text contains several header lines. O(n).
     */
    static String without(String canonicalText) {
        MailHeaders headers = new MailHeaders(canonicalText);
        for (int start = 0; start < canonicalText.length(); ) {
            int end = headers.endOfHeader(start);
            if (end > start) {
                headers.result.setLength(
                        Math.max(0, headers.announcement < 0 ? headers.result.length() : headers.announcement - 1));
                headers.announcement = -1;
                start = end;
            } else {
                start = headers.append(start);
            }
        }
        return headers.result.toString();
    }

    /** Returns the end of the block of header lines that begins at a line; the start of the line if there is none. */
    private int endOfHeader(int first) {
        boolean hasSender = false;
        boolean hasSubject = announcement >= 0 || text.startsWith("--", first + Quotation.MARK.length());
        int start = first;
        for (int lines = 0; lines < MAX_LINES && start < text.length() && isHeader(start); lines++) {
            int end = Quotation.lineEnd(text, start);
            hasSender |= MailWords.isSender(name(text, start + Quotation.MARK.length(), end));
            for (int i = start; i < end; i++) {
                if (isColon(text.charAt(i))) {
                    String name = wordBefore(i);
                    hasSender |= MailWords.isSender(name);
                    hasSubject |= MailWords.isSubject(name);
                }
            }
            start = Math.min(text.length(), end + 1);
        }
        return hasSender && hasSubject ? start : first;
    }

    /** Returns the word before a colon, also if there is a blank between them, as in French. */
    private String wordBefore(int colon) {
        int end = colon > 0 && text.charAt(colon - 1) == ' ' ? colon - 1 : colon;
        int start = end;
        while (start > 0 && end - start <= MAX_NAME && UCharacter.isLetter(text.charAt(start - 1))) {
            start--;
        }
        return text.substring(start, end);
    }

    private boolean isHeader(int start) {
        if (Quotation.isQuoted(text, start) == false) {
            return false;
        }
        int from = start + Quotation.MARK.length();
        int end = Quotation.lineEnd(text, start);
        return MailWords.isHeader(name(text, from, end)) || text.startsWith("--", from) && isForwardMarker(from, end);
    }

    private boolean isForwardMarker(int start, int end) {
        return MailWords.beginForwarded(text.substring(start, Math.min(end, start + MAX_ANNOUNCEMENT)));
    }

    /** Appends a line that is not a header line; returns the start of the next. */
    private int append(int start) {
        int end = Quotation.lineEnd(text, start);
        boolean isForwardMarker = Quotation.isQuoted(text, start)
                && end - start <= MAX_ANNOUNCEMENT
                && isForwardMarker(start + Quotation.MARK.length(), end);
        result.append(result.isEmpty() ? "" : "\n");
        announcement = isForwardMarker ? result.length() : -1;
        result.append(text, start, end);
        return end + 1;
    }
}
