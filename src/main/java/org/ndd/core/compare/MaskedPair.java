package org.ndd.core.compare;

import org.ndd.core.compare.PreparedPage.Masking;
import org.ndd.core.text.WordSpacing;

/**
 * The texts of a pair without the lines that their sites repeat (docs/algorithm.md, Boilerplate). If the full boilerplate would leave
 * almost no text of a page, its lines are treated as content, and only the most common lines are masked on both sides. Text that one site
 * repeats and the page of another site has as its own, such as a licence, is content too: both sides of a pair are treated alike.
 *
 * @param a remaining text of A
 * @param b remaining text of B
 */
record MaskedPair(PreparedText a, PreparedText b) {
    /** Number of code units that always suffices: a paragraph. A short article under a long menu has more. */
    private static final int ENOUGH_LEFT = 200;

    /** Minimum share of the text without the common lines that must be left of a shorter page; in tenths, so that the bound is exact. */
    private static final int ENOUGH_LEFT_TENTHS = 3;

    /** The whole texts. */
    static MaskedPair whole(PreparedPage a, PreparedPage b) {
        return new MaskedPair(a.text(Masking.NONE), b.text(Masking.NONE));
    }

    /**
     * The texts without quotations, if both have enough other text, and masked at the level that suits both. O(|A|+|B|).
     *
     * <p>A reply is not a duplicate of the message that it quotes, but a message that only forwards another is one.
     */
    static MaskedPair of(PreparedPage a, PreparedPage b) {
        return a.hasOwnText() && b.hasOwnText() ? masked(a, b) : masked(a.withQuotes(), b.withQuotes());
    }

    /** The same texts with each syllable of Hangul as a word. O(|A|+|B|). */
    MaskedPair bySyllable() {
        return new MaskedPair(bySyllable(a), bySyllable(b));
    }

    private static PreparedText bySyllable(PreparedText text) {
        return new PreparedText(WordSpacing.bySyllable(text.text()), false);
    }

    private static MaskedPair masked(PreparedPage a, PreparedPage b) {
        if (leavesEnough(a) == false || leavesEnough(b) == false) {
            return new MaskedPair(a.text(Masking.COMMON), b.text(Masking.COMMON));
        }
        return a.page().isOfOtherSiteThan(b.page())
                ? new MaskedPair(a.textBeside(b), b.textBeside(a))
                : new MaskedPair(a.text(Masking.FULL), b.text(Masking.FULL));
    }

    private static boolean leavesEnough(PreparedPage page) {
        int left = page.masked().full().length();
        return left >= ENOUGH_LEFT
                || 10L * left >= (long) ENOUGH_LEFT_TENTHS * page.masked().commonLength();
    }
}
