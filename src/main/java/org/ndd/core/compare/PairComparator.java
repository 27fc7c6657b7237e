package org.ndd.core.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.ndd.core.compare.SimilarityParameters.Preset;
import org.ndd.core.text.ContentDigest;

/**
 * Says what two pages are to each other, and by which rule. Two questions are asked one after the other: how much is shared, which sketches
 * and LCS answer, and whether it is the same thing, which titles, names and figures do ({@link Identity}). Preset {@code report} takes the
 * TLCS of the whole texts (report, sections 3.2 and 4.4); {@code balanced} and {@code strict} take the texts without their sites'
 * templates, and let the sketch alone decide where it can ({@code docs/algorithm.md}, Verdict).
 *
 * <p>Immutable and thread-safe: all scratch space belongs to one call and is asked for before it is made, see {@link
 * #with(ComparisonMemory)}: 80 bytes for each code unit of the shorter text and 16 for each of the longer, so 96 MB for two texts of a
 * million. Time is O(|A|+|B|) where the sketch decides, else that of at most {@code 1 + regions} alignments of at most {@link
 * BitVectorLcs#BUDGET} word steps each. The outcome is a function of the pages and the parameters.
 */
public final class PairComparator {
    /** Least order-free resemblance of pages that overlap. */
    private static final double OVERLAP = 0.35;

    /** From this order-free resemblance on parts may stand in another order, and are no crumbs. */
    private static final double NEVER_SCATTERED = 0.9;

    /** Tables of windows, bit sets, figures and names, a code unit: measured on texts of millions, with some to spare. */
    private static final long BYTES_OF_SHORTER = 80;

    private static final long BYTES_OF_LONGER = 16;

    private final SimilarityParameters parameters;
    private final Set<Rule> without;
    private final VerdictConstants constants;
    private final ComparisonMemory memory;

    /**
     * @param parameters thresholds and rule
     */
    public PairComparator(SimilarityParameters parameters) {
        this(parameters, Set.of());
    }

    /**
     * @param parameters thresholds and rule
     * @param without rules that are not asked
     */
    public PairComparator(SimilarityParameters parameters, Set<Rule> without) {
        this(parameters, without, VerdictConstants.DEFAULT, ComparisonMemory.UNLIMITED);
    }

    /**
     * @param parameters thresholds and rule
     * @param constants of the rules, to measure what other ones would be worth
     */
    public PairComparator(SimilarityParameters parameters, VerdictConstants constants) {
        this(parameters, Set.of(), constants, ComparisonMemory.UNLIMITED);
    }

    private PairComparator(
            SimilarityParameters parameters, Set<Rule> without, VerdictConstants constants, ComparisonMemory memory) {
        this.parameters = Objects.requireNonNull(parameters, "parameters");
        this.without = Set.copyOf(without);
        this.constants = Objects.requireNonNull(constants, "constants");
        this.memory = Objects.requireNonNull(memory, "memory");
    }

    /** The same rules with other thresholds. */
    public PairComparator with(SimilarityParameters others) {
        return new PairComparator(others, without, constants, memory);
    }

    /** The same rules, where scratch space is asked for. */
    public PairComparator with(ComparisonMemory other) {
        return new PairComparator(parameters, without, constants, other);
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

    /** The same relation for a pair that is compared more than once. What was measured for others may be in the lengths too. */
    public Comparison compare(PreparedPair pair, Runnable cancellationCheck) {
        return run(pair, cancellationCheck, Extent.VERDICT);
    }

    /**
     * The same, or null where the pages are certainly neither near nor contained in each other, which is so for most candidates: cheaper
     * there, since it stops as soon as that is certain, often after a third of a text. Null is the same in either order, and so is all that
     * does not {@linkplain Comparison#dependsOnOrder depend on it}.
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
        /** The verdict, but nothing where the sketches alone say that the pages are not near. */
        UNLESS_FAR,
        VERDICT,
        EVERYTHING
    }

    private Comparison run(PreparedPage a, PreparedPage b, Runnable check, Extent extent) {
        return run(new PreparedPair(a, b), check, extent);
    }

    @SuppressWarnings("try") // what is set aside is closed, not used
    private Comparison run(PreparedPair prepared, Runnable check, Extent extent) {
        int a = prepared.a().page().text().length();
        int b = prepared.b().page().text().length();
        long bytes = BYTES_OF_SHORTER * Math.min(a, b) + BYTES_OF_LONGER * Math.max(a, b);
        try (ComparisonMemory.Reserved reserved = memory.reserve(bytes)) {
            return measured(prepared, check, extent);
        }
    }

    private Comparison measured(PreparedPair prepared, Runnable check, Extent extent) {
        PreparedPage a = prepared.a();
        PreparedPage b = prepared.b();
        Reason early = decideByWholeTexts(a.page(), b.page());
        MaskedPair pair = prepared.masked(early != null || isReport());
        PairMeasures measures = prepared.measures(parameters, check);
        if (extent == Extent.UNLESS_FAR && early == null && isFar(pair, measures)) {
            return null;
        }
        Verdict verdict = early != null
                ? early(early, measures)
                : decide(
                        pair,
                        measures,
                        new Identity(a.page(), b.page(), pair, measures, parameters, without, constants));
        List<Region> regions = List.of();
        if (extent == Extent.EVERYTHING) {
            measures.lcs();
            regions = inWholeTexts(measures.trusted().regions(), a.page(), b.page(), pair);
        }
        int common = verdict.common();
        boolean identical = verdict.reason() == Reason.IDENTICAL;
        double resemblance = identical ? 1 : measures.resemblance(common);
        return new Comparison(
                verdict.relation(),
                identical ? 1 : Confidence.of(verdict.relation(), resemblance),
                verdict.reason(),
                verdict.distinction(),
                resemblance,
                share(common, measures.lengthA()),
                share(common, measures.lengthB()),
                extent == Extent.EVERYTHING ? measures.lcs() : Comparison.NOT_COMPUTED,
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
     * @param relation of the pages
     * @param reason the rule
     * @param common L of that rule's measure, in code units
     * @param distinction what tells their objects apart, or null
     */
    private record Verdict(Relation relation, Reason reason, int common, Distinction distinction) {
        Verdict(Relation relation, Reason reason, int common) {
            this(relation, reason, common, null);
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
            case IDENTICAL -> new Verdict(Relation.SAME, reason, measures.lengthA());
            case SHORT_TEXT ->
                new Verdict(Relation.DIFFERENT, reason, measures.sketches().smaller());
            default -> new Verdict(Relation.DIFFERENT, reason, 0);
        };
    }

    private Verdict decide(MaskedPair pair, PairMeasures measures, Identity identity) {
        if (isWithoutText(pair)) {
            return new Verdict(Relation.DIFFERENT, Reason.NO_TEXT, 0);
        }
        int bound = measures.sketches().smaller();
        boolean beyondReach = isBeyondReach(bound, measures);
        if (beyondReach && measures.resemblance(bound) < OVERLAP) {
            return new Verdict(Relation.DIFFERENT, Reason.SKETCH_BOUND, bound);
        }
        Distinction distinction = identity.distinction();
        if (distinction != null) {
            int known = measures.lcsIfComputed() == Comparison.NOT_COMPUTED ? bound : measures.lcs();
            return new Verdict(Relation.OTHER_ITEM, distinction.kind(), known, distinction);
        }
        if (beyondReach) {
            return new Verdict(Relation.OVERLAP, Reason.SKETCH_BOUND, bound);
        }
        return byAmount(bound, pair, measures, identity);
    }

    /** The verdict on two pages about the same thing. */
    private Verdict byAmount(int bound, MaskedPair pair, PairMeasures measures, Identity identity) {
        boolean bySketch = isSimilarBySketch(bound, measures);
        int common = bySketch ? bound : aligned(pair, measures);
        Reason reason = bySketch ? Reason.SKETCH : rule(common, measures);
        switch (reason) {
            case SKETCH, RESEMBLANCE, CONTAINMENT:
                if (isScattered(pair, measures)) {
                    return new Verdict(Relation.OVERLAP, Reason.SCATTERED, common);
                }
                return new Verdict(isSame(measures, identity) ? Relation.SAME : Relation.NEAR, reason, common);
            case PART_OF:
                return new Verdict(Relation.OVERLAP, reason, common);
            default:
                boolean overlap = measures.resemblance(bound) >= OVERLAP;
                return new Verdict(overlap ? Relation.OVERLAP : Relation.DIFFERENT, reason, common);
        }
    }

    /** L of the alignment. Where a template is not known, moved parts count too: up to so many trustable regions. */
    private int aligned(MaskedPair pair, PairMeasures measures) {
        if (isReport()) {
            return measures.trusted().length();
        }
        int lcs = measures.lcs();
        boolean enough = pair.templateKnown() || rule(lcs, measures) == Reason.RESEMBLANCE;
        return enough ? lcs : Math.max(lcs, measures.trusted().length());
    }

    /** Crumbs of common text all over two long pages are forms and lists, as far as nobody knows a template that would mask them. */
    private boolean isScattered(MaskedPair pair, PairMeasures measures) {
        return isReport() == false
                && pair.anyTemplateKnown() == false
                && Math.min(measures.lengthA(), measures.lengthB()) >= constants.longText()
                && measures.resemblance(measures.sketches().smaller()) < NEVER_SCATTERED
                && isTrustable(measures.firstTrustedInSentences(), measures) == false
                && isTrustable(measures.firstTrusted(), measures) == false;
    }

    private boolean isTrustable(int length, PairMeasures measures) {
        return measures.resemblance(length) >= constants.leastTrusted();
    }

    private boolean isSame(PairMeasures measures, Identity identity) {
        return isReport() == false
                && measures.resemblance(measures.sketches().smaller()) >= constants.same()
                && identity.differsInTrifles()
                && measures.lcsReaches(constants.same());
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
