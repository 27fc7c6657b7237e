package org.ndd.pair;

import java.util.Objects;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.compare.Reason;
import org.ndd.core.compare.SimilarityParameters;

/**
 * Says of two pages whether they are near-duplicates, in one way for all who ask outside a run: the page above in rank
 * comes first, each text is taken without the template of its site, and a pair that shares no fingerprint
 * beside those of the templates is not similar unless the texts are equal, because it could never be found. Immutable and thread-safe.
 */
public final class PairJudge {

    private final PairComparator comparator;

    /**
     * @param parameters thresholds and rule
     * @param memory is asked for the scratch space of comparisons
     */
    public PairJudge(SimilarityParameters parameters, ComparisonMemory memory) {
        this.comparator = new PairComparator(parameters).with(memory);
    }

    /**
     * The verdict, with no more computed than it needs, see {@link PairComparator#compare}.
     *
     * @param check called now and then; may throw, which ends the comparison
     * @return the comparison with A and B as they are given here, in whatever order they were compared
     */
    public Comparison judge(ComparablePage a, ComparablePage b, Runnable check) {
        return run(comparator::compare, a, b, check);
    }

    /** The same for a pair that other judges look at too. */
    public Comparison judge(JudgedPair pair, Runnable check) {
        Comparison comparison = comparator.compare(pair.prepared(), check);
        Comparison asGiven = pair.inOrder() ? comparison : comparison.swapped();
        return asGiven.similar() == false || pair.mayBeFound()
                ? asGiven
                : asGiven.rejected(Reason.NO_SHARED_FINGERPRINT);
    }

    /**
     * The same verdict, or null where judging would say {@link Reason#SKETCH_BOUND}, which this finds out in less time. Asks for the ids of
     * documents only where the order of the two matters.
     *
     * @param sharing whether a is known to have one of b's own fingerprints, as where posting lists led from b to a: spares making those of the
     *     texts, which takes as long as half of a comparison
     */
    public Comparison judgeUnlessFar(ComparablePage a, ComparablePage b, boolean sharing, Runnable check) {
        Comparison comparison = comparator.compareUnlessFar(a.prepared(), b.prepared(), check);
        if (comparison == null) {
            return null;
        }
        if (comparison.dependsOnOrder() && a.isAbove(b) == false) {
            comparison = comparator.compare(b.prepared(), a.prepared(), check).swapped();
        }
        return sharing && a.ownsWhatOwns(b) ? comparison : ifShared(comparison, a, b);
    }

    /** The same verdict and measures with everything computed, see {@link PairComparator#explain}. */
    public Comparison explain(ComparablePage a, ComparablePage b, Runnable check) {
        return run((first, second, c) -> comparator.explain(first.page(), second.page(), c), a, b, check);
    }

    /**
     * Whether one page could be found from the other: they share a fingerprint beside those of the templates, as far as anybody can tell, or
     * their texts are equal. Others are not similar, whatever a comparison says. Quick where the fingerprints are known.
     */
    public static boolean mayBeFound(ComparablePage a, ComparablePage b) {
        return Objects.equals(a.sharedFingerprints(b), 0) == false || a.text().equals(b.text());
    }

    private interface Method {
        Comparison compare(PreparedPage a, PreparedPage b, Runnable cancellationCheck);
    }

    private static Comparison run(Method method, ComparablePage a, ComparablePage b, Runnable check) {
        Comparison comparison = a.isAbove(b)
                ? method.compare(a.prepared(), b.prepared(), check)
                : method.compare(b.prepared(), a.prepared(), check).swapped();
        return ifShared(comparison, a, b);
    }

    private static Comparison ifShared(Comparison comparison, ComparablePage a, ComparablePage b) {
        return comparison.similar() == false || mayBeFound(a, b)
                ? comparison
                : comparison.rejected(Reason.NO_SHARED_FINGERPRINT);
    }
}
