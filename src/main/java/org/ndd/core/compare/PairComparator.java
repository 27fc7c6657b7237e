package org.ndd.core.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.ndd.core.compare.SimilarityParameters.Preset;
import org.ndd.core.text.ContentDigest;

/**
 * Decides whether two pages are near-duplicates, and says by which rule. Preset {@code report} takes the TLCS of the
 * whole texts (report, sections 3.2 and 4.4); {@code balanced} and {@code strict} take the texts without their sites'
 * templates, demand that figures agree, and let the sketch alone decide where it can (algorithm 8).
 *
 * <p>Immutable and thread-safe: all scratch space belongs to one call, O(|A|+|B|) and under 100 MB for texts of 1 MB.
 * Time is O(|A|+|B|) where the sketch decides, else that of at most {@code 1 + regions} alignments of at most {@link
 * BitVectorLcs#BUDGET} word steps each. The outcome is a function of the pages and the parameters.
 */
public final class PairComparator {
    private final SimilarityParameters parameters;
    private final Set<Rule> without;

    /**
     * @param parameters thresholds and rule
     */
    public PairComparator(SimilarityParameters parameters) {
        this(parameters, Set.of());
    }

    /**
     * @param parameters thresholds and rule
     * @param without rules that are left out, to measure what they are worth
     */
    public PairComparator(SimilarityParameters parameters, Set<Rule> without) {
        this.parameters = Objects.requireNonNull(parameters, "parameters");
        this.without = Set.copyOf(without);
    }

    /** Rules that are left out. */
    public Set<Rule> without() {
        return without;
    }

    /** What this compares with. */
    public SimilarityParameters parameters() {
        return parameters;
    }

    /**
     * The verdict, with no more computed than it needs: {@code lcs}, {@code tlcs} and the sketch sizes may be
     * {@link Comparison#NOT_COMPUTED}, and there are no regions.
     *
     * @param a the page above in rank
     * @param b the other
     * @param cancellationCheck called now and then; may throw, which ends the comparison
     */
    public Comparison compare(PageText a, PageText b, Runnable cancellationCheck) {
        return compare(new PreparedPage(a), new PreparedPage(b), cancellationCheck);
    }

    /** The same for pages that are compared more than once: what was derived from them before is used again. */
    public Comparison compare(PreparedPage a, PreparedPage b, Runnable cancellationCheck) {
        return run(a, b, cancellationCheck, Extent.VERDICT);
    }

    /**
     * The same, or null where the outcome is {@link Reason#SKETCH_BOUND}, which is that of most candidates: cheaper there, since it stops as soon
     * as that is certain, often after a third of a text. Null is the same in either order, and so is all that does not {@linkplain
     * Comparison#dependsOnOrder depend on it}.
     */
    public Comparison compareUnlessFar(PreparedPage a, PreparedPage b, Runnable cancellationCheck) {
        return run(a, b, cancellationCheck, Extent.UNLESS_FAR);
    }

    /**
     * The same verdict and measures as {@link #compare}, with LCS, TLCS, sketch sizes and regions always computed.
     *
     * @param a the page above in rank
     * @param b the other
     * @param cancellationCheck called now and then; may throw, which ends the comparison
     */
    public Comparison explain(PageText a, PageText b, Runnable cancellationCheck) {
        return run(new PreparedPage(a), new PreparedPage(b), cancellationCheck, Extent.EVERYTHING);
    }

    /** How much of a comparison is asked for. */
    private enum Extent {
        /** The verdict, but nothing where the sketches alone refuse. */
        UNLESS_FAR,
        VERDICT,
        EVERYTHING
    }

    private Comparison run(PreparedPage a, PreparedPage b, Runnable check, Extent extent) {
        Reason early = decideByWholeTexts(a.page(), b.page());
        MaskedPair pair = early != null || isReport() ? MaskedPair.whole(a, b) : MaskedPair.of(a, b);
        PairMeasures measures = new PairMeasures(pair.a(), pair.b(), parameters, check);
        if (extent == Extent.UNLESS_FAR && early == null && isFar(pair, measures)) {
            return null;
        }
        Verdict verdict = early != null ? early(early, measures) : decide(pair, measures);
        List<Region> regions = List.of();
        if (extent == Extent.EVERYTHING) {
            measures.lcs();
            regions = inWholeTexts(measures.trusted().regions(), a.page(), b.page(), pair);
        }
        int common = verdict.common();
        boolean identical = verdict.reason() == Reason.IDENTICAL;
        return new Comparison(
                verdict.similar(),
                verdict.reason() == Reason.PART_OF,
                verdict.reason(),
                identical ? 1 : measures.resemblance(common),
                share(common, measures.lengthA()),
                share(common, measures.lengthB()),
                measures.lcsIfComputed(),
                measures.tlcsIfComputed(),
                measures.lengthA(),
                measures.lengthB(),
                measures.sketchAIfComputed(),
                measures.sketchBIfComputed(),
                regions,
                measures.approximate(),
                pair.templateKnown(),
                a.page().text().length() - pair.a().length(),
                b.page().text().length() - pair.b().length());
    }

    /**
     * @param reason the rule
     * @param common L of that rule's measure, in code units
     */
    private record Verdict(Reason reason, int common) {
        boolean similar() {
            return switch (reason) {
                case IDENTICAL, SKETCH, RESEMBLANCE, CONTAINMENT -> true;
                default -> false;
            };
        }
    }

    private boolean isReport() {
        return parameters.preset() == Preset.REPORT;
    }

    /** Rules that look at nothing but the whole texts and sites; null where they do not decide. */
    private static Reason decideByWholeTexts(PageText a, PageText b) {
        if (ContentDigest.isEmpty(a.text()) || ContentDigest.isEmpty(b.text())) {
            return Reason.NO_TEXT;
        }
        if (a.isOfOtherSiteThan(b) && (ContentDigest.isShort(a.text()) || ContentDigest.isShort(b.text()))) {
            return Reason.SHORT_TEXT;
        }
        return a.text().equals(b.text()) ? Reason.IDENTICAL : null;
    }

    private static Verdict early(Reason reason, PairMeasures measures) {
        return switch (reason) {
            case IDENTICAL -> new Verdict(reason, measures.lengthA());
            case SHORT_TEXT -> new Verdict(reason, measures.sketches().smaller());
            default -> new Verdict(reason, 0);
        };
    }

    private Verdict decide(MaskedPair pair, PairMeasures measures) {
        if (isWithoutText(pair)) {
            return new Verdict(Reason.NO_TEXT, 0);
        }
        int bound = measures.sketches().smaller();
        if (isBeyondReach(bound, measures)) {
            return new Verdict(Reason.SKETCH_BOUND, bound);
        }
        if (parameters.figures() && figuresDisagree(pair, measures)) {
            return new Verdict(Reason.FIGURES, bound);
        }
        Verdict verdict =
                isSimilarBySketch(bound, measures) ? new Verdict(Reason.SKETCH, bound) : byAlignment(pair, measures);
        return verdict.similar() && namesDisagree(pair, measures)
                ? new Verdict(Reason.NAMES, verdict.common())
                : verdict;
    }

    private boolean isFar(MaskedPair pair, PairMeasures measures) {
        return isWithoutText(pair) == false && measures.sketchesReach(leastCommon(measures)) == false;
    }

    private static boolean isWithoutText(MaskedPair pair) {
        return pair.a().length() == 0 || pair.b().length() == 0;
    }

    /** Whether no rule can call a pair similar, or contained, whose smaller sketch has so many code units: every L is at most that. */
    private boolean isBeyondReach(int bound, PairMeasures measures) {
        return isSimilarBySketch(bound, measures) == false && rule(bound, measures) == Reason.BELOW_THRESHOLD;
    }

    private boolean isSimilarBySketch(int bound, PairMeasures measures) {
        return isReport() == false && measures.resemblance(bound) >= parameters.sketchResemblance();
    }

    /** The least size of the smaller sketch that is not beyond reach; more than the shorter text has where that is too short. */
    private int leastCommon(PairMeasures measures) {
        int low = 0;
        int high = Math.min(measures.lengthA(), measures.lengthB()) + 1;
        // All measures grow with L.
        while (low < high) {
            int middle = low + high >>> 1;
            if (isBeyondReach(middle, measures)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private boolean figuresDisagree(MaskedPair pair, PairMeasures measures) {
        boolean besideCommonText = pair.otherSites() && without.contains(Rule.FIGURES_BESIDE_COMMON_TEXT) == false;
        return Figures.disagree(
                pair.a(),
                pair.b(),
                besideCommonText ? measures.sketches() : null,
                without.contains(Rule.THREE_MISSING_FIGURES) ? 1 : Figures.LEAST_MISSING);
    }

    private boolean namesDisagree(MaskedPair pair, PairMeasures measures) {
        return isReport() == false
                && without.contains(Rule.NAMES) == false
                && Names.disagree(pair.a(), pair.b(), measures.sketches());
    }

    private Verdict byAlignment(MaskedPair pair, PairMeasures measures) {
        if (isReport()) {
            return byCommon(measures.trusted().length(), measures);
        }
        Verdict byLcs = byCommon(measures.lcs(), measures);
        if (byLcs.similar() || pair.templateKnown()) {
            return byLcs;
        }
        return byCommon(Math.max(measures.lcs(), measures.trusted().length()), measures);
    }

    private Verdict byCommon(int common, PairMeasures measures) {
        return new Verdict(rule(common, measures), common);
    }

    /** The rule on r and c for a given L. */
    private Reason rule(int common, PairMeasures measures) {
        double resemblance = measures.resemblance(common);
        if (resemblance >= parameters.resemblance()) {
            return Reason.RESEMBLANCE;
        }
        if (measures.containment(common) < parameters.containment()) {
            return Reason.BELOW_THRESHOLD;
        }
        return isReport() || resemblance >= parameters.containmentFloor() ? Reason.CONTAINMENT : Reason.PART_OF;
    }

    private static double share(int common, int length) {
        return length == 0 ? 0 : (double) common / length;
    }

    private static List<Region> inWholeTexts(List<Region> regions, PageText a, PageText b, MaskedPair pair) {
        if (regions.isEmpty()) {
            return regions;
        }
        MaskedPositions positionsA = new MaskedPositions(a.text(), pair.a().text());
        MaskedPositions positionsB = new MaskedPositions(b.text(), pair.b().text());
        List<Region> moved = new ArrayList<>(regions.size());
        for (Region region : regions) {
            moved.add(new Region(
                    positionsA.of(region.startA()),
                    positionsA.of(region.endA() - 1) + 1,
                    positionsB.of(region.startB()),
                    positionsB.of(region.endB() - 1) + 1,
                    region.text()));
        }
        return moved;
    }
}
