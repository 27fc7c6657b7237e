package org.ndd.evaluate;

import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.test.ESTestCase;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.text.RandomText;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.IndexedSite;
import org.ndd.pair.JudgedPair;
import org.ndd.pair.PairJudge;

public class SweepTests extends ESTestCase {

    private record Labelled(ComparablePage a, ComparablePage b, boolean duplicate) {}

    private static ComparablePage page(String id, String text) {
        return new ComparablePage(
                new IndexedSite("pages", null), id, text, "", FingerprintParameters.BALANCED.version());
    }

    private static List<Labelled> pairs(int count) {
        List<Labelled> pairs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String a = RandomText.prose(random(), between(20, 100));
            String rest = RandomText.prose(random(), between(1, 120));
            int kept = between(1, a.length());
            String b = randomBoolean() ? a.substring(0, kept) + rest : rest + a.substring(a.length() - kept);
            pairs.add(new Labelled(page("a" + i, a), page("b" + i, randomInt(9) == 0 ? a : b), randomBoolean()));
        }
        return pairs;
    }

    /** Each point of each curve is what judging all pairs with its parameters gives. */
    public void testCurvesAreVerdicts() {
        SimilarityParameters asked = randomFrom(
                SimilarityParameters.BALANCED,
                SimilarityParameters.STRICT,
                SimilarityParameters.REPORT,
                SimilarityParameters.BALANCED.withContainment(0.73));
        List<Labelled> pairs = pairs(12);
        Sweep sweep = new Sweep(asked, ComparisonMemory.UNLIMITED);
        for (Labelled pair : pairs) {
            sweep.add(new JudgedPair(pair.a, pair.b), pair.duplicate, () -> {});
        }
        Curves curves = sweep.curves();
        assertPoints(curves.resemblance(), pairs);
        assertPoints(curves.sketchResemblance(), pairs);
        assertPoints(curves.containment(), pairs);
        if (curves.suggested() != null) {
            Double asAsked = confusion(asked, pairs).f1();
            double suggested = curves.suggested().confusion().f1();
            assertTrue(asAsked == null || suggested >= asAsked);
            assertTrue(asAsked == null
                    || suggested > asAsked
                    || curves.suggested().similarity().equals(asked));
            for (List<CurvePoint> curve :
                    List.of(curves.resemblance(), curves.sketchResemblance(), curves.containment())) {
                assertTrue(curve.contains(curves.suggested()));
                curve.forEach(point -> assertTrue(
                        point.confusion().f1() == null || point.confusion().f1() <= suggested));
            }
        }
    }

    private static void assertPoints(List<CurvePoint> curve, List<Labelled> pairs) {
        CurvePoint point = randomFrom(curve);
        assertEquals(point.similarity().toString(), confusion(point.similarity(), pairs), point.confusion());
    }

    private static Confusion confusion(SimilarityParameters parameters, List<Labelled> pairs) {
        PairJudge judge = new PairJudge(parameters, ComparisonMemory.UNLIMITED);
        Confusion confusion = Confusion.NONE;
        for (Labelled pair : pairs) {
            confusion = confusion.with(
                    pair.duplicate, judge.judge(pair.a, pair.b, () -> {}).similar());
        }
        return confusion;
    }

    public void testWhatWasAskedForIsTried() {
        Thresholds thresholds = Thresholds.around(SimilarityParameters.BALANCED.withContainment(0.73));
        assertTrue(thresholds.containment().contains(0.73));
        assertEquals(16, thresholds.resemblance().size());
        assertEquals(17, thresholds.sketchResemblance().size());
        assertEquals(12, thresholds.containment().size());
        assertEquals(
                1,
                Thresholds.around(SimilarityParameters.REPORT)
                        .sketchResemblance()
                        .size());
    }

    public void testReached() {
        for (int points = 0; points < 20; points++) {
            for (int reached = 0; reached <= points; reached++) {
                int expected = reached;
                assertEquals(expected, Sweep.reached(points, point -> point < expected));
            }
        }
    }

    public void testNoPairs() {
        Curves curves = new Sweep(SimilarityParameters.BALANCED, ComparisonMemory.UNLIMITED).curves();
        assertNull(curves.suggested());
        assertEquals(0, curves.resemblance().get(0).confusion().pairs());
    }
}
