package org.ndd.pair;

import org.ndd.config.MatchRule;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;

/**
 * Decides whether two pages have the requested relation or a closer one, or whether the first contains the requested share of the second.
 * Does only the necessary work: most pages that are not near are rejected before the comparison is complete, unless {@link
 * Relation#OVERLAP} or a share is sufficient. Immutable and thread-safe.
 */
public final class RelationJudge {

    private final PairJudge judge;
    private final Relation least;
    private final double minContainment;

    /**
     * @param parameters thresholds and rule of the comparison
     * @param least the loosest accepted relation
     * @param memory supplies the scratch space of comparisons
     */
    public RelationJudge(SimilarityParameters parameters, Relation least, ComparisonMemory memory) {
        this(parameters, new MatchRule(least, MatchRule.NO_CONTAINMENT), memory);
    }

    /**
     * @param parameters thresholds and rule of the comparison
     * @param match the accepted relation, or the share of the second page that the first must contain
     * @param memory supplies the scratch space of comparisons
     */
    public RelationJudge(SimilarityParameters parameters, MatchRule match, ComparisonMemory memory) {
        this.judge = new PairJudge(parameters, memory);
        this.least = match.minRelation();
        this.minContainment = match.minContainment();
    }

    /**
     * Returns the comparison of two pages whose relation is close enough; otherwise null.
     *
     * @param check called periodically; may throw, which ends the comparison
     */
    public Comparison compareIfRelated(ComparablePage a, ComparablePage b, Runnable check) {
        Comparison comparison = needsNear() ? judge.judgeIfNear(a, b, check) : judge.judge(a, b, check);
        return comparison != null && accepts(comparison) ? comparison : null;
    }

    /**
     * Returns whether a page is certainly not related closely enough to any document with a text of at most the given length. Such
     * documents need not be read or compared. O(n) once per page, then constant.
     *
     * @param atMost maximum UTF-16 code units of the text of the document
     */
    public boolean isFarFromAll(ComparablePage page, long atMost) {
        return needsNear() && judge.isFarFromAll(page, atMost);
    }

    private boolean needsNear() {
        return least.isNear() && isOfContainment() == false;
    }

    /** Returns the same comparison with any result. */
    public Comparison judge(ComparablePage a, ComparablePage b, Runnable check) {
        return judge.judge(a, b, check);
    }

    /** Returns whether the relation of two pages is close enough, or the contained share large enough. */
    public boolean accepts(Comparison comparison) {
        return isOfContainment()
                ? comparison.b().containment() >= minContainment
                : comparison.relation().isAtLeast(least);
    }

    /**
     * Returns the measure that {@link #accepts} checks, 0 to 1: the resemblance, or the share of the second page that the first contains.
     */
    public double score(Comparison comparison) {
        return isOfContainment()
                ? comparison.b().containment()
                : comparison.shared().resemblance();
    }

    /** Returns whether a share of the second page is required instead of a relation. */
    public boolean isOfContainment() {
        return minContainment != MatchRule.NO_CONTAINMENT;
    }

    /** Returns the requirement for messages, such as {@code relation [near] or closer}. */
    public String requirement() {
        return isOfContainment()
                ? "containment [" + minContainment + "] or more"
                : "relation [" + least.value() + "] or closer";
    }
}
