package org.ndd.pair;

import java.util.Objects;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;

/**
 * Says of two pages whether they are of the relation that was asked for, or of a closer one. Takes no more work than that needs: pages that
 * are not near are mostly refused before they are compared to the end, unless {@link Relation#OVERLAP} is enough. Immutable, thread-safe.
 */
public final class RelationJudge {

    private final PairJudge judge;
    private final Relation least;

    /**
     * @param parameters thresholds and rule
     * @param least the farthest relation that is enough
     * @param memory is asked for the scratch space of comparisons
     */
    public RelationJudge(SimilarityParameters parameters, Relation least, ComparisonMemory memory) {
        this.judge = new PairJudge(parameters, memory);
        this.least = Objects.requireNonNull(least, "least");
    }

    /**
     * The comparison of two pages that are related closely enough, or null.
     *
     * @param check called now and then; may throw, which ends the comparison
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

    /** The same comparison, whatever comes out. */
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
