package org.ndd.core.compare;

import java.util.ArrayList;
import java.util.List;
import org.ndd.core.boilerplate.SiteBoilerplate;

/**
 * Aligns two titles by tokens, to find words that replace others. Words that are in most titles of a site are ignored for that site.
 * O(tokens of one · tokens of the other).
 */
final class TitleAlignment {

    /** Maximum number of words of a title that name an object: reworded headlines and spam have more words that the other lacks. */
    static final int MAX_RENAMED = 2;

    private final SiteBoilerplate siteOfFirst;
    private final SiteBoilerplate siteOfSecond;
    private final List<String> replacedInFirst = new ArrayList<>();
    private final List<String> replacedInSecond = new ArrayList<>();
    private final int longer;
    private final int equal;
    private boolean other;

    /**
     * @param first tokens of one title
     * @param siteOfFirst boilerplate of its site, or {@code null}
     * @param second tokens of the other title
     * @param siteOfSecond boilerplate of its site, or {@code null}
     */
    TitleAlignment(
            List<LeadWord> first, SiteBoilerplate siteOfFirst, List<LeadWord> second, SiteBoilerplate siteOfSecond) {
        this.siteOfFirst = siteOfFirst;
        this.siteOfSecond = siteOfSecond;
        this.longer = Math.max(first.size(), second.size());
        this.equal = LeadWord.forEachReplaced(
                first,
                second,
                true,
                (start, end, otherStart, otherEnd) ->
                        replaced(first.subList(start, end), second.subList(otherStart, otherEnd)));
    }

    private void replaced(List<LeadWord> inFirst, List<LeadWord> inSecond) {
        if (inFirst.isEmpty() && inSecond.isEmpty()) {
            return;
        }
        List<LeadWord> onlyFirst = LeadWord.withoutCommon(LeadWord.wordsWithout(inFirst, inSecond), siteOfFirst);
        List<LeadWord> onlySecond = LeadWord.withoutCommon(LeadWord.wordsWithout(inSecond, inFirst), siteOfSecond);
        int renamed = onlyFirst.size();
        if (renamed == onlySecond.size() && renamed > 0 && renamed <= MAX_RENAMED) {
            replacedInFirst.addAll(LeadWord.texts(onlyFirst));
            replacedInSecond.addAll(LeadWord.texts(onlySecond));
        } else if (renamed > 0 || onlySecond.isEmpty() == false) {
            other = true;
        }
    }

    /** Returns whether the titles have most tokens in common, in the same order. */
    boolean isOfOneForm() {
        return equal >= Signal.MIN_FORM_SHARE * longer;
    }

    /** Returns whether the titles have one form, and differ only in one or two words each, at the same position. */
    boolean isSubstitution() {
        return replacedInFirst.isEmpty() == false && other == false && isOfOneForm();
    }

    /** Returns the words of the first title that replace words of the second. */
    List<String> replacedInFirst() {
        return replacedInFirst;
    }

    /** Returns the words of the second title that replace words of the first. */
    List<String> replacedInSecond() {
        return replacedInSecond;
    }
}
