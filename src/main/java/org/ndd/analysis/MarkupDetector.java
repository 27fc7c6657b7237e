package org.ndd.analysis;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Distinguishes HTML from plain text, mostly by its beginning. An input is HTML in each of these cases:
 *
 * <ul>
 *   <li>After white space, comments and declarations it begins with a tag of the frame of a web page.
 *   <li>There it begins with a script or a style sheet that is closed, and it is not Markdown.
 *   <li>Near the beginning, on a separate line or after a tag, a web page begins that ends at the end of the input. The text before it is a
 *       message of the program that created the page.
 *   <li>Its first {@value #PREFIX_LENGTH} code units contain as many closing tags of common elements as markup, and are not Markdown.
 * </ul>
 *
 * <p>Program code, manuals and Markdown may mention or contain tags.
 */
public final class MarkupDetector {

    private static final int PREFIX_LENGTH = 16 << 10;

    /** Minimum number of closing tags in a fragment of a web page. A tag of a block at the very beginning replaces all of them. */
    private static final int MIN_CLOSING_TAGS = 3;

    /** Maximum number of code units per closing tag. */
    private static final int UNITS_PER_TAG = 400;

    private static final String BEFORE = "[\\s\\uFEFF]*+(?:<!--.*?-->\\s*+|<\\?xml[^>]{0,4096}>\\s*+)*+";

    private static final Pattern FRAME = Pattern.compile(
            BEFORE + "<(?:!doctype\\s++html|html|head|body|title|meta|link|base|frameset)[\\s/>]",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /** Code at the beginning of a page. */
    private static final Pattern CODE =
            Pattern.compile(BEFORE + "<(script|style)[\\s/>]", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /** Maximum code units of messages before a page, such as warnings of PHP, and of text after its end, such as comments of a cache. */
    private static final int MESSAGES = 2 << 10;

    private static final Pattern PAGE_AFTER_MESSAGES = Pattern.compile(
            "(?:^|>)[ \\t\\uFEFF]*+<(?:!doctype\\s++html|html)[\\s>]", Pattern.CASE_INSENSITIVE | Pattern.MULTILINE);

    private static final Pattern END_OF_PAGE = Pattern.compile("</html\\s{0,8}>", Pattern.CASE_INSENSITIVE);

    private static final Pattern BLOCK = Pattern.compile(
            BEFORE + "<(?:div|p|table|article|section|main|h[1-6]|ul|ol)[\\s/>]",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private static final Pattern CLOSING_TAG = Pattern.compile(
            "</(?:a|p|b|i|em|strong|div|span|li|ul|ol|td|tr|th|table|h[1-6]|body|html|head|title|script|style|font|pre|code)\\s{0,8}>",
            Pattern.CASE_INSENSITIVE);

    private static final String CLOSING = "</";

    /** A heading or a fence of Markdown, which allows HTML in the text. */
    private static final Pattern MARKDOWN = Pattern.compile("^(?:#{1,6} |```)", Pattern.MULTILINE);

    private MarkupDetector() {}

    /** Returns whether an input looks like HTML. O(n), and O(1) unless it begins with a script or a style sheet. */
    public static boolean looksLikeHtml(String input) {
        String beginning = input.substring(0, Math.min(PREFIX_LENGTH, input.length()));
        if (beginning.indexOf('<') < 0) {
            return false;
        }
        if (FRAME.matcher(beginning).lookingAt()) {
            return true;
        }
        boolean closesTags =
                input.contains(CLOSING); // checked first, because few texts contain it and the patterns take longer
        return (closesTags && (beginsWithCode(beginning, input) || isPageAfterMessages(input))
                        || isDense(beginning, closesTags))
                && MARKDOWN.matcher(beginning).find() == false;
    }

    private static boolean beginsWithCode(String beginning, String input) {
        Matcher code = CODE.matcher(beginning);
        return code.lookingAt()
                && Pattern.compile("</" + code.group(1) + "[\\s/>]", Pattern.CASE_INSENSITIVE)
                        .matcher(input)
                        .find(code.end());
    }

    private static boolean isPageAfterMessages(String input) {
        String end = input.substring(Math.max(0, input.length() - MESSAGES));
        return PAGE_AFTER_MESSAGES
                        .matcher(input.substring(0, Math.min(MESSAGES, input.length())))
                        .find()
                && END_OF_PAGE.matcher(end).find();
    }

    private static boolean isDense(String beginning, boolean closesTags) {
        long tags = closesTags ? CLOSING_TAG.matcher(beginning).results().count() : 0;
        if (BLOCK.matcher(beginning).lookingAt()) {
            tags = Math.max(tags, MIN_CLOSING_TAGS);
        }
        return tags >= MIN_CLOSING_TAGS && tags * UNITS_PER_TAG >= beginning.length();
    }
}
