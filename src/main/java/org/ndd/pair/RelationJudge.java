package org.ndd.pair;

import java.util.Objects;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;

/**
 * Decides whether two pages have the requested relation or a closer one. Does only the necessary work: pages that are not near are mostly
 * rejected before the comparison is complete, unless {@link Relation#OVERLAP} suffices. Immutable, thread-safe.
 */
public final class RelationJudge {

    private final PairJudge judge;
    private final Relation least;

    /**
     * @param parameters thresholds and rule
     * @param least the farthest relation that suffices
     * @param memory supplies the scratch space of comparisons
     */
    public RelationJudge(SimilarityParameters parameters, Relation least, ComparisonMemory memory) {
        this.judge = new PairJudge(parameters, memory);
        this.least = Objects.requireNonNull(least, "least");
    }

    /**
     * The comparison of two pages that are related closely enough, or null.
     *
     * @param check called periodically; may throw, which ends the comparison
     */
    public Comparison related(ComparablePage a, ComparablePage b, Runnable check) {
        Comparison comparison = least.isNear() ? judge.judgeIfNear(a, b, check) : judge.judge(a, b, check);
        return comparison != null && admits(comparison) ? comparison : null;
    }

    /**
     * Whether a page is certainly not related closely enough to any document whose text is no longer than given: such pairs need neither be
     * read nor compared. O(n) once for a page, constant after that.
     *
     * @param atMost code units of the text of the document, at most
     */
    public boolean isFarFromAll(ComparablePage page, long atMost) {
        return least.isNear() && judge.isFarFromAll(page, atMost);
    }

    /** The same comparison, with any result. */
    public Comparison judge(ComparablePage a, ComparablePage b, Runnable check) {
        return judge.judge(a, b, check);
    }

    /** Whether the relation of two pages is close enough. */
    public boolean admits(Comparison comparison) {
        return comparison.relation().isAtLeast(least);
    }

    /** The farthest relation that is enough. */
    public Relation least() {
        return least;
    }
}
