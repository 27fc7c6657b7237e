package org.ndd.inspect;

import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.test.ESTestCase;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.text.RandomText;
import org.ndd.inspect.Sweep.Curve;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.IndexedSite;
import org.ndd.pair.PairJudge;

public class SweepTests extends ESTestCase {

    private record Labeled(ComparablePage a, ComparablePage b, boolean duplicate) {}

    private static ComparablePage page(String id, String text) {
        return new ComparablePage(
                new IndexedSite("pages", null), id, text, "", FingerprintParameters.BALANCED.version());
    }

    private static List<Labeled> pairs(int count) {
        List<Labeled> pairs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String a = RandomText.prose(random(), between(20, 100));
            String rest = RandomText.prose(random(), between(1, 120));
            int kept = between(1, a.length());
            String b = randomBoolean() ? a.substring(0, kept) + rest : rest + a.substring(a.length() - kept);
            pairs.add(new Labeled(page("a" + i, a), page("b" + i, randomInt(9) == 0 ? a : b), randomBoolean()));
        }
        return pairs;
    }

    private static SimilarityParameters randomParameters() {
        return randomFrom(
                SimilarityParameters.BALANCED,
                SimilarityParameters.STRICT,
                SimilarityParameters.PKU2007,
                SimilarityParameters.PKU2007.withResemblance(0.13),
                SimilarityParameters.BALANCED.withMinConfidence(0.73),
                SimilarityParameters.BALANCED.withResemblance(0.6),
                SimilarityParameters.STRICT.withMinConfidence(0.01));
    }

    private static SimilarityParameters at(SimilarityParameters requested, double threshold) {
        return requested.preset() == SimilarityParameters.Preset.PKU2007
                ? requested.withResemblance(threshold)
                : requested.withMinConfidence(threshold);
    }

    /** Each point of the curve equals the confusion of all verdicts at its threshold. */
    public void testCurveMatchesVerdicts() {
        SimilarityParameters requested = randomParameters();
        List<Labeled> pairs = pairs(20);
        Sweep sweep = new Sweep(requested, ComparisonMemory.UNLIMITED);
        for (Labeled pair : pairs) {
            sweep.add(PairJudge.Pair.of(pair.a, pair.b), pair.duplicate, () -> {});
        }
        Curve curve = sweep.curve();
        for (Curve.Point point : curve.points()) {
            assertEquals(point.toString(), confusion(at(requested, point.threshold()), pairs), point.confusion());
        }
        if (curve.suggested() != null) {
            Double atRequestedThreshold = confusion(requested, pairs).f1();
            double suggested = curve.suggested().confusion().f1();
            assertTrue(atRequestedThreshold == null || suggested >= atRequestedThreshold);
            assertTrue(atRequestedThreshold == null
                    || suggested > atRequestedThreshold
                    || at(requested, curve.suggested().threshold()).equals(requested));
            assertTrue(curve.points().contains(curve.suggested()));
            curve.points()
                    .forEach(point -> assertTrue(
                            point.confusion().f1() == null || point.confusion().f1() <= suggested));
        }
    }

    private static Confusion confusion(SimilarityParameters parameters, List<Labeled> pairs) {
        PairJudge judge = new PairJudge(parameters, ComparisonMemory.UNLIMITED);
        Confusion confusion = Confusion.NONE;
        for (Labeled pair : pairs) {
            confusion = confusion.with(
                    pair.duplicate, judge.judge(pair.a, pair.b, () -> {}).similar());
        }
        return confusion;
    }

    private static List<Double> thresholds(SimilarityParameters requested) {
        return new Sweep(requested, ComparisonMemory.UNLIMITED)
                .curve().points().stream().map(Curve.Point::threshold).toList();
    }

    public void testCurveContainsRequestedThreshold() {
        assertEquals(19, thresholds(SimilarityParameters.BALANCED).size());
        List<Double> some = thresholds(SimilarityParameters.BALANCED.withMinConfidence(0.73));
        assertEquals(20, some.size());
        assertTrue(some.contains(0.73));
        assertEquals(some.stream().sorted().toList(), some);
        assertEquals(17, thresholds(SimilarityParameters.PKU2007).size());
    }

    public void testCurveParameter() {
        assertEquals(
                "min_confidence",
                new Sweep(SimilarityParameters.STRICT, ComparisonMemory.UNLIMITED)
                        .curve()
                        .parameter());
        assertEquals(
                "resemblance",
                new Sweep(SimilarityParameters.PKU2007, ComparisonMemory.UNLIMITED)
                        .curve()
                        .parameter());
    }

    public void testNoPairs() {
        Curve curve = new Sweep(SimilarityParameters.BALANCED, ComparisonMemory.UNLIMITED).curve();
        assertNull(curve.suggested());
        assertEquals(0, curve.points().get(0).confusion().pairs());
    }
}
