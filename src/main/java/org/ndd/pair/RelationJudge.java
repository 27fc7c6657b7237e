package org.ndd.pair;

import org.ndd.config.MatchRule;
import org.ndd.config.MinContainment;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;

/**
 * Decides whether two pages have the requested relation or a closer one, or whether the first contains the requested share of the second.
 * Does only the necessary work: pages that are not near are mostly rejected before the comparison is complete, unless {@link
 * Relation#OVERLAP} or a share suffices. Immutable, thread-safe.
 */
public final class RelationJudge {

    private final PairJudge judge;
    private final Relation least;
    private final double minContainment;

    /**
     * @param parameters thresholds and rule
     * @param least the farthest relation that suffices
     * @param memory supplies the scratch space of comparisons
     */
    public RelationJudge(SimilarityParameters parameters, Relation least, ComparisonMemory memory) {
        this(parameters, new MatchRule(least, MinContainment.NONE), memory);
    }

    /**
     * @param parameters thresholds and rule
     * @param match which relation suffices, or which share of the second page that the first contains
     * @param memory supplies the scratch space of comparisons
     */
    public RelationJudge(SimilarityParameters parameters, MatchRule match, ComparisonMemory memory) {
        this.judge = new PairJudge(parameters, memory);
        this.least = match.minRelation();
        this.minContainment = match.minContainment();
    }

    /**
     * The comparison of two pages that are related closely enough, or null.
     *
     * @param check called periodically; may throw, which ends the comparison
     */
    public Comparison related(ComparablePage a, ComparablePage b, Runnable check) {
        Comparison comparison = needsNear() ? judge.judgeIfNear(a, b, check) : judge.judge(a, b, check);
        return comparison != null && admits(comparison) ? comparison : null;
    }

    /**
     * Whether a page is certainly not related closely enough to any document whose text is no longer than given: such pairs need neither be
     * read nor compared. O(n) once for a page, constant after that.
     *
     * @param atMost code units of the text of the document, at most
     */
    public boolean isFarFromAll(ComparablePage page, long atMost) {
        return needsNear() && judge.isFarFromAll(page, atMost);
    }

    private boolean needsNear() {
        return least.isNear() && isOfContainment() == false;
    }

    /** The same comparison, with any result. */
    public Comparison judge(ComparablePage a, ComparablePage b, Runnable check) {
        return judge.judge(a, b, check);
    }

    /** Whether the relation of two pages is close enough, or the contained share large enough. */
    public boolean admits(Comparison comparison) {
        return isOfContainment()
                ? comparison.b().containment() >= minContainment
                : comparison.relation().isAtLeast(least);
    }

    /** The measure that {@link #admits} is about, 0 to 1: the resemblance, or the share of the second page that the first contains. */
    public double score(Comparison comparison) {
        return isOfContainment()
                ? comparison.b().containment()
                : comparison.shared().resemblance();
    }

    /** Whether a share of the second page decides instead of the relation. */
    public boolean isOfContainment() {
        return minContainment != MinContainment.NONE;
    }

    /** The requirement for messages, such as {@code relation [near] or closer}. */
    public String requirement() {
        return isOfContainment()
                ? "containment [" + minContainment + "] or more"
                : "relation [" + least.value() + "] or closer";
    }
}
