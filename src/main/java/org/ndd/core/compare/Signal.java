package org.ndd.core.compare;

import org.ndd.core.text.ApiName;

/**
 * A property of two documents that is evidence for or against the verdict that they are near-duplicates. Its value is a number from 0 to 1
 * that does not depend on the order of the two. Its weight is in {@link VerdictWeights}, with the sign fixed here. Text that both share is
 * evidence for near-duplicates. All signals with a negative sign indicate that the documents may be about two objects, even if they share
 * much.
 */
public enum Signal implements ApiName {
    /**
     * Resemblance of the filtered sketches, which does not depend on the order of paragraphs, up to {@value #SUFFICIENT_SHARE}. Above that,
     * readers do not call pairs near-duplicates more often, if no other signal differs.
     */
    SHARED_TEXT(+1, null),
    /** Share of the text in another order: resemblance of the sketches minus that of their LCS. */
    ORDER(-1, null),
    /**
     * One text is more than twice as long as the other, so most of it is not in the other: one minus the length of the shorter text divided
     * by that of the longer and by {@value #MIN_LENGTHS}.
     */
    LENGTHS(-1, null),
    /**
     * The differences are spread over the text in many small edits, as in a revised text: edits per 75 of width, reduced by
     * {@link #OWN_WORDS}. Another item of a series differs in few passages, and a form filled in with other words differs in many.
     */
    EDITS(+1, null),
    /** Both documents have a title, which would differ for two objects: 1 or 0. */
    TITLED(+1, null),
    /** Both titles have the same tokens, and not only tokens that are common to the titles of the family: 1 or 0. */
    EQUAL_TITLES(+1, null),
    /**
     * Each title has words that are not in the other: their share of the words of the title, the smaller of both. Used within one site;
     * other sites give reprints a new headline. If a site is unknown, only words that occur nowhere in the other document, two at
     * most if the titles are less than 15 % as wide as the texts, and no ideographs, of which one may be another form of the same.
     */
    TITLES(-1, Reason.TITLES),
    /**
     * Two titles of one form name two objects: the same number of words, one or two, replace each other, and at least
     * {@value #MIN_FORM_SHARE} of the tokens are the same: 1 or 0. If the site of a document is unknown, each text must have one of its
     * words, and a longer text again after the title. Headlines are reworded, and spam has random words in its titles. 0 between two sites.
     */
    TITLE_SUBSTITUTION(-1, Reason.TITLES),
    /**
     * Words of one title, or of the first words of a text without one, that do not occur in the other document: their share of the text.
     * Less for short texts.
     */
    LEAD_WORDS(-1, Reason.WORDS),
    /**
     * In the first words of texts without titles, words are replaced by others that are not spellings of the same words: 1 or 0. Less for
     * short and for longer texts, and less if none of these words occurs again: a name does, another wording does not. Also with titles of
     * one form that differ in one or two words if the site of a document is unknown, because similar names alone are weak evidence.
     */
    LEAD_SUBSTITUTION(-1, Reason.WORDS),
    /**
     * Two short texts without titles have different words in slots, which other documents of the family fill with further words: share of
     * the places in which the texts differ. They are often about two things, while another word in another place may be another wording.
     * Also with different titles of one form if the site of a document is unknown.
     */
    SLOTS(-1, Reason.WORDS),
    /** Numbers that occur only in one of the texts, in any form: the smaller count, per 75 of width. */
    NUMBERS(-1, Reason.NUMBERS),
    /** Words that occur only in one of the texts, in any spelling: the smaller of their shares of the texts. */
    OWN_WORDS(-1, null),
    /** Words that occur at least twice in one text and not in the other: the larger of their shares of the texts. */
    REPEATED_WORDS(-1, null);

    /**
     * Share of common text above which more makes no difference; chosen among .55 to .75 by leaving out one kind of documents at a time.
     */
    public static final double SUFFICIENT_SHARE = 0.6;

    /**
     * Order-free resemblance above which the order is not measured, so {@link #ORDER} is 0: chosen among .6 to 1 by leaving out one kind of
     * documents at a time. Long texts that share most then need no LCS.
     */
    static final double MAX_REORDERED = 0.85;

    /**
     * Length of the shorter text divided by that of the longer, from which on lengths make no difference; chosen among .4 to .7 by leaving
     * out one kind of documents at a time.
     */
    private static final double MIN_LENGTHS = 0.45;

    /** Minimum share of the longer title's tokens that titles of one form have in common. */
    static final double MIN_FORM_SHARE = 0.4;

    private final int sign;
    private final Reason reason;

    Signal(int sign, Reason reason) {
        this.sign = sign;
        this.reason = reason;
    }

    /** Returns +1 if the signal can only be evidence for near-duplicates, -1 if it can only be evidence against them. */
    public int sign() {
        return sign;
    }

    /** Returns whether the signal measures how much of the texts differs, rather than words or numbers that name their objects. */
    public boolean isTextDifference() {
        return reason == null;
    }

    /**
     * Returns the value of {@link #LENGTHS}.
     *
     * @param lengths length of the shorter text divided by that of the longer
     */
    static double lengths(double lengths) {
        return Math.max(0, 1 - lengths / MIN_LENGTHS);
    }

    /** Returns the reason of a verdict based on this signal; {@code null} for signals of text. */
    Reason reason() {
        return reason;
    }
}
