package org.ndd.core.compare;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.ndd.core.align.PairMeasures;
import org.ndd.core.align.TestTexts;
import org.ndd.core.align.TrustedRegions;

/** Thresholds, early exits and cancellation: comparisons of random texts have the verdict of the definition. */
public class PairComparatorTests extends PairComparatorTestCase {

    /** Minimum resemblance of near-duplicates, independent of the options. */
    private static final double MIN_NEAR = 0.35;

    public void testResemblanceBounds() {
        for (int round = 0; round < 1000; round++) {
            SimilarityParameters preset = PRESETS.get(random().nextInt(PRESETS.size()));
            SimilarityParameters parameters = new SimilarityParameters(
                    preset.preset(),
                    random().nextDouble(),
                    random().nextDouble(),
                    random().nextDouble(),
                    1 + random().nextInt(20),
                    new TrustedRegions.Limits(
                            preset.regions().slope(), preset.regions().count()),
                    random().nextBoolean());
            String a = random().nextBoolean()
                    ? TestTexts.units(random(), random().nextInt(200))
                    : TestTexts.prose(random(), 1 + random().nextInt(8));
            String b = random().nextInt(5) == 0
                    ? TestTexts.prose(random(), 1 + random().nextInt(4))
                    : TestTexts.mutate(random(), a, random().nextInt(1 + a.length() / 8));
            compare(
                    parameters,
                    a,
                    random().nextInt(4) == 0 ? b + TestTexts.prose(random(), 1 + random().nextInt(20)) : b);
        }
    }

    /** No sketch is computed if the lengths alone exclude a near-duplicate. */
    public void testSkipsTextsOfVeryDifferentLengths() {
        String part = TestTexts.prose(random(), 20);
        PageText whole = PageText.of(part + "\n" + TestTexts.prose(random(), 200));
        PairComparator comparator = new PairComparator(SimilarityParameters.BALANCED);
        PreparedPage a = new PreparedPage(PageText.of(part));
        PreparedPage b = new PreparedPage(whole);
        assertTrue(comparator.compare(a, b, NOT_CANCELLED).partOf());
        assertNull(comparator.compareIfNear(a, b, () -> fail("must not be called")));
    }

    /** A single code unit of the sketch decides at the threshold. */
    public void testResemblanceAtThreshold() {
        String a = TestTexts.prose(random(), 20);
        String b = a.substring(0, a.length() * 7 / 10) + TestTexts.prose(random(), 5);
        double bound = compare(SimilarityParameters.BALANCED, a, b).shared().resemblance();
        for (double threshold : new double[] {Math.nextDown(bound), bound, Math.nextUp(bound)}) {
            SimilarityParameters parameters = new SimilarityParameters(
                    SimilarityParameters.Preset.BALANCED,
                    0,
                    threshold,
                    1,
                    16,
                    new TrustedRegions.Limits(0.1, 4),
                    false);
            assertEquals(threshold <= bound, compare(parameters, a, b).similar());
            PairComparator comparator = new PairComparator(parameters);
            Comparison ifNear = comparator.compareIfNear(
                    PairComparatorTestCase.page(random(), PageText.of(a)),
                    PairComparatorTestCase.page(random(), PageText.of(b)),
                    NOT_CANCELLED);
            assertEquals(threshold <= bound, ifNear != null);
        }
    }

    /** The definition, applied to the measures of an explanation, without early exits. */
    private static boolean isSimilarByDefinition(SimilarityParameters p, String a, String b, Comparison full) {
        if (SameWords.equal(a, b)) {
            return true;
        }
        double sum = (double) a.length() + b.length();
        double shorter = Math.min(a.length(), b.length());
        if (p.preset() == SimilarityParameters.Preset.PKU2007) {
            double r = full.shared().tlcs() / (sum - full.shared().tlcs());
            return r >= p.resemblance() || full.shared().tlcs() / shorter >= p.containment();
        }
        double kept = Math.min(full.a().sketch(), full.b().sketch());
        double shared = kept / (sum - kept);
        return shared >= MIN_NEAR && shared >= p.resemblance() && full.confidence() >= p.minConfidence();
    }

    public void testEarlyExitsDoNotChangeVerdict() {
        for (int round = 0; round < 300; round++) {
            String a = "w" + TestTexts.prose(random(), 4 + random().nextInt(12));
            String b = random().nextInt(3) == 0
                    ? a.substring(0, a.length() / 2) + TestTexts.prose(random(), random().nextInt(20) + 1)
                    : TestTexts.mutate(random(), a, random().nextInt(60));
            if (random().nextInt(3) == 0) {
                int cut = random().nextInt(b.length());
                b = b.substring(cut) + b.substring(0, cut) + TestTexts.prose(random(), 1 + random().nextInt(4));
            }
            a += numbers();
            b += numbers();
            for (SimilarityParameters preset : PRESETS) {
                SimilarityParameters parameters =
                        random().nextBoolean() ? preset : preset.withMinConfidence(random().nextDouble());
                Comparison comparison = compare(parameters, a, b);
                assertEquals(isSimilarByDefinition(parameters, a, b, comparison), comparison.similar());
                assertConfidenceIsTheSum(comparison);
            }
        }
    }

    private static void assertConfidenceIsTheSum(Comparison comparison) {
        if (comparison.relation() == Relation.SAME) {
            assertEquals(List.of(), comparison.contributions());
            assertEquals(1, comparison.confidence(), 0);
            return;
        }
        double sum = comparison.contributions().stream()
                .mapToDouble(Contribution::logOdds)
                .sum();
        assertEquals(VerdictWeights.probability(sum), comparison.confidence(), 1e-12);
    }

    /** Only the minimum confidence separates near-duplicates from other pairs. */
    public void testMinConfidenceThreshold() {
        String shared = fixed(700);
        String a = shared + TestTexts.prose(random(), 40).substring(0, 200);
        String b = shared + TestTexts.prose(random(), 40).substring(0, 200);
        double confidence = compare(SimilarityParameters.BALANCED.withMinConfidence(0), a, b)
                .confidence();
        assertTrue(confidence > 0 && confidence < 1);
        for (double step : new double[] {-1e-6, 1e-6}) {
            SimilarityParameters parameters = SimilarityParameters.BALANCED.withMinConfidence(confidence + step);
            Comparison comparison = compare(parameters, a, b);
            assertEquals(confidence, comparison.confidence(), 1e-12);
            assertEquals(step < 0 ? Relation.NEAR : Relation.OVERLAP, comparison.relation());
            assertEquals(step < 0 ? Reason.SIGNALS : Reason.BELOW_THRESHOLD, comparison.reason());
        }
    }

    private static String numbers() {
        StringBuilder numbers = new StringBuilder();
        for (int i = random().nextInt(8); i > 0; i--) {
            numbers.append(' ').append(random().nextInt(12));
        }
        return numbers.toString();
    }

    public void testUnrelatedTextsStopAfterSketch() {
        Comparison comparison = new PairComparator(SimilarityParameters.BALANCED)
                .compare(
                        PageText.of(TestTexts.prose(random(), 10)),
                        PageText.of(TestTexts.prose(random(), 10)),
                        NOT_CANCELLED);
        assertFalse(comparison.similar());
        assertEquals(Reason.SKETCH_BOUND, comparison.reason());
    }

    public void testStrictIsSubsetOfBalanced() {
        assertTrue(SimilarityParameters.STRICT.minConfidence() > SimilarityParameters.BALANCED.minConfidence());
        for (int round = 0; round < 100; round++) {
            String a = TestTexts.prose(random(), 8);
            String b = TestTexts.mutate(random(), a, random().nextInt(80));
            if (compare(SimilarityParameters.STRICT, a, b).similar()) {
                assertTrue(compare(SimilarityParameters.BALANCED, a, b).similar());
            }
        }
    }

    public void testPku2007PresetStopsAfterSketch() {
        Comparison comparison = new PairComparator(SimilarityParameters.PKU2007)
                .compare(
                        PageText.of(TestTexts.prose(random(), 10)),
                        PageText.of(TestTexts.prose(random(), 10)),
                        NOT_CANCELLED);
        assertEquals(Reason.SKETCH_BOUND, comparison.reason());
        assertEquals(PairMeasures.NOT_COMPUTED, comparison.shared().tlcs());
    }

    /** On average, there are at most 131,072 characters between two checks, even if long texts share everything in a different order. */
    public void testLongTextsCheckCancellationOften() {
        List<String> sentences = new ArrayList<>();
        for (int characters = 0;
                characters < 500_000;
                characters += sentences.get(sentences.size() - 1).length()) {
            sentences.add(TestTexts.prose(random(), 1));
        }
        String a = String.join(" ", sentences);
        Collections.shuffle(sentences, random());
        String b = String.join(" ", sentences);
        for (SimilarityParameters parameters : PRESETS) {
            int[] checks = {0};
            new PairComparator(parameters)
                    .compareIfNear(
                            new PreparedPage(PageText.of(a)), new PreparedPage(PageText.of(b)), () -> checks[0]++);
            int most = 1 << 17;
            assertTrue(parameters.preset() + ": " + checks[0], checks[0] >= (a.length() + b.length()) / most);
        }
    }

    /** Each of these steps takes about a second for texts of millions of characters with hundreds of thousands of different words. */
    public void testStepsCheckCancellation() {
        String a = TestTexts.prose(random(), 30);
        String b = a.substring(a.length() / 5) + " " + TestTexts.prose(random(), 5);
        Set<String> checking = new HashSet<>();
        new PairComparator(SimilarityParameters.BALANCED)
                .explain(
                        PageText.of(a),
                        PageText.of(b),
                        () -> StackWalker.getInstance()
                                .forEach(frame -> checking.add(
                                        frame.getClassName().replaceFirst(".*\\.", "") + "." + frame.getMethodName())));
        List<String> steps = List.of(
                "PairMeasures.sketches",
                "PairMeasures.lcs",
                "PairMeasures.alignment",
                "TrustedRegions.find",
                "Evidence$Side.own",
                "OwnWords.of");
        assertTrue(checking.toString(), checking.containsAll(steps));
    }

    public void testCancellation() {
        String text = fixed(500);
        expectThrows(
                IllegalStateException.class,
                () -> new PairComparator(SimilarityParameters.BALANCED)
                        .compare(PageText.of(text), PageText.of(text + " more"), () -> {
                            throw new IllegalStateException("cancelled");
                        }));
    }
}
