package org.ndd.html;

import java.util.List;
import org.jsoup.nodes.Element;
import org.ndd.core.text.Quotation;

/**
 * Recognizes the markup of quotations and signatures in HTML messages of mail programs. Their lines begin with {@link Quotation#MARK}.
 * Other lines do not, except preformatted ones, which are as in plain text. An ordinary {@code <blockquote>} belongs to the text of a page.
 */
final class MailMarkup {

    /** Parts of class names. Mail programs add a prefix and a suffix when they quote again. */
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

    /** Returns whether an element contains a quotation of a message, or its signature. */
    static boolean isQuote(Element element) {
        String classes = element.attr("class");
        return element.nameIs("blockquote") && element.attr("type").equalsIgnoreCase("cite")
                || classes.isEmpty() == false && QUOTE_CLASSES.stream().anyMatch(classes::contains);
    }

    /** Appends quoted text, with a mark at the beginning of each line that is not blank. */
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

    /** Appends text that is not quoted. Removes the bullet {@code >} at the beginning of a line. */
    static void appendUnquoted(String text, StringBuilder result) {
        int start = 0;
        while (start < text.length() && (text.charAt(start) == '>' || Character.isWhitespace(text.charAt(start)))) {
            start++;
        }
        boolean bullet = text.lastIndexOf('>', start - 1) >= 0 && isAtLineStart(result);
        result.append(text, bullet ? start : 0, text.length());
    }

    /** Returns whether only blanks follow the last line break. Removes these blanks, so that they are traversed once. */
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
