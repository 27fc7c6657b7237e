package org.ndd.core.compare;

import org.ndd.core.compare.PreparedPage.Masking;

/**
 * The texts of a pair without the lines that their sites repeat (docs/algorithm.md, Templates). Where the full template would leave too
 * little of a page, it is taken for content after all, and only the most common lines are masked on both.
 *
 * @param a text of A that is left
 * @param b text of B that is left
 * @param templateKnown whether the templates of both sites are known
 * @param anyTemplateKnown whether that of one of them is
 * @param otherSites whether the pages are known to be of two sites
 */
record MaskedPair(PreparedText a, PreparedText b, boolean templateKnown, boolean anyTemplateKnown, boolean otherSites) {
    /** Least share of what the common lines leave that the full template must leave; tenths, so that the border is exact. */
    private static final int LEAST_LEFT_TENTHS = 3;

    /** The whole texts. */
    static MaskedPair whole(PreparedPage a, PreparedPage b) {
        return of(a, b, Masking.NONE);
    }

    /** The texts masked at the level that suits both. O(|A|+|B|). */
    static MaskedPair of(PreparedPage a, PreparedPage b) {
        return of(a, b, leavesEnough(a) && leavesEnough(b) ? Masking.FULL : Masking.COMMON);
    }

    private static boolean leavesEnough(PreparedPage page) {
        return 10L * page.masked().full().length()
                >= (long) LEAST_LEFT_TENTHS * page.masked().commonLength();
    }

    private static MaskedPair of(PreparedPage a, PreparedPage b, Masking masking) {
        boolean templateKnown = a.page().template() != null && b.page().template() != null;
        boolean anyTemplateKnown = a.page().template() != null || b.page().template() != null;
        return new MaskedPair(
                a.text(masking),
                b.text(masking),
                templateKnown,
                anyTemplateKnown,
                a.page().isOfOtherSiteThan(b.page()));
    }
}
