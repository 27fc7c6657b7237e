package org.ndd.core.compare;

import org.ndd.core.align.PreparedText;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.compare.PreparedPage.Masking;
import org.ndd.core.text.WordSpacing;

/**
 * The texts of a pair without the boilerplate of their sites (docs/algorithm.md, Boilerplate). If the full boilerplate would leave almost
 * no text of a document, its lines are treated as content, and only common lines are masked on both sides. Text that is boilerplate of one
 * site and content of a document of another, such as a license, is content too. So both sides of a pair are treated alike.
 *
 * @param a remaining text of A
 * @param b remaining text of B
 */
record MaskedPair(PreparedText a, PreparedText b) {
    /** Number of code units of remaining text that always suffices: a paragraph. A short article under a long menu has more. */
    private static final int MIN_REMAINING = 200;

    /** Minimum share of the text without the common lines that must remain of a shorter document; in tenths, so that the bound is exact. */
    private static final int MIN_REMAINING_TENTHS = 3;

    /** Returns the whole texts. */
    static MaskedPair whole(PreparedPage a, PreparedPage b) {
        return new MaskedPair(a.text(Masking.NONE), b.text(Masking.NONE));
    }

    /**
     * Returns the texts without quotations, if both have enough other text, and masked at the level that suits both. O(|A|+|B|).
     *
     * <p>A reply is not a duplicate of the message that it quotes, but a message that only forwards another is one.
     */
    static MaskedPair of(PreparedPage a, PreparedPage b) {
        return a.hasOwnText() && b.hasOwnText() ? masked(a, b) : masked(a.withQuotes(), b.withQuotes());
    }

    /** Returns the same texts with each syllable of Hangul as a word. O(|A|+|B|). */
    MaskedPair bySyllable() {
        return new MaskedPair(bySyllable(a), bySyllable(b));
    }

    private static PreparedText bySyllable(PreparedText text) {
        return new PreparedText(WordSpacing.bySyllable(text.text()), false);
    }

    private static MaskedPair masked(PreparedPage a, PreparedPage b) {
        boolean otherSites = a.page().isOnOtherSite(b.page());
        if (hasEnoughText(a, otherSites) == false || hasEnoughText(b, otherSites) == false) {
            return new MaskedPair(a.text(Masking.COMMON), b.text(Masking.COMMON));
        }
        return otherSites
                ? new MaskedPair(a.textComparedWith(b), b.textComparedWith(a))
                : new MaskedPair(a.text(Masking.FULL), b.text(Masking.FULL));
    }

    private static boolean hasEnoughText(PreparedPage page, boolean otherSites) {
        SiteBoilerplate.Masked masked = page.masked();
        int left = (otherSites ? masked.forOtherSites() : masked.full()).length();
        return left >= MIN_REMAINING || 10L * left >= (long) MIN_REMAINING_TENTHS * masked.commonLength();
    }
}
