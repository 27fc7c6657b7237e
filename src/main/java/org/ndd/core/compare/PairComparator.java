package org.ndd.core.compare;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.ndd.core.align.PairMeasures;
import org.ndd.core.align.TrustedRegions.Region;
import org.ndd.core.compare.SimilarityParameters.Preset;
import org.ndd.core.text.ContentDigest;

/**
 * Determines the relation of two documents. Documents with the same words are {@link Relation#SAME} ({@link SameWords}). For all others the
 * {@linkplain Signal signals} are weighted. They add up to the log-odds that readers call the documents near-duplicates, and the relation
 * follows from that probability. Preset {@code pku2007} takes the TLCS of the whole texts instead (PKU report, sections 3.2 and 4.4);
 * {@code balanced} and {@code strict} compare the texts without boilerplate.
 *
 * <p>Immutable and thread-safe. Scratch space is allocated per call, and reserved first, see {@link #with(ComparisonMemory)}. It takes 130
 * bytes per code unit of the shorter text and 64 per code unit of the longer. Time is O(|A|+|B|) for most pairs. Pairs that share much in
 * another order need one LCS in addition, within its budget. The result is a function of the documents and the parameters.
 */
public final class PairComparator {
    /** Minimum order-free resemblance of documents that overlap. */
    static final double OVERLAP = 0.35;

    /** Minimum resemblance at which a contained document is not {@code part_of} a longer one: half of the longer text is the same. */
    private static final double MIN_OF_EQUAL_LENGTH = 0.5;

    /**
     * Maximum difference between the resemblance of the sketches and that of their LCS in texts of the same order, caused by windows across
     * an edit. Chosen among .01 to .05 by leaving out one kind of documents at a time.
     */
    private static final double MAX_SKETCH_DIFFERENCE = 0.02;

    /** Bytes per code unit of tables of windows and words, and of bit sets: measured on texts of millions of code units, with a margin. */
    private static final long BYTES_OF_SHORTER = 130;

    private static final long BYTES_OF_LONGER = 64;

    private final SimilarityParameters parameters;
    private final VerdictWeights weights;
    private final ComparisonMemory memory;
    /** Minimum log-odds of near-duplicates. */
    private final double leastLogOdds;

    private final NearBounds bounds;

    /** @param parameters thresholds and rule */
    public PairComparator(SimilarityParameters parameters) {
        this(parameters, VerdictWeights.DEFAULT);
    }

    /**
     * @param parameters thresholds and rule
     * @param weights weights of the signals, to evaluate other weights
     */
    public PairComparator(SimilarityParameters parameters, VerdictWeights weights) {
        this(parameters, weights, ComparisonMemory.UNLIMITED);
    }

    private PairComparator(SimilarityParameters parameters, VerdictWeights weights, ComparisonMemory memory) {
        this.parameters = Objects.requireNonNull(parameters, "parameters");
        this.weights = Objects.requireNonNull(weights, "weights");
        this.memory = Objects.requireNonNull(memory, "memory");
        this.leastLogOdds = VerdictWeights.logOdds(parameters.minConfidence());
        this.bounds = new NearBounds(parameters, weights, leastLogOdds);
    }

    /** Returns a comparator with the same rules and other thresholds. */
    public PairComparator with(SimilarityParameters others) {
        return new PairComparator(others, weights, memory);
    }

    /** Returns a comparator with the same rules that reserves its scratch space. */
    public PairComparator with(ComparisonMemory other) {
        return new PairComparator(parameters, weights, other);
    }

    public SimilarityParameters parameters() {
        return parameters;
    }

    /**
     * Returns the verdict, computing only the necessary values: {@code lcs}, {@code tlcs} and the sketch sizes may be
     * {@link PairMeasures#NOT_COMPUTED}, and there are no regions.
     *
     * @param a the document above in rank
     * @param b the other document
     * @param cancellationCheck called periodically; throws to cancel
     */
    public Comparison compare(PageText a, PageText b, Runnable cancellationCheck) {
        return compare(new PreparedPage(a), new PreparedPage(b), cancellationCheck);
    }

    /** Returns the verdict of {@link #compare(PageText, PageText, Runnable)}; reuses values that were derived from the documents. */
    public Comparison compare(PreparedPage a, PreparedPage b, Runnable cancellationCheck) {
        return run(a, b, cancellationCheck, Extent.VERDICT);
    }

    /** Returns the verdict on a pair that is compared more than once. The lengths may include values that were measured for other calls. */
    public Comparison compare(PreparedPair pair, Runnable cancellationCheck) {
        return run(pair, cancellationCheck, Extent.VERDICT);
    }

    /**
     * Returns the verdict of {@link #compare(PreparedPage, PreparedPage, Runnable)}, or null if the documents are certainly not near, as
     * most candidates are. Cheaper for these, since it stops as soon as that is certain, often after a third of a text. Documents of very
     * different lengths are rejected by their lengths alone. Neither null nor any value that is not
     * {@linkplain Comparison#dependsOnOrder dependent on the order} of the documents changes if they are exchanged.
     */
    public Comparison compareIfNear(PreparedPage a, PreparedPage b, Runnable cancellationCheck) {
        return run(a, b, cancellationCheck, Extent.IF_NEAR);
    }

    /**
     * Returns whether a document is certainly neither near nor the same as any document whose text is no longer than given. So pairs are
     * rejected before the other text is read. O(n) once per document, then constant.
     *
     * @param atMost maximum number of code units of the other text
     */
    public boolean isFarFromAll(PreparedPage page, long atMost) {
        return isReport() == false
                && atMost < page.minLength()
                && bounds.isTooShort((double) atMost / page.minLength())
                && atMost < page.letters();
    }

    /**
     * Returns the same verdict and measures as {@link #compare}, with LCS, TLCS, sketch sizes and regions always computed.
     *
     * @param a the document above in rank
     * @param b the other document
     * @param cancellationCheck called periodically; throws to cancel
     */
    public Comparison explain(PageText a, PageText b, Runnable cancellationCheck) {
        return run(new PreparedPage(a), new PreparedPage(b), cancellationCheck, Extent.FULL);
    }

    /**
     * Returns the values of all signals with a value other than 0, including those that a verdict does not need; used to fit weights.
     *
     * @return empty if the whole texts alone decide the relation
     */
    public Map<Signal, Double> signals(PreparedPage a, PreparedPage b, Runnable check) {
        Map<Signal, Double> values = new EnumMap<>(Signal.class);
        PreparedPair prepared = new PreparedPair(a, b);
        prepared.masked(false);
        if (decideByWholeTexts(a.page(), b.page()) == null && NearBounds.isWithoutText(prepared.compared()) == false) {
            PairMeasures measures = prepared.measures(parameters, check);
            double shared = measures.resemblance(measures.sketches().smaller());
            values.put(Signal.SHARED_TEXT, Math.min(shared, Signal.SUFFICIENT_SHARE));
            values.put(Signal.ORDER, order(shared, measures));
            Evidence.of(prepared, measures, parameters.numbers(), weights, Double.NEGATIVE_INFINITY)
                    .forEach(contribution -> values.put(contribution.signal(), contribution.value()));
        }
        return values;
    }

    /** The requested extent of a comparison. */
    private enum Extent {
        /** Returns the verdict, or null if lengths or sketches alone show that the documents are not near. */
        IF_NEAR,
        VERDICT,
        FULL
    }

    private Comparison run(PreparedPage a, PreparedPage b, Runnable check, Extent extent) {
        return run(new PreparedPair(a, b), check, extent);
    }

    @SuppressWarnings("try") // the reservation is closed, not used
    private Comparison run(PreparedPair prepared, Runnable check, Extent extent) {
        Reason early = decideByWholeTexts(prepared.a().page(), prepared.b().page());
        prepared.masked(early != null || isReport());
        boolean mayEnd = early == null && extent == Extent.IF_NEAR;
        if (mayEnd && bounds.isTooShort(prepared.compared(), prepared.measures(parameters, check))) {
            return null;
        }
        int a = prepared.a().page().text().length();
        int b = prepared.b().page().text().length();
        long bytes = BYTES_OF_SHORTER * Math.min(a, b) + BYTES_OF_LONGER * Math.max(a, b);
        try (ComparisonMemory.Reservation reserved = memory.reserve(bytes)) {
            return measured(prepared, early, mayEnd, check, extent);
        }
    }

    private Comparison measured(PreparedPair prepared, Reason early, boolean mayEnd, Runnable check, Extent extent) {
        PreparedPage a = prepared.a();
        PreparedPage b = prepared.b();
        MaskedPair masked = prepared.masked(early != null || isReport());
        PairMeasures measures = prepared.measures(parameters, check);
        boolean noise = early == null && isReport() == false && prepared.hasNoise();
        boolean far = mayEnd && bounds.isFar(prepared.compared(), measures);
        Verdict verdict =
                far ? null : early != null ? earlyVerdict(early, measures) : decide(prepared, measures, mayEnd);
        if (noise && (verdict == null || verdict.relation() != Relation.NEAR)) {
            verdict = withoutNoise(prepared, measures, verdict, check);
        }
        if (verdict == null) {
            return null;
        }
        List<Region> regions = List.of();
        if (extent == Extent.FULL) {
            measures.lcs();
            regions = prepared.inWholeTexts(measures.trusted().regions());
        }
        int common = verdict.common();
        boolean same = verdict.relation() == Relation.SAME;
        return new Comparison(
                verdict.relation(),
                same ? 1 : verdict.confidence(),
                verdict.reason(),
                verdict.contributions(),
                new Comparison.SharedText(
                        same ? 1 : measures.resemblance(common),
                        extent == Extent.FULL ? measures.lcs() : PairMeasures.NOT_COMPUTED,
                        measures.tlcsIfComputed(),
                        regions,
                        measures.approximate()),
                new Comparison.ComparedText(
                        same ? 1 : share(common, measures.lengthA()),
                        measures.lengthA(),
                        measures.sketchAIfComputed(),
                        a.page().text().length() - masked.a().length(),
                        a.page().boilerplate() != null),
                new Comparison.ComparedText(
                        same ? 1 : share(common, measures.lengthB()),
                        measures.lengthB(),
                        measures.sketchBIfComputed(),
                        b.page().text().length() - masked.b().length(),
                        b.page().boilerplate() != null));
    }

    /**
     * @param relation relation of the documents
     * @param reason reason of the relation
     * @param common L of the reported resemblance, in code units
     * @param contributions contributions of the signals
     */
    private record Verdict(Relation relation, Reason reason, int common, List<Contribution> contributions) {
        Verdict(Relation relation, Reason reason, int common) {
            this(relation, reason, common, List.of());
        }

        double confidence() {
            return contributions.isEmpty() ? 0 : VerdictWeights.probability(logOdds(contributions));
        }
    }

    /**
     * Returns the verdict on texts without errors of scanners and typists, for documents that are not near with these; the given verdict if
     * there are no such errors. The measures stay those of the texts with errors.
     */
    private Verdict withoutNoise(PreparedPair prepared, PairMeasures measures, Verdict unfiltered, Runnable check) {
        PreparedPair repaired = prepared.withoutNoise(bounds, parameters, check);
        if (repaired == null) {
            return unfiltered;
        }
        Verdict verdict = decide(repaired, repaired.measures(parameters, check), false);
        return new Verdict(
                verdict.relation(), verdict.reason(), measures.sketches().smaller(), verdict.contributions());
    }

    private boolean isReport() {
        return parameters.preset() == Preset.PKU2007;
    }

    /** Returns the reason of rules that need only the whole texts, titles and sites; null if they do not decide. */
    private Reason decideByWholeTexts(PageText a, PageText b) {
        if (ContentDigest.isEmpty(a.text()) || ContentDigest.isEmpty(b.text())) {
            return Reason.NO_TEXT;
        }
        if (a.isOnOtherSite(b) && (ContentDigest.isShort(a.text()) || ContentDigest.isShort(b.text()))) {
            return Reason.SHORT_TEXT;
        }
        return SameWords.of(a, b) ? Reason.SAME_WORDS : null;
    }

    private static Verdict earlyVerdict(Reason reason, PairMeasures measures) {
        return switch (reason) {
            case SAME_WORDS -> new Verdict(Relation.SAME, reason, measures.lengthA());
            case SHORT_TEXT ->
                new Verdict(Relation.DIFFERENT, reason, measures.sketches().smaller());
            default -> new Verdict(Relation.DIFFERENT, reason, 0);
        };
    }

    private Verdict decide(PreparedPair prepared, PairMeasures measures, boolean mayEnd) {
        if (NearBounds.isWithoutText(prepared.compared())) {
            return new Verdict(Relation.DIFFERENT, Reason.NO_TEXT, 0);
        }
        if (isReport()) {
            return pku2007Verdict(measures);
        }
        int common = measures.sketches().smaller();
        double shared = measures.resemblance(common);
        List<Contribution> contributions = new ArrayList<>();
        contributions.add(contribution(Signal.SHARED_TEXT, Math.min(shared, Signal.SUFFICIENT_SHARE)));
        if (shared < OVERLAP) {
            return new Verdict(farRelation(common, measures), farReason(common, measures), common, contributions);
        }
        double least = mayEnd ? leastLogOdds - logOdds(contributions) : Double.NEGATIVE_INFINITY;
        List<Contribution> evidence = Evidence.of(prepared, measures, parameters.numbers(), weights, least);
        if (evidence == null) {
            return null;
        }
        contributions.addAll(evidence);
        double order = logOdds(contributions) < leastLogOdds ? 0 : order(shared, measures);
        if (order > 0) {
            contributions.add(1, contribution(Signal.ORDER, order));
        }
        if (logOdds(contributions) >= leastLogOdds && shared >= parameters.resemblance()) {
            return new Verdict(Relation.NEAR, Reason.SIGNALS, common, contributions);
        }
        if (isOtherItem(contributions)) {
            return new Verdict(Relation.OTHER_ITEM, strongest(contributions), common, contributions);
        }
        return new Verdict(
                Relation.OVERLAP, order > 0 ? Reason.SCATTERED : farReason(common, measures), common, contributions);
    }

    private Contribution contribution(Signal signal, double value) {
        return new Contribution(signal, value, weights.logOdds(signal, value), List.of(), List.of());
    }

    private static double logOdds(List<Contribution> contributions) {
        return contributions.stream().mapToDouble(Contribution::logOdds).sum();
    }

    /**
     * Returns the value of {@link Signal#ORDER}. The part of the sketches known to be in one order bounds the LCS, so most pairs do not
     * need the LCS.
     */
    private static double order(double shared, PairMeasures measures) {
        if (shared >= Signal.MAX_REORDERED || measures.isKnownInOrder(shared - MAX_SKETCH_DIFFERENCE)) {
            return 0;
        }
        return Math.max(0, shared - measures.resemblance(measures.lcs()) - MAX_SKETCH_DIFFERENCE);
    }

    /**
     * Returns whether the documents are not near-duplicates only because of signals for different objects. Without these signals they would
     * be near, or with them they could not be near even if they shared all text.
     */
    private boolean isOtherItem(List<Contribution> contributions) {
        double objectLogOdds = contributions.stream()
                .filter(contribution -> contribution.signal().isTextDifference() == false)
                .mapToDouble(Contribution::logOdds)
                .sum();
        double text = logOdds(contributions) - objectLogOdds;
        return objectLogOdds < 0 && (text >= leastLogOdds || weights.atMost(1, 1) + objectLogOdds < leastLogOdds);
    }

    /** Returns the reason of the strongest signals for different objects. */
    private static Reason strongest(List<Contribution> contributions) {
        Map<Reason, Double> sums = new EnumMap<>(Reason.class);
        for (Contribution contribution : contributions) {
            Reason reason = contribution.signal().reason();
            if (reason != null) {
                sums.merge(reason, contribution.logOdds(), Double::sum);
            }
        }
        return Collections.min(sums.entrySet(), Map.Entry.comparingByValue()).getKey();
    }

    /** Returns the verdict of the technical report. */
    private Verdict pku2007Verdict(PairMeasures measures) {
        int bound = measures.sketches().smaller();
        int common = bounds.cannotBeNear(bound, measures)
                ? bound
                : measures.trusted().length();
        double resemblance = measures.resemblance(common);
        List<Contribution> contributions =
                List.of(contribution(Signal.SHARED_TEXT, Math.min(resemblance, Signal.SUFFICIENT_SHARE)));
        if (bounds.cannotBeNear(common, measures)) {
            Relation far = measures.resemblance(bound) >= OVERLAP ? Relation.OVERLAP : Relation.DIFFERENT;
            Reason reason = bounds.cannotBeNear(bound, measures) ? Reason.SKETCH_BOUND : Reason.BELOW_THRESHOLD;
            return new Verdict(far, reason, common, contributions);
        }
        Reason reason = resemblance >= parameters.resemblance() ? Reason.RESEMBLANCE : Reason.CONTAINMENT;
        return new Verdict(Relation.NEAR, reason, common, contributions);
    }

    private Relation farRelation(int common, PairMeasures measures) {
        return bounds.isPartOf(common, measures) ? Relation.OVERLAP : Relation.DIFFERENT;
    }

    private Reason farReason(int common, PairMeasures measures) {
        if (bounds.isPartOf(common, measures) && measures.resemblance(common) < MIN_OF_EQUAL_LENGTH) {
            return Reason.PART_OF;
        }
        return bounds.cannotBeNear(common, measures) ? Reason.SKETCH_BOUND : Reason.BELOW_THRESHOLD;
    }

    private static double share(int common, int length) {
        return length == 0 ? 0 : (double) common / length;
    }
}
