package org.ndd.analysis;

import java.util.regex.Pattern;

/**
 * Tells HTML from plain text by looking at its beginning: it is HTML where it begins, after white space, comments and
 * declarations, with a tag of a page's frame or of a block, or where its first {@value #LOOKED_AT} code units hold
 * three closing tags of common elements. A text that speaks about {@code <b>} stays text.
 */
final class MarkupDetector {

    private static final int LOOKED_AT = 16 << 10;
    private static final int ENOUGH_TAGS = 3;

    private static final Pattern BEGINNING = Pattern.compile(
            "\\A[\\s\\uFEFF]*+(?:<!--.*?-->\\s*+|<\\?xml[^>]{0,4096}>\\s*+)*+"
                    + "<(?:!doctype\\s++html|html|head|body|title|meta|link|base|div|p|table|article|section|main|h[1-6]|ul|ol|frameset)[\\s/>]",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private static final Pattern CLOSING_TAG = Pattern.compile(
            "</(?:a|p|b|i|em|strong|div|span|li|ul|ol|td|tr|th|table|h[1-6]|body|html|head|title|script|style|font|pre|code)\\s{0,8}>",
            Pattern.CASE_INSENSITIVE);

    private MarkupDetector() {}

    /** Whether an input looks like HTML. Time is bounded by what is looked at. */
    static boolean looksLikeHtml(String input) {
        String beginning = input.substring(0, Math.min(LOOKED_AT, input.length()));
        return BEGINNING.matcher(beginning).find()
                || CLOSING_TAG.matcher(beginning).results().limit(ENOUGH_TAGS).count() == ENOUGH_TAGS;
    }
}
