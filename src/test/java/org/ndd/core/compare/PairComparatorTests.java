package org.ndd.core.compare;

import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.template.SiteTemplate;

public class PairComparatorTests extends LuceneTestCase {

    private static final Runnable NEVER = () -> {};

    private static final List<SimilarityParameters> PRESETS =
            List.of(SimilarityParameters.BALANCED, SimilarityParameters.STRICT, SimilarityParameters.REPORT);

    private static Comparison compare(SimilarityParameters parameters, String a, String b) {
        return compare(parameters, PageText.of(a), PageText.of(b));
    }

    private static Comparison compare(SimilarityParameters parameters, PageText a, PageText b) {
        PairComparator comparator = new PairComparator(parameters);
        Comparison fast = comparator.compare(a, b, NEVER);
        Comparison full = comparator.explain(a, b, NEVER);
        assertNullWhereFar(comparator, full, a, b);
        assertEquals(full.reason(), fast.reason());
        assertEquals(full.similar(), fast.similar());
        assertEquals(full.partOf(), fast.partOf());
        assertEquals(full.resemblance(), fast.resemblance(), 0.0);
        assertEquals(full.containmentAInB(), fast.containmentAInB(), 0.0);
        assertEquals(full.containmentBInA(), fast.containmentBInA(), 0.0);
        assertEquals(full.maskedA(), fast.maskedA());
        assertEquals(full.maskedB(), fast.maskedB());
        assertFalse(full.similar() && full.partOf());
        assertTrue(full.lcs() >= 0 && full.lcs() <= Math.min(full.sketchA(), full.sketchB()));
        assertTrue(full.tlcs() >= 0 && full.tlcs() <= Math.min(full.sketchA(), full.sketchB()));
        assertEquals(List.of(), fast.regions());
        for (Region region : full.regions()) {
            assertTrue(0 <= region.startA() && region.startA() < region.endA());
            assertTrue(region.endA() <= a.text().length());
            assertTrue(0 <= region.startB() && region.startB() < region.endB());
            assertTrue(region.endB() <= b.text().length());
        }
        assertEquals(Comparison.NOT_COMPUTED, fast.lcs());
        assertTrue(fast.tlcs() == Comparison.NOT_COMPUTED || fast.tlcs() == full.tlcs());
        return full;
    }

    private static void assertNullWhereFar(PairComparator comparator, Comparison full, PageText a, PageText b) {
        Comparison there = comparator.compareUnlessFar(TestTexts.page(random(), a), TestTexts.page(random(), b), NEVER);
        Comparison back = comparator.compareUnlessFar(TestTexts.page(random(), b), TestTexts.page(random(), a), NEVER);
        assertEquals(there == null, back == null);
        if (there == null) {
            assertFalse(full.similar() || full.partOf());
            assertTrue(comparator.parameters().preset() != SimilarityParameters.Preset.REPORT
                    || full.reason() == Reason.SKETCH_BOUND);
        } else {
            assertNotEquals(Reason.SKETCH_BOUND, full.reason());
            assertEquals(comparator.compare(a, b, NEVER), there);
            assertEquals(there.dependsOnOrder(), back.dependsOnOrder());
            if (there.dependsOnOrder() == false) {
                assertEquals("the same in either order", there, back.swapped());
            }
        }
    }

    public void testPairsThatMayBeSimilarAreThoseWithinTheBound() {
        for (int round = 0; round < 1000; round++) {
            SimilarityParameters preset = PRESETS.get(random().nextInt(PRESETS.size()));
            SimilarityParameters parameters = new SimilarityParameters(
                    preset.preset(),
                    random().nextDouble(),
                    random().nextDouble(),
                    random().nextDouble(),
                    random().nextDouble(),
                    preset.slope(),
                    1 + random().nextInt(20),
                    preset.regions(),
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

    /** At the border a single code unit of the sketch decides. */
    public void testPairsAtTheBoundMayBeSimilar() {
        String a = TestTexts.prose(random(), 10);
        String b = a.substring(0, a.length() / 2) + TestTexts.prose(random(), 5);
        double bound = compare(SimilarityParameters.STRICT, a, b).resemblance();
        for (double threshold : new double[] {Math.nextDown(bound), bound, Math.nextUp(bound)}) {
            Comparison comparison = compare(
                    new SimilarityParameters(
                            SimilarityParameters.Preset.BALANCED, threshold, 1, 1, 1, 0.1, 16, 4, false),
                    a,
                    b);
            assertEquals(threshold > bound, comparison.reason() == Reason.SKETCH_BOUND);
        }
    }

    /** The rule from the lengths of an explanation, with nothing left out for speed. */
    private static boolean similarByRule(SimilarityParameters p, String a, String b, Comparison full) {
        if (a.equals(b)) {
            return true;
        }
        double sum = (double) a.length() + b.length();
        double shorter = Math.min(a.length(), b.length());
        boolean report = p.preset() == SimilarityParameters.Preset.REPORT;
        int common = report ? full.tlcs() : Math.max(full.lcs(), full.tlcs());
        double r = common / (sum - common);
        double c = common / shorter;
        if (report) {
            return r >= p.resemblance() || c >= p.containment();
        }
        int kept = Math.min(full.sketchA(), full.sketchB());
        boolean decided = kept / (sum - kept) >= p.sketchResemblance()
                || r >= p.resemblance()
                || c >= p.containment() && r >= p.containmentFloor();
        PreparedText textA = new PreparedText(a, false);
        PreparedText textB = new PreparedText(b, false);
        Sketch.Pair sketches = Sketch.of(textA, textB, p.window(), () -> {});
        Beginnings beginnings = new Beginnings(
                new Beginnings.Page(textA, "", List.of()),
                new Beginnings.Page(textB, "", List.of()),
                sketches,
                VerdictConstants.DEFAULT);
        return decided
                && (p.figures() == false
                        || Figures.distinction(textA, textB, sketches, false, new Figures.Demand(2, 5, 800)) == null)
                && Names.distinction(textA, List.of(), textB, List.of(), sketches) == null
                && beginnings.nameTwo() == false
                && (beginnings.nameVariant() && r < 0.97) == false;
    }

    public void testVerdictFollowsTheRuleWhateverIsLeftOut() {
        for (int round = 0; round < 300; round++) {
            String a = "w" + TestTexts.prose(random(), 4 + random().nextInt(12));
            String b = random().nextInt(3) == 0
                    ? a.substring(0, a.length() / 2) + TestTexts.prose(random(), random().nextInt(20) + 1)
                    : TestTexts.mutate(random(), a, random().nextInt(60));
            if (random().nextInt(3) == 0) {
                int cut = random().nextInt(b.length());
                b = b.substring(cut) + b.substring(0, cut) + TestTexts.prose(random(), 1 + random().nextInt(4));
            }
            a += figures();
            b += figures();
            for (SimilarityParameters parameters : PRESETS) {
                Comparison comparison = compare(parameters, a, b);
                assertEquals(similarByRule(parameters, a, b, comparison), comparison.similar());
            }
        }
    }

    private static String figures() {
        StringBuilder figures = new StringBuilder();
        for (int i = random().nextInt(8); i > 0; i--) {
            figures.append(' ').append(random().nextInt(12));
        }
        return figures.toString();
    }

    public void testIdentical() {
        String text = TestTexts.prose(random(), 10);
        for (SimilarityParameters parameters : PRESETS) {
            Comparison comparison = compare(parameters, text, text);
            assertTrue(comparison.similar());
            assertEquals(Reason.IDENTICAL, comparison.reason());
            assertEquals(1.0, comparison.resemblance(), 0.0);
            assertEquals(1.0, comparison.confidence(), 0.0);
            assertEquals(text.length(), comparison.lcs());
            assertEquals(text.length(), comparison.tlcs());
        }
    }

    public void testUnrelatedTextsEndAtTheSketch() {
        Comparison comparison = new PairComparator(SimilarityParameters.BALANCED)
                .compare(PageText.of(TestTexts.prose(random(), 10)), PageText.of(TestTexts.prose(random(), 10)), NEVER);
        assertFalse(comparison.similar());
        assertEquals(Reason.SKETCH_BOUND, comparison.reason());
    }

    public void testMovedParagraphsAreSimilarWithoutAnLcs() {
        String one = TestTexts.prose(random(), 10);
        String two = TestTexts.prose(random(), 10);
        Comparison comparison = new PairComparator(SimilarityParameters.BALANCED)
                .compare(PageText.of(one + "\n" + two), PageText.of(two + "\n" + one), NEVER);
        assertEquals("not the same: the order is another", Relation.NEAR, comparison.relation());
        assertEquals(Reason.SKETCH, comparison.reason());
    }

    /** A page of 600 with another of 1,000 that holds 560 of it: r = 0.54 and s = 0.54 are below 0.8 and above 0.5. */
    public void testResemblanceDecidesInBetween() {
        String shared = fixed(560);
        Comparison comparison = compare(
                SimilarityParameters.BALANCED,
                shared + TestTexts.prose(random(), 5).substring(0, 40),
                shared + TestTexts.prose(random(), 40).substring(0, 440));
        assertEquals(Reason.RESEMBLANCE, comparison.reason());
        assertTrue(comparison.similar());
        assertEquals(0.54, comparison.resemblance(), 0.03);
    }

    public void testContainmentNeedsTheFloor() {
        String page = fixed(500);
        String more = TestTexts.prose(random(), 100);
        SimilarityParameters lower =
                new SimilarityParameters(SimilarityParameters.Preset.BALANCED, 0.5, 0.85, 0.35, 0.8, 0.10, 16, 4, true);
        Comparison above = compare(lower, page, page + " " + more.substring(0, 699));
        assertEquals(Reason.CONTAINMENT, above.reason());
        assertTrue(above.similar());
        assertEquals(1.0, above.containmentAInB(), 0.0);
        assertEquals(0.41, above.containmentBInA(), 0.02);

        Comparison below = compare(SimilarityParameters.BALANCED, page, page + " " + more.substring(0, 699));
        assertEquals(Reason.PART_OF, below.reason());
        assertEquals(Relation.OVERLAP, below.relation());
        assertFalse(below.similar());
        assertTrue(below.partOf());
        assertTrue(
                "strict has a higher floor",
                compare(SimilarityParameters.STRICT, page, page + more).partOf());

        Comparison report = compare(SimilarityParameters.REPORT, page, page + " " + more.substring(0, 1499));
        assertEquals(Reason.CONTAINMENT, report.reason());
        assertTrue("the report has no floor", report.similar());
    }

    public void testStrictDemandsMore() {
        String shared = fixed(700);
        String a = shared + TestTexts.prose(random(), 40).substring(0, 200);
        String b = shared + TestTexts.prose(random(), 40).substring(0, 200);
        assertTrue(compare(SimilarityParameters.BALANCED, a, b).similar());
        Comparison strict = compare(SimilarityParameters.STRICT, a, b);
        assertFalse(strict.similar());
        assertEquals(Reason.SKETCH_BOUND, strict.reason());
        assertEquals(Relation.OVERLAP, strict.relation());
    }

    public void testFiguresKeepPairsApart() {
        String words = fixed(300);
        Comparison comparison = compare(
                SimilarityParameters.BALANCED,
                words + " 11 12 13 14.5 on 1998-05-03",
                words + " 21 22 23 24.5 on 1998-06-07");
        assertEquals(Reason.FIGURES, comparison.reason());
        assertEquals(Relation.OTHER_ITEM, comparison.relation());
        assertTrue(comparison.distinction().ofA().contains("1998-05-03"));
        assertTrue("the measure is still said", comparison.resemblance() > 0.6);
        assertTrue(compare(SimilarityParameters.REPORT, words + " 11 12 13 14", words + " 21 22 23 24")
                .similar());
    }

    /** Halves swapped and a third added on both sides: s = 0.6 less a little, the LCS finds one half, the TLCS both. */
    public void testMovedParagraphsNeedTrustedRegionsOrNoTemplate() {
        String one = fixed(700).substring(0, 350);
        String two = fixed(700).substring(350);
        String a = one + two + " " + TestTexts.prose(random(), 20).substring(0, 249);
        String b = two + one + " " + TestTexts.prose(random(), 20).substring(0, 249);
        Comparison unknown = compare(SimilarityParameters.BALANCED, a, b);
        assertEquals(Reason.RESEMBLANCE, unknown.reason());
        assertTrue(unknown.tlcs() > unknown.lcs());
        SiteTemplate nothing = new SiteTemplate("example.org", List.of());
        Comparison known = compare(
                SimilarityParameters.BALANCED,
                new PageText(a, "example.org", nothing),
                new PageText(b, "example.org", nothing));
        assertEquals(Reason.BELOW_THRESHOLD, known.reason());
        assertEquals(Relation.OVERLAP, known.relation());
    }

    /** What is ours is not in the report's rule, whatever the parameters say: no sketch resemblance, no floor. */
    public void testReportKnowsNeitherSketchResemblanceNorFloor() {
        SimilarityParameters report = SimilarityParameters.REPORT;
        String one = fixed(600).substring(0, 300);
        String two = fixed(600).substring(300);
        Comparison swapped = compare(report, one + two, two + one);
        assertEquals("the sketches are whole", 600, Math.min(swapped.sketchA(), swapped.sketchB()));
        assertEquals(Reason.RESEMBLANCE, swapped.reason());
        SimilarityParameters floor = new SimilarityParameters(
                report.preset(),
                report.resemblance(),
                report.containment(),
                0.9,
                report.sketchResemblance(),
                report.slope(),
                report.window(),
                report.regions(),
                report.figures());
        String page = fixed(500);
        Comparison contained =
                compare(floor, page, page + " " + TestTexts.prose(random(), 100).substring(0, 2500));
        assertEquals(Reason.CONTAINMENT, contained.reason());
    }

    public void testTextWithoutLettersAndDigitsIsNoDuplicate() {
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

    public void testShortTextsOnlyWithinOneSite() {
        PageText here = new PageText("page not found", "example.org", null);
        PageText there = new PageText("page not found", "example.net", null);
        PageText nowhere = PageText.of("page not found");
        SimilarityParameters balanced = SimilarityParameters.BALANCED;
        assertEquals(Reason.SHORT_TEXT, compare(balanced, here, there).reason());
        assertFalse(compare(balanced, here, there).similar());
        assertTrue(compare(balanced, here, here).similar());
        assertTrue(
                "no site, no rule about sites", compare(balanced, here, nowhere).similar());
        String longer = fixed(300);
        assertTrue(compare(balanced, new PageText(longer, "example.org", null), new PageText(longer, "b.c", null))
                .similar());
    }

    public void testReportBoundsWithoutAnLcs() {
        Comparison comparison = new PairComparator(SimilarityParameters.REPORT)
                .compare(PageText.of(TestTexts.prose(random(), 10)), PageText.of(TestTexts.prose(random(), 10)), NEVER);
        assertEquals(Reason.SKETCH_BOUND, comparison.reason());
        assertEquals(Comparison.NOT_COMPUTED, comparison.tlcs());
    }

    /** What fills a noisy page's borders costs the LCS nothing, but the TLCS all of it. */
    public void testReportTrustsTheCentreOnly() {
        String head = fixed(400);
        String foot = fixed(800).substring(400);
        String a = head + TestTexts.prose(random(), 40).substring(0, 500) + foot;
        String b = head + TestTexts.prose(random(), 40).substring(0, 500) + foot;
        Comparison comparison = compare(SimilarityParameters.REPORT, a, b);
        assertTrue(comparison.lcs() >= 800);
        assertTrue("one border at most", comparison.tlcs() <= 450);
        assertTrue(comparison.resemblance() < 0.28);
        assertFalse(comparison.similar());
    }

    public void testKeptApartKeepsTheMeasures() {
        String text = fixed(200);
        Comparison comparison = compare(SimilarityParameters.BALANCED, text, text);
        Comparison rejected = comparison.keptApart();
        assertEquals(Relation.OTHER_ITEM, rejected.relation());
        assertEquals(Reason.APART_BY, rejected.reason());
        assertEquals(comparison.resemblance(), rejected.resemblance(), 0.0);
    }

    public void testCancellation() {
        String text = fixed(500);
        expectThrows(
                IllegalStateException.class,
                () -> new PairComparator(SimilarityParameters.BALANCED)
                        .compare(PageText.of(text), PageText.of(text + "!"), () -> {
                            throw new IllegalStateException("cancelled");
                        }));
    }

    /** The same words in every run, none of which repeats a window. */
    private static String fixed(int length) {
        return TestTexts.prose(new java.util.Random(42), length / 20 + 5).substring(0, length);
    }
}
