package org.ndd.analysis;

import java.util.regex.Pattern;

/**
 * Tells HTML from plain text by looking at its beginning: it is HTML where it begins, after white space, comments and
 * declarations, with a tag of a page's frame, or where its first {@value #LOOKED_AT} code units hold closing tags of
 * common elements as densely as markup does. Programs, manuals and Markdown may speak of tags, or use some.
 */
final class MarkupDetector {

    private static final int LOOKED_AT = 16 << 10;

    /** Closing tags that a piece of a page has at least; a block's tag at the very beginning counts as all of them. */
    private static final int ENOUGH_TAGS = 3;

    /** There is a closing tag for so many code units at least. */
    private static final int UNITS_PER_TAG = 400;

    private static final String BEFORE = "\\A[\\s\\uFEFF]*+(?:<!--.*?-->\\s*+|<\\?xml[^>]{0,4096}>\\s*+)*+";

    private static final Pattern FRAME = Pattern.compile(
            BEFORE + "<(?:!doctype\\s++html|html|head|body|title|meta|link|base|frameset)[\\s/>]",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private static final Pattern BLOCK = Pattern.compile(
            BEFORE + "<(?:div|p|table|article|section|main|h[1-6]|ul|ol)[\\s/>]",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private static final Pattern CLOSING_TAG = Pattern.compile(
            "</(?:a|p|b|i|em|strong|div|span|li|ul|ol|td|tr|th|table|h[1-6]|body|html|head|title|script|style|font|pre|code)\\s{0,8}>",
            Pattern.CASE_INSENSITIVE);

    /** A heading or a fence of Markdown, which lets HTML stand in between. */
    private static final Pattern MARKDOWN = Pattern.compile("^(?:#{1,6} |```)", Pattern.MULTILINE);

    private MarkupDetector() {}

    /** Whether an input looks like HTML. Time is bounded by what is looked at. */
    static boolean looksLikeHtml(String input) {
        String beginning = input.substring(0, Math.min(LOOKED_AT, input.length()));
        if (beginning.indexOf('<') < 0) {
            return false;
        }
        return FRAME.matcher(beginning).find() || MARKDOWN.matcher(beginning).find() == false && isDense(beginning);
    }

    private static boolean isDense(String beginning) {
        long tags = CLOSING_TAG.matcher(beginning).results().count();
        if (BLOCK.matcher(beginning).find()) {
            tags = Math.max(tags, ENOUGH_TAGS);
        }
        return tags >= ENOUGH_TAGS && tags * UNITS_PER_TAG >= beginning.length();
    }
}
