package org.ndd.core.compare;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ndd.core.align.TestTexts;
import org.ndd.core.align.TrustedRegions.Region;

/** Verdicts on pairs of each kind: relation, reason, and the measures and signals that the presets use. */
public class PairVerdictTests extends PairComparatorTestCase {

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
}
