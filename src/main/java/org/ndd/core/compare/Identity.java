package org.ndd.core.compare;

import java.util.List;
import java.util.Set;
import org.ndd.core.compare.SimilarityParameters.Preset;
import org.ndd.core.text.Words;

/**
 * Whether two pages that share much are about the same object: the question that no share of common text answers (the technical report's
 * third class of false positives, "pages of the same series"). Titles, names and figures do; each rule says what it found. The rules are
 * asked from the cheapest to the dearest, and in one order, so that the same pair has the same answer. Lives for one comparison; not
 * thread-safe.
 */
final class Identity {

    private final PageText pageA;
    private final PageText pageB;
    private final MaskedPair pair;
    private final PairMeasures measures;
    private final SimilarityParameters parameters;
    private final Set<Rule> without;
    private final VerdictConstants constants;

    private Beginnings beginnings;

    Identity(
            PageText pageA,
            PageText pageB,
            MaskedPair pair,
            PairMeasures measures,
            SimilarityParameters parameters,
            Set<Rule> without,
            VerdictConstants constants) {
        this.pageA = pageA;
        this.pageB = pageB;
        this.pair = pair;
        this.measures = measures;
        this.parameters = parameters;
        this.without = without;
        this.constants = constants;
    }

    /** What tells the objects of the two pages apart, or null where nothing does. */
    Distinction distinction() {
        Distinction figures = parameters.figures() ? figures() : null;
        if (figures != null || parameters.preset() == Preset.REPORT) {
            return figures;
        }
        Titles titles = new Titles(pageA, pageB);
        boolean byTitles = titles.areKnown() && without.contains(Rule.TITLES) == false;
        if (byTitles && titlesTellApart(titles)) {
            return titles.distinction();
        }
        boolean titlesAgree = byTitles && titles.differ() == false;
        if (titlesAgree || without.contains(Rule.NAMES)) {
            return null;
        }
        Distinction names =
                Names.distinction(pair.a(), wordsOfSite(pageA), pair.b(), wordsOfSite(pageB), measures.sketches());
        if (names != null || byTitles) {
            return names;
        }
        return beginningsTellApart() ? beginnings().distinction() : null;
    }

    /** Whether the two differ in trifles only, as far as figures and beginnings tell. */
    boolean differsInTrifles() {
        return Figures.differ(pair.a(), pair.b(), measures.sketches()) == false
                && beginnings().differ() == false;
    }

    private Distinction figures() {
        boolean besideCommonText = pair.otherSites();
        boolean onSites = pageA.site() != null && pageB.site() != null;
        Figures.Demand demand = new Figures.Demand(
                onSites ? constants.leastMissingOnSites() : constants.leastMissing(),
                onSites ? constants.leastMissingInOnSites() : constants.leastMissingIn(),
                constants.widthAMissingFigure());
        return Figures.distinction(pair.a(), pair.b(), measures.sketches(), besideCommonText, demand);
    }

    private boolean titlesTellApart(Titles titles) {
        if (titles.differ()) {
            return isBelow(titles.areReworded() ? constants.rewordedTitle() : constants.nearlyAll());
        }
        return titles.oneSaysMore() && isBelow(constants.longerTitle());
    }

    private boolean beginningsTellApart() {
        // Another site gives what it reprints a headline of its own.
        boolean mayBeVariant = pair.otherSites() == false && beginnings().nameVariant();
        return beginnings().nameTwo() || mayBeVariant && isBelow(constants.nearlyAll());
    }

    /** Words that name the site of a page, where the other page has another: what a page says of its site says nothing of its object. */
    private List<String> wordsOfSite(PageText page) {
        return pageA.isOfOtherSiteThan(pageB) ? Words.of(page.site()) : List.of();
    }

    private Beginnings beginnings() {
        if (beginnings == null) {
            Beginnings.Page a = new Beginnings.Page(pair.a(), pageA.title(), wordsOfSite(pageA));
            Beginnings.Page b = new Beginnings.Page(pair.b(), pageB.title(), wordsOfSite(pageB));
            beginnings = new Beginnings(a, b, measures.sketches(), constants);
        }
        return beginnings;
    }

    /** Whether the resemblance is below a value. The sketches bound it from above, so often no LCS is needed. */
    private boolean isBelow(double resemblance) {
        return measures.resemblance(measures.sketches().smaller()) < resemblance
                || measures.resemblance(measures.lcs()) < resemblance;
    }
}
