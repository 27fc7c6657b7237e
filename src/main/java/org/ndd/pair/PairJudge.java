package org.ndd.pair;

import java.util.function.BiFunction;
import org.ndd.config.MatchRule;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.compare.PreparedPair;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.compare.SimilarityParameters.Preset;

/**
 * Decides whether two pages are near-duplicates, have another requested relation, or whether the first contains the requested share of the
 * second, in the same way for all callers outside a run. The page above in rank is first, and each text is compared without the boilerplate
 * of its site. Fingerprints select candidates and do not influence the verdict. Immutable and thread-safe.
 */
public final class PairJudge {

    private final PairComparator comparator;
    private final MatchRule match;

    /** Creates a judge of near-duplicates. */
    public PairJudge(SimilarityParameters parameters, ComparisonMemory memory) {
        this(parameters, MatchRule.DEFAULT, memory);
    }

    /** @param match the accepted relation, or the share of the second page that the first must contain */
    public PairJudge(SimilarityParameters parameters, MatchRule match, ComparisonMemory memory) {
        this(new PairComparator(parameters).with(memory), match);
    }

    private PairJudge(PairComparator comparator, MatchRule match) {
        this.comparator = comparator;
        this.match = match;
    }

    /**
     * Returns a judge whose {@link #compareIfRelated} has the same result for pairs of a minimum score, and may return null for all others,
     * which takes less time: the sketches, with which a comparison begins, determine the score. Returns this judge if they do not: if a
     * looser relation or a share is sufficient, or with {@code pku2007}. Not for documents with errors of scanners and typists.
     *
     * @param score see {@link #score}
     */
    public PairJudge withMinScore(double score) {
        SimilarityParameters parameters = comparator.parameters();
        return needsNear() && parameters.preset() != Preset.PKU2007
                ? new PairJudge(
                        comparator.with(parameters.withResemblance(Math.max(parameters.resemblance(), score))), match)
                : this;
    }

    /**
     * Returns the verdict. Omits computations that cannot change it, see {@link PairComparator#compare}.
     *
     * @param check called periodically; may throw, which ends the comparison
     * @return the comparison with A and B as given here, independent of the order in which they were compared
     */
    public Comparison judge(ComparablePage a, ComparablePage b, Runnable check) {
        return run((first, second) -> comparator.compare(first, second, check), a, b);
    }

    /** Returns the verdict for a pair that several judges compare. */
    public Comparison judge(Pair pair, Runnable check) {
        Comparison comparison = comparator.compare(pair.prepared(), check);
        return pair.inOrder() ? comparison : comparison.swapped();
    }

    /**
     * Returns the same verdict, or null if the documents are certainly not near, which takes less time. Reads the ids of documents only if
     * their order influences the verdict.
     */
    public Comparison judgeIfNear(ComparablePage a, ComparablePage b, Runnable check) {
        if (b.id() == null) {
            // lengths usually determine which is above, so that no pair is compared twice
            boolean inOrder = a.isAbove(b);
            Comparison known = inOrder
                    ? comparator.compareIfNear(a.prepared(), b.prepared(), check)
                    : comparator.compareIfNear(b.prepared(), a.prepared(), check);
            return known == null || inOrder ? known : known.swapped();
        }
        Comparison comparison = comparator.compareIfNear(a.prepared(), b.prepared(), check);
        if (comparison == null) {
            return null;
        }
        if (comparison.dependsOnOrder() && a.isAbove(b) == false) {
            comparison = comparator.compare(b.prepared(), a.prepared(), check).swapped();
        }
        return comparison;
    }

    /**
     * Returns the comparison of two pages whose relation is close enough, or whose contained share is large enough; otherwise null. Most
     * pages that are not near are rejected before the comparison is complete, unless {@link Relation#OVERLAP} or a share is sufficient.
     *
     * @param check called periodically; may throw, which ends the comparison
     */
    public Comparison compareIfRelated(ComparablePage a, ComparablePage b, Runnable check) {
        Comparison comparison = needsNear() ? judgeIfNear(a, b, check) : judge(a, b, check);
        return comparison != null && accepts(comparison) ? comparison : null;
    }

    /**
     * Returns whether a page is certainly not related closely enough to any document with a text of at most the given length. Such
     * documents need not be read or compared. O(n) once per page, then constant.
     *
     * @param atMost maximum UTF-16 code units of the text of the document
     */
    public boolean isFarFromAll(ComparablePage page, long atMost) {
        return needsNear() && comparator.isFarFromAll(page.prepared(), atMost);
    }

    /**
     * Returns whether {@link #compareIfRelated} uses the ids of two documents of which at least one has a text of at most {@link
     * PageRequest#MAX_SHORT_TEXT}. Their order influences the verdict only if their LCS exceeds its budget, for which both are too short
     * or too little of the longer one can be shared.
     */
    public boolean dependsOnIds() {
        return needsNear() == false || comparator.parameters().preset() == Preset.PKU2007;
    }

    private boolean needsNear() {
        return match.minRelation().isNear() && isOfContainment() == false;
    }

    /** Returns whether the relation of two pages is close enough, or the contained share large enough. */
    public boolean accepts(Comparison comparison) {
        return isOfContainment()
                ? comparison.b().containment() >= match.minContainment()
                : comparison.relation().isAtLeast(match.minRelation());
    }

    /**
     * Returns the measure that {@link #accepts} checks, 0 to 1: the resemblance, or the share of the second page that the first contains.
     */
    public double score(Comparison comparison) {
        return isOfContainment()
                ? comparison.b().containment()
                : comparison.shared().resemblance();
    }

    public boolean isOfContainment() {
        return match.minContainment() != MatchRule.NO_CONTAINMENT;
    }

    /** Returns the requirement for messages, such as {@code relation [near] or closer}. */
    public String requirement() {
        return isOfContainment()
                ? "containment [" + match.minContainment() + "] or more"
                : "relation [" + match.minRelation().value() + "] or closer";
    }

    /** Returns the same verdict and measures, with all values computed, see {@link PairComparator#explain}. */
    public Comparison explain(ComparablePage a, ComparablePage b, Runnable check) {
        return run((first, second) -> comparator.explain(first.page(), second.page(), check), a, b);
    }

    private static Comparison run(
            BiFunction<PreparedPage, PreparedPage, Comparison> method, ComparablePage a, ComparablePage b) {
        return a.isAbove(b)
                ? method.apply(a.prepared(), b.prepared())
                : method.apply(b.prepared(), a.prepared()).swapped();
    }

    /**
     * Two pages for several judges that differ only in thresholds. A later judge reuses the measurements and lengths of an earlier one.
     * Used by one thread at a time.
     *
     * @param prepared the pages, the one above in rank first
     * @param inOrder whether a is the page above in rank
     */
    public record Pair(PreparedPair prepared, boolean inOrder) {

        public static Pair of(ComparablePage a, ComparablePage b) {
            return a.isAbove(b)
                    ? new Pair(new PreparedPair(a.prepared(), b.prepared()), true)
                    : new Pair(new PreparedPair(b.prepared(), a.prepared()), false);
        }
    }
}
