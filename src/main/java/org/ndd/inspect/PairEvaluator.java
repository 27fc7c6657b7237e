package org.ndd.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.ndd.config.DocumentName;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.PairJudge;

/**
 * Judges labeled pairs one by one, and counts the results. Each pair has two verdicts, which share their measurements. Used by one thread.
 */
final class PairEvaluator {

    private static final int MAX_MISSING = 100;

    private final PairJudge judge;
    private final Sweep sweep;
    private final int size;
    private final Runnable check;
    private final RelationCounts relations = new RelationCounts();
    private final Calibration calibration = new Calibration();
    private int skipped;
    private int notCandidates;
    private final TreeSet<DocumentName> missing = new TreeSet<>();
    private final List<EvaluateAction.Response.WrongPair> wrong = new ArrayList<>();

    /**
     * @param size maximum number of wrong pairs that are kept
     * @param memory accounts for the scratch space of comparisons
     * @param check called periodically; may throw, which ends the work
     */
    PairEvaluator(SimilarityParameters similarity, int size, ComparisonMemory memory, Runnable check) {
        this.judge = new PairJudge(similarity, memory);
        this.sweep = new Sweep(similarity, memory);
        this.size = size;
        this.check = check;
    }

    /** Counts a pair; {@code pages} are the existing pages by name. A pair with a missing page is skipped. */
    void add(LabeledPair pair, Map<DocumentName, ComparablePage> pages) {
        ComparablePage a = findPage(pair.a(), pages);
        ComparablePage b = findPage(pair.b(), pages);
        if (a == null || b == null) {
            skipped++;
            return;
        }
        if (a.id().equals(b.id()) && a.place().index().equals(b.place().index())) {
            throw new IllegalArgumentException("[pairs] must name two different documents each, but was [" + pair.a()
                    + "] and [" + pair.b() + "], which are one");
        }
        PairJudge.Pair judged = new PairJudge.Pair(a, b);
        Comparison comparison = judge.judge(judged, check);
        relations.add(pair.duplicate(), comparison.relation());
        calibration.add(pair.duplicate(), comparison.confidence());
        if (comparison.similar() != pair.duplicate() && wrong.size() < size) {
            wrong.add(new EvaluateAction.Response.WrongPair(pair, comparison));
        }
        notCandidates += pair.duplicate() && a.isCandidateOf(b) == false ? 1 : 0;
        sweep.add(judged, pair.duplicate(), check);
    }

    private ComparablePage findPage(DocumentName name, Map<DocumentName, ComparablePage> pages) {
        ComparablePage page = pages.get(name);
        if (page == null && missing.size() < MAX_MISSING) {
            missing.add(name);
        }
        return page;
    }

    /** @param unlabeled number of pairs without a label */
    EvaluateAction.Response response(int unlabeled) {
        return new EvaluateAction.Response(
                relations,
                calibration,
                new EvaluateAction.Response.IgnoredPairs(skipped, List.copyOf(missing), unlabeled),
                notCandidates,
                sweep.curve(),
                wrong);
    }
}
