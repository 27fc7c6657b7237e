package org.ndd.html;

import java.util.List;
import org.jsoup.nodes.Element;
import org.ndd.core.text.Quotation;

/**
 * The markup by which mail programs mark the quotations and the signature of a message in HTML. The lines of these begin with
 * {@link Quotation#MARK}; other lines do not, except for preformatted ones, which are as in plain text. An ordinary {@code <blockquote>}
 * belongs to a page's own text.
 */
final class MailMarkup {

    /** Parts of class names: mail programs put other parts before and after them when they quote again. */
    private static final List<String> QUOTE_CLASSES = List.of(
            "gmail_quote",
            "gmail_attr",
            "gmail_signature",
            "moz-cite-prefix",
            "moz-forward-container",
            "moz-signature",
            "protonmail_quote",
            "yahoo_quoted",
            "zmail_extra");

    private MailMarkup() {}

    /** Whether an element holds a quotation of a message, or its signature. */
    static boolean isQuote(Element element) {
        String classes = element.attr("class");
        return element.nameIs("blockquote") && element.attr("type").equalsIgnoreCase("cite")
                || classes.isEmpty() == false && QUOTE_CLASSES.stream().anyMatch(classes::contains);
    }

    /** Appends text that is quoted, with a mark at the beginning of each line that is not blank. */
    static void appendQuoted(String text, StringBuilder result) {
        for (int start = 0; start < text.length(); ) {
            int lineBreak = text.indexOf('\n', start);
            int end = lineBreak < 0 ? text.length() : lineBreak + 1;
            String line = text.substring(start, end);
            if (line.isBlank() == false && isAtLineStart(result)) {
                result.append(Quotation.MARK);
            }
            result.append(line);
            start = end;
        }
    }

    /** Appends text that is not quoted: {@code >} at the beginning of a line is a bullet, and is dropped. */
    static void appendUnquoted(String text, StringBuilder result) {
        int start = 0;
        while (start < text.length() && (text.charAt(start) == '>' || Character.isWhitespace(text.charAt(start)))) {
            start++;
        }
        boolean bullet = text.lastIndexOf('>', start - 1) >= 0 && isAtLineStart(result);
        result.append(text, bullet ? start : 0, text.length());
    }

    /** Whether only blanks follow the last line break. Drops these blanks, so that they are traversed once. */
    private static boolean isAtLineStart(StringBuilder result) {
        int end = result.length();
        while (end > 0 && result.charAt(end - 1) != '\n' && Character.isWhitespace(result.charAt(end - 1))) {
            end--;
        }
        boolean atLineStart = end == 0 || result.charAt(end - 1) == '\n';
        result.setLength(atLineStart ? end : result.length());
        return atLineStart;
    }
}
