package org.ndd.core.compare;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.compare.Comparison.Region;

public class PairComparatorTests extends LuceneTestCase {

    private static final Runnable NOT_CANCELLED = () -> {};

    /** Minimum resemblance of near-duplicates, independent of the options. */
    private static final double MIN_NEAR = 0.35;

    private static final List<SimilarityParameters> PRESETS =
            List.of(SimilarityParameters.BALANCED, SimilarityParameters.STRICT, SimilarityParameters.PKU2007);

    private static Comparison compare(SimilarityParameters parameters, String a, String b) {
        return compare(parameters, PageText.of(a), PageText.of(b));
    }

    private static Comparison compare(SimilarityParameters parameters, PageText a, PageText b) {
        PairComparator comparator = new PairComparator(parameters);
        Comparison fast = comparator.compare(a, b, NOT_CANCELLED);
        Comparison full = comparator.explain(a, b, NOT_CANCELLED);
        assertNullIfNotNear(comparator, full, a, b);
        assertEquals(full.reason(), fast.reason());
        assertEquals(full.similar(), fast.similar());
        assertEquals(full.partOf(), fast.partOf());
        assertEquals(full.shared().resemblance(), fast.shared().resemblance(), 0.0);
        assertEquals(full.a().containment(), fast.a().containment(), 0.0);
        assertEquals(full.b().containment(), fast.b().containment(), 0.0);
        assertEquals(full.a().masked(), fast.a().masked());
        assertEquals(full.b().masked(), fast.b().masked());
        assertFalse(full.similar() && full.partOf());
        assertTrue(full.shared().lcs() >= 0
                && full.shared().lcs() <= Math.min(full.a().sketch(), full.b().sketch()));
        assertTrue(full.shared().tlcs() >= 0
                && full.shared().tlcs() <= Math.min(full.a().sketch(), full.b().sketch()));
        assertEquals(List.of(), fast.shared().regions());
        for (Region region : full.shared().regions()) {
            assertTrue(0 <= region.startA() && region.startA() < region.endA());
            assertTrue(region.endA() <= a.text().length());
            assertTrue(0 <= region.startB() && region.startB() < region.endB());
            assertTrue(region.endB() <= b.text().length());
        }
        assertEquals(Comparison.NOT_COMPUTED, fast.shared().lcs());
        assertTrue(fast.shared().tlcs() == Comparison.NOT_COMPUTED
                || fast.shared().tlcs() == full.shared().tlcs());
        return full;
    }

    private static void assertNullIfNotNear(PairComparator comparator, Comparison full, PageText a, PageText b) {
        Comparison there =
                comparator.compareIfNear(TestTexts.page(random(), a), TestTexts.page(random(), b), NOT_CANCELLED);
        Comparison back =
                comparator.compareIfNear(TestTexts.page(random(), b), TestTexts.page(random(), a), NOT_CANCELLED);
        assertEquals(there == null, back == null);
        if (there == null) {
            assertFalse(full.similar());
            assertTrue(comparator.parameters().preset() != SimilarityParameters.Preset.PKU2007
                    || full.reason() == Reason.SKETCH_BOUND);
        } else {
            assertTrue(full.reason() != Reason.SKETCH_BOUND);
            assertEquals(comparator.compare(a, b, NOT_CANCELLED), there);
            assertEquals(there.dependsOnOrder(), back.dependsOnOrder());
            if (there.dependsOnOrder() == false) {
                assertEquals("symmetric", there, back.swapped());
            }
        }
    }

    public void testResemblanceBounds() {
        for (int round = 0; round < 1000; round++) {
            SimilarityParameters preset = PRESETS.get(random().nextInt(PRESETS.size()));
            SimilarityParameters parameters = new SimilarityParameters(
                    preset.preset(),
                    random().nextDouble(),
                    random().nextDouble(),
                    random().nextDouble(),
                    1 + random().nextInt(20),
                    new SimilarityParameters.Regions(
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
                    new SimilarityParameters.Regions(0.1, 4),
                    false);
            assertEquals(threshold <= bound, compare(parameters, a, b).similar());
            PairComparator comparator = new PairComparator(parameters);
            Comparison ifNear = comparator.compareIfNear(
                    TestTexts.page(random(), PageText.of(a)), TestTexts.page(random(), PageText.of(b)), NOT_CANCELLED);
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

    public void testIdentical() {
        String text = TestTexts.prose(random(), 10);
        for (SimilarityParameters parameters : PRESETS) {
            Comparison comparison = compare(parameters, text, text);
            assertTrue(comparison.similar());
            assertEquals(Reason.SAME_WORDS, comparison.reason());
            assertEquals(1.0, comparison.shared().resemblance(), 0.0);
            assertEquals(1.0, comparison.confidence(), 0.0);
            assertEquals(text.length(), comparison.shared().lcs());
            assertEquals(text.length(), comparison.shared().tlcs());
        }
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

    /** Shared text in a different order lowers the confidence; the LCS detects the order. */
    public void testMovedParagraphsLowerConfidence() {
        String one = TestTexts.prose(random(), 40);
        String two = TestTexts.prose(random(), 40);
        String endOfA = "\n" + TestTexts.prose(random(), 20);
        String endOfB = "\n" + TestTexts.prose(random(), 20);
        Comparison moved = compare(SimilarityParameters.BALANCED, one + "\n" + two + endOfA, two + "\n" + one + endOfB);
        Contribution order = contribution(moved, Signal.ORDER);
        assertTrue(order.value() > 0.2 && order.logOdds() < 0);
        assertEquals(moved.confidence() >= 0.5 ? Reason.SIGNALS : Reason.SCATTERED, moved.reason());
        assertEquals(moved.confidence() >= 0.5 ? Relation.NEAR : Relation.OVERLAP, moved.relation());
        Comparison inOrder =
                compare(SimilarityParameters.BALANCED, one + "\n" + two + endOfA, one + "\nmore\n" + two + endOfB);
        assertNull(contribution(inOrder, Signal.ORDER));
        assertTrue(inOrder.confidence() > moved.confidence());
    }

    private static Contribution contribution(Comparison comparison, Signal signal) {
        return comparison.contributions().stream()
                .filter(each -> each.signal() == signal)
                .findAny()
                .orElse(null);
    }

    public void testPartOfLongerTextOverlaps() {
        String page = fixed(500);
        String more = page + " " + TestTexts.prose(random(), 100).substring(0, 2499);
        for (SimilarityParameters parameters : List.of(SimilarityParameters.BALANCED, SimilarityParameters.STRICT)) {
            Comparison part = compare(parameters, page, more);
            assertEquals(Reason.PART_OF, part.reason());
            assertEquals(Relation.OVERLAP, part.relation());
            assertFalse(part.similar());
            assertTrue(part.partOf());
            assertEquals(1.0, part.a().containment(), 0.0);
            assertEquals(0.17, part.b().containment(), 0.02);
        }
        SimilarityParameters balanced = SimilarityParameters.BALANCED;
        SimilarityParameters whole = new SimilarityParameters(
                balanced.preset(),
                balanced.minConfidence(),
                balanced.resemblance(),
                1,
                balanced.window(),
                balanced.regions(),
                balanced.numbers());
        Comparison less = compare(whole, page + " and more", more);
        assertEquals(Relation.DIFFERENT, less.relation());
        Comparison report = compare(SimilarityParameters.PKU2007, page, more);
        assertEquals(Reason.CONTAINMENT, report.reason());
        assertTrue("containment is sufficient with the preset pku2007", report.similar());
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

    public void testDifferentNumbersAreOtherItem() {
        String words = fixed(300);
        String a = words + " 11 12 13 14.5 on 1998-05-03";
        String b = words + " 21 22 23 24.5 on 1998-06-07";
        Comparison comparison = compare(SimilarityParameters.BALANCED, a, b);
        assertEquals(Reason.NUMBERS, comparison.reason());
        assertEquals(Relation.OTHER_ITEM, comparison.relation());
        assertEquals(Signal.NUMBERS, comparison.distinction().signal());
        assertTrue(comparison.distinction().ofA().contains("1998-05-03"));
        assertTrue(comparison.distinction().ofB().contains("1998-06-07"));
        assertTrue("the resemblance is still reported", comparison.shared().resemblance() > 0.6);
        assertTrue(
                compare(SimilarityParameters.BALANCED.withNumbers(false), a, b).similar());
        assertTrue(compare(SimilarityParameters.PKU2007, a, b).similar());
    }

    public void testSharedTextOnlyIgnoresNumbers() {
        String words = fixed(300);
        Comparison comparison = new PairComparator(SimilarityParameters.BALANCED, VerdictWeights.SHARED_TEXT_ONLY)
                .compare(PageText.of(words + " 11 12 13 14"), PageText.of(words + " 21 22 23 24"), NOT_CANCELLED);
        assertEquals(Relation.NEAR, comparison.relation());
        assertEquals(1, comparison.contributions().size());
    }

    /** Korean texts that differ only in their spaces between words. */
    public void testKoreanWithAndWithoutSpaces() {
        List<String> words =
                List.of("가게", "나무", "다리", "라면", "마음", "바람", "사람", "아침", "자리", "차비", "하늘", "구름", "눈물", "두부");
        StringBuilder sentences = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            sentences.append(words.get(random().nextInt(words.size())));
            sentences.append(i % 9 == 8 ? i % 27 == 26 ? ".\n" : ". " : " ");
        }
        PageText blanks = PageText.of(sentences.toString().strip());
        String copy = blanks.text().replace(" ", "");
        PairComparator comparator = new PairComparator(SimilarityParameters.BALANCED);
        assertEquals(
                Relation.SAME,
                comparator.compare(blanks, PageText.of(copy), () -> {}).relation());
        PageText edited = PageText.of(copy.replaceFirst("\n", "바나나사과포도\n"));
        Comparison comparison = comparator.explain(blanks, edited, () -> {});
        assertEquals(Relation.NEAR, comparison.relation());
        assertEquals(1, comparison.shared().resemblance(), 0.1);
        assertFalse(comparison.shared().regions().isEmpty());
        Region region = comparison.shared().regions().get(0);
        assertTrue(region.endA() <= blanks.text().length()
                && region.endB() <= edited.text().length());
        assertEquals(
                blanks.text().substring(region.startA(), region.startA() + 1),
                edited.text().substring(region.startB(), region.startB() + 1));
        PageText other = PageText.of(IntStream.range(0, 300)
                .mapToObj(i -> words.get(random().nextInt(words.size())))
                .collect(Collectors.joining()));
        assertFalse(comparator.compare(blanks, other, () -> {}).similar());
    }

    public void testPku2007PresetUsesSharedTextOnly() {
        SimilarityParameters report = SimilarityParameters.PKU2007;
        String one = fixed(600).substring(0, 300);
        String two = fixed(600).substring(300);
        Comparison swapped = compare(report, one + two, two + one);
        assertEquals(
                "the sketches contain the whole texts",
                600,
                Math.min(swapped.a().sketch(), swapped.b().sketch()));
        assertEquals(Reason.RESEMBLANCE, swapped.reason());
        assertEquals(
                List.of(Signal.SHARED_TEXT),
                swapped.contributions().stream().map(Contribution::signal).toList());
    }

    public void testTextWithoutLettersOrDigits() {
        for (SimilarityParameters parameters : PRESETS) {
            for (String text : List.of("", "...", "\n- - -\n")) {
                Comparison comparison = compare(parameters, text, text);
                assertFalse(comparison.similar());
                assertEquals(Reason.NO_TEXT, comparison.reason());
                assertEquals(
                        Reason.NO_TEXT, compare(parameters, fixed(100), text).reason());
            }
        }
    }

    public void testShortTextsMatchWithinSiteOnly() {
        PageText here = new PageText("page not found", "example.org", null);
        PageText there = new PageText("page not found", "example.net", null);
        PageText nowhere = PageText.of("page not found");
        SimilarityParameters balanced = SimilarityParameters.BALANCED;
        assertEquals(Reason.SHORT_TEXT, compare(balanced, here, there).reason());
        assertFalse(compare(balanced, here, there).similar());
        assertTrue(compare(balanced, here, here).similar());
        assertTrue(
                "a missing site matches any site",
                compare(balanced, here, nowhere).similar());
        String longer = fixed(300);
        assertTrue(compare(balanced, new PageText(longer, "example.org", null), new PageText(longer, "b.c", null))
                .similar());
    }

    public void testPku2007PresetStopsAfterSketch() {
        Comparison comparison = new PairComparator(SimilarityParameters.PKU2007)
                .compare(
                        PageText.of(TestTexts.prose(random(), 10)),
                        PageText.of(TestTexts.prose(random(), 10)),
                        NOT_CANCELLED);
        assertEquals(Reason.SKETCH_BOUND, comparison.reason());
        assertEquals(Comparison.NOT_COMPUTED, comparison.shared().tlcs());
    }

    /** Text shared at the borders counts in the LCS and not in the TLCS. */
    public void testPku2007PresetIgnoresSharedBorders() {
        String head = fixed(400);
        String foot = fixed(800).substring(400);
        String a = head + TestTexts.prose(random(), 40).substring(0, 500) + foot;
        String b = head + TestTexts.prose(random(), 40).substring(0, 500) + foot;
        Comparison comparison = compare(SimilarityParameters.PKU2007, a, b);
        assertTrue(comparison.shared().lcs() >= 800);
        assertTrue("at most one border", comparison.shared().tlcs() <= 450);
        assertTrue(comparison.shared().resemblance() < 0.28);
        assertFalse(comparison.similar());
    }

    public void testMustAgreeConflictRetainsMeasures() {
        String text = fixed(200);
        Comparison comparison = compare(SimilarityParameters.BALANCED, text, text);
        Comparison rejected = comparison.asOtherItem();
        assertEquals(Relation.OTHER_ITEM, rejected.relation());
        assertEquals(Reason.MUST_AGREE, rejected.reason());
        assertEquals(comparison.shared().resemblance(), rejected.shared().resemblance(), 0.0);
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

    public void testCancellation() {
        String text = fixed(500);
        expectThrows(
                IllegalStateException.class,
                () -> new PairComparator(SimilarityParameters.BALANCED)
                        .compare(PageText.of(text), PageText.of(text + " more"), () -> {
                            throw new IllegalStateException("cancelled");
                        }));
    }

    /** The same words in every run, without repeated windows. */
    private static String fixed(int length) {
        return TestTexts.prose(new java.util.Random(42), length / 20 + 5).substring(0, length);
    }
}
