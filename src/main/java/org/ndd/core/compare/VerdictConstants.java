package org.ndd.core.compare;

/**
 * The constants of the verdict that are no options of users. They are in one place so that the evaluation can vary them: {@code
 * docs/quality.md} says how each was chosen. Immutable; a plugin has {@link #DEFAULT}.
 *
 * @param nearlyAll from this resemblance on nearly all is equal, so that neither titles nor variants tell objects apart
 * @param rewordedTitle from this resemblance on a release may have given the page a title in other words
 * @param longerTitle from this resemblance on a title may have become longer
 * @param leastMissing figures that each text must have alone: a single one may be a date line, or a counter of readers
 * @param leastMissingIn one in so many figures of the smaller set must be missing
 * @param leastMissingOnSites the same as {@code leastMissing} where both sites are known: what a site puts beside an article has dates and
 *     counters
 * @param leastMissingInOnSites the same as {@code leastMissingIn} there
 * @param widthAMissingFigure widths of both texts together for which one more missing figure is expected; the report's "small but decisive
 *     differences" are denser
 * @param leastShare share of a text that its own names take, in thousandths, where both texts have some
 * @param leastShareForVariants the same where one text has some
 * @param beginning code units of a text that are its beginning
 * @param longText code units from which on common text can be scattered
 * @param leastTrusted least trustable resemblance of long pages without known templates: r of the TLCS
 * @param same least resemblance of pages that are equal but for trifles
 */
public record VerdictConstants(
        double nearlyAll,
        double rewordedTitle,
        double longerTitle,
        int leastMissing,
        int leastMissingIn,
        int leastMissingOnSites,
        int leastMissingInOnSites,
        int widthAMissingFigure,
        int leastShare,
        int leastShareForVariants,
        int beginning,
        int longText,
        double leastTrusted,
        double same) {

    public static final VerdictConstants DEFAULT =
            new VerdictConstants(0.97, 0.8, 0.55, 2, 5, 3, 2, 800, 8, 20, 200, 5000, 0.25, 0.95);
}
