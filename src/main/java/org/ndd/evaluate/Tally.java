package org.ndd.evaluate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.PairJudge;

/** Judges labelled pairs one by one and counts. About five verdicts a pair. Used by one thread at a time. */
final class Tally {

    private static final int MISSING_SHOWN = 100;

    private final List<SimilarityParameters> points;
    private final List<PairJudge> judges;
    private final PairJudge asked;
    private final int size;
    private final Runnable check;
    private final Confusion[] curve;
    private RelationCounts relations = RelationCounts.NONE;
    private Calibration calibration = Calibration.NONE;
    private int skipped;
    private final TreeSet<String> missing = new TreeSet<>();
    private final List<WrongPair> wrong = new ArrayList<>();

    /**
     * @param size wrong pairs kept at most
     * @param memory is asked for the scratch space of comparisons
     * @param check called now and then; may throw, which ends the work
     */
    Tally(SimilarityParameters similarity, int size, ComparisonMemory memory, Runnable check) {
        this.points = Thresholds.around(similarity);
        this.judges = points.stream().map(point -> new PairJudge(point, memory)).toList();
        this.asked = new PairJudge(similarity, memory);
        this.size = size;
        this.check = check;
        this.curve = Collections.nCopies(points.size(), Confusion.NONE).toArray(Confusion[]::new);
    }

    /** Counts a pair; {@code pages} are known by id, and a pair with one that is not there is skipped. */
    void add(LabelledPair pair, Map<String, ComparablePage> pages) {
        ComparablePage a = known(pair.a(), pages);
        ComparablePage b = known(pair.b(), pages);
        if (a == null || b == null) {
            skipped++;
            return;
        }
        Comparison comparison = asked.judge(a, b, check);
        relations = relations.with(pair.duplicate(), comparison.relation());
        calibration = calibration.with(pair.duplicate(), comparison.confidence());
        if (comparison.similar() != pair.duplicate() && wrong.size() < size) {
            wrong.add(WrongPair.of(pair, comparison));
        }
        int reached = Thresholds.reached(
                judges.size(), point -> judges.get(point).judge(a, b, check).similar());
        for (int point = 0; point < curve.length; point++) {
            curve[point] = curve[point].with(pair.duplicate(), point < reached);
        }
    }

    private ComparablePage known(String id, Map<String, ComparablePage> pages) {
        ComparablePage page = pages.get(id);
        if (page == null && missing.size() < MISSING_SHOWN) {
            missing.add(id);
        }
        return page;
    }

    EvaluateResponse response() {
        List<CurvePoint> drawn = IntStream.range(0, curve.length)
                .mapToObj(point -> new CurvePoint(points.get(point), curve[point]))
                .toList();
        return new EvaluateResponse(relations, calibration, skipped, List.copyOf(missing), drawn, wrong);
    }
}
