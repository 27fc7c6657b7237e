package org.ndd.core.compare;

import org.ndd.core.template.SiteTemplate;
import org.ndd.core.template.SiteTemplate.Level;

/**
 * The texts of a pair without the lines that their sites repeat (algorithm 9). Where the full template would leave too
 * little of a page, it is taken for content after all, and only the most common lines are masked on both.
 *
 * @param a text of A that is left
 * @param b text of B that is left
 * @param templateKnown whether the templates of both sites are known
 */
record MaskedPair(String a, String b, boolean templateKnown) {
    /** Least share of what the common lines leave that the full template must leave; tenths, so that the border is exact. */
    private static final int LEAST_LEFT_TENTHS = 3;

    /** The whole texts. */
    static MaskedPair whole(PageText a, PageText b) {
        return new MaskedPair(a.text(), b.text(), bothKnown(a, b));
    }

    /** The texts masked at the level that suits both. O(|A|+|B|). */
    static MaskedPair of(PageText a, PageText b) {
        if (hasTemplate(a) == false && hasTemplate(b) == false) {
            return whole(a, b);
        }
        String fullA = masked(a, Level.FULL);
        String fullB = masked(b, Level.FULL);
        String commonA = masked(a, Level.COMMON);
        String commonB = masked(b, Level.COMMON);
        boolean enough = leavesEnough(fullA, commonA) && leavesEnough(fullB, commonB);
        return new MaskedPair(enough ? fullA : commonA, enough ? fullB : commonB, bothKnown(a, b));
    }

    private static boolean leavesEnough(String full, String common) {
        return 10L * full.length() >= (long) LEAST_LEFT_TENTHS * common.length();
    }

    private static boolean bothKnown(PageText a, PageText b) {
        return a.template() != null && b.template() != null;
    }

    private static boolean hasTemplate(PageText page) {
        return page.template() != null && page.template().isEmpty() == false;
    }

    private static String masked(PageText page, Level level) {
        SiteTemplate template = page.template();
        return hasTemplate(page) ? template.mask(page.text(), level) : page.text();
    }
}
