package org.ndd.core.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the words of a title: those of {@link Words}, and each two neighboring characters of Han. Numbers do not count as words: they
 * distinguish releases, not objects. Prefixes that mail programs and mailing lists add to a subject are not part of the title.
 */
public final class TitleWords {

    /**
     * Prefixes that mail programs add to the subject of a reply or a forwarded message, in common languages. Those that could be words are
     * recognized in capital letters only, as mail programs write them. A small letter after the colon belongs to a name ({@code re:mix}).
     * One letter ({@code R:}, {@code I:} in Italian) is too short to be recognized.
     */
    private static final String PREFIX =
            "(?:(?iu:re|fwd?|aw|wg|sv|antw|antwort|odp|ynt|\u0432\u0456\u0434\u043F|\u043E\u0442\u0432)"
                    + "|RES|ENC|TR|RV|VS|VL|VB|PD|RIF|\u0130LT"
                    + "|\u56DE\u590D|\u56DE\u8986|\u7B54\u590D|\u7B54\u8986|\u8FD4\u4FE1|\u8F6C\u53D1|\u8F49\u5BC4|\u8EE2\u9001"
                    + "|\uD68C\uC2E0|\uC804\uB2EC)(?:\\[\\d{1,3}]|\\(\\d{1,3}\\)|\\^\\d{1,3})?\\s?[:\uFF1A](?!\\p{Ll})";

    /** The name of a mailing list. With a digit or a blank it may be part of a title, such as {@code [PATCH 2/3]} or {@code [Part 2]}. */
    private static final String LIST = "\\[[\\p{L}_.-]{1,30}]";

    private static final Pattern BEFORE_TITLE =
            Pattern.compile("(?:\\s*+(?:\\[?" + PREFIX + "|" + LIST + "))++\\s*+(?=\\S)");
    private static final Pattern FORWARDED = Pattern.compile("(?iu)\\[fwd?\\s?:");
    private static final String AFTER_FORWARDED = "(fwd)";

    /** Maximum number of code units of a first line that is used as a title. */
    private static final int LONGEST_FIRST_LINE = 150;

    private TitleWords() {}

    /** Returns the first line of a text, which can take the place of a title; empty if it is too long for that, or the only one. */
    public static String firstLine(String text) {
        int end = text.indexOf('\n');
        return end < 0 || end > LONGEST_FIRST_LINE ? "" : text.substring(0, end);
    }

    /**
     * Returns a title without the additions of mail programs and mailing lists: {@code Re: [list] Fwd: title (fwd)} is {@code title}. A
     * title that has nothing else is kept unchanged. O(n).
     *
     * @param title title as displayed
     * @return the part of it that names the object
     */
    public static String normalized(String title) {
        Matcher before = BEFORE_TITLE.matcher(title);
        int start = before.lookingAt() ? before.end() : 0;
        int end = title.length();
        boolean inBrackets = FORWARDED.matcher(title).region(0, start).find();
        if (inBrackets && title.endsWith("]")) {
            end--;
        } else if (title.regionMatches(
                true, end - AFTER_FORWARDED.length(), AFTER_FORWARDED, 0, AFTER_FORWARDED.length())) {
            end -= AFTER_FORWARDED.length();
        }
        String normalized = title.substring(start, Math.max(start, end)).strip();
        return normalized.isEmpty() ? title : normalized;
    }

    /** Returns a {@linkplain #normalized normalized} title as canonical text. O(n). */
    public static String folded(String title) {
        return CanonicalText.of(normalized(title), Integer.MAX_VALUE).value();
    }

    /** Returns the words of a title in the case of canonical text, in order; a word may occur twice. O(n). */
    public static List<String> of(String title) {
        String folded = folded(title);
        List<String> words = new ArrayList<>(Words.of(folded));
        for (int i = 0; i + 1 < folded.length(); i++) {
            if (Words.isHan(folded.charAt(i)) && Words.isHan(folded.charAt(i + 1))) {
                words.add(folded.substring(i, i + 2));
            }
        }
        return words;
    }
}
