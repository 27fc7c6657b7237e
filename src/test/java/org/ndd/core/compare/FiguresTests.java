package org.ndd.core.compare;

import com.ibm.icu.lang.UCharacter;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;

public class FiguresTests extends LuceneTestCase {

    private static final Figures.Demand DEMAND = new Figures.Demand(2, 5, 800);

    public void testRunsOfDigitsWithSingleSeparatorsInside() {
        assertEquals(
                Set.of("1998-05-03", "3.5", "1,000", "12:30", "7/8", "42"),
                figures("on 1998-05-03, 3.5 of 1,000 at 12:30: 7/8 (42) and 42."));
        assertEquals(Set.of("1", "2"), figures("1--2"));
        assertEquals(Set.of("5"), figures("-5-"));
        assertEquals(Set.of("٣٫٤".substring(0, 1), "٤", "三1".substring(1)), figures("٣٫٤ 三1"));
        assertEquals(Set.of("\ud835\udfd8"), figures("x\ud835\udfd8y"));
        assertEquals(Set.of(), figures(""));
    }

    public void testDisagreement() {
        assertTrue(disagree("1 2 3 4 words", "5 6 7 8 words"));
        assertTrue("two are enough", disagree("1 2 words", "5 6 words"));
        assertFalse("one may be a date", disagree("1 2 3 4 words", "5 1 2 3 words"));
        assertFalse("one of the smaller side is missing", disagree("1 2 3 words", "1 2 8 9 10"));
        assertTrue("2 of 10 missing", disagree("1 2 3 4 5 6 7 8 9 10", "1 2 3 4 5 6 7 8 11 12"));
        assertFalse("2 of 11 missing are too few", disagree("1 2 3 4 5 6 7 8 9 10 0", "1 2 3 4 5 6 7 8 11 12 0"));
        assertFalse("a paragraph more contradicts nothing", disagree("1 2 3 4 5", "1 2 3 4 5 6 7 8 9 10 11 12"));
    }

    public void testFewMissingFiguresInLongTextsDoNotCount() {
        // 2 missing: enough in a width of 1,600 of both texts, not in 1,601.
        String a = "1 2 " + "x".repeat(796);
        String b = "5 6 " + "x".repeat(796);
        assertEquals(1600, a.length() + b.length());
        assertTrue(disagree(a, b));
        assertFalse(disagree(a + "x", b));
    }

    public void testOrderDoesNotMatter() {
        for (int round = 0; round < 100; round++) {
            String a = numbers();
            String b = numbers();
            assertEquals(disagree(a, b), disagree(b, a));
        }
    }

    /** Digits of ASCII and of scripts all over the first plane and beyond, as the pinned ICU4J knows them. */
    public void testDigitsOfAllScripts() {
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            String text = Character.toString(c);
            assertEquals("U+" + Integer.toHexString(c), UCharacter.isDigit(c) ? Set.of(text) : Set.of(), figures(text));
        }
    }

    private static Set<String> figures(String text) {
        return Figures.of(TestTexts.prepared(random(), text)).keySet();
    }

    public void testBetweenSitesFiguresAwayFromCommonTextDoNotCount() {
        String story = "the words that both of them have about the same thing";
        String inserted = " some paragraph of the other site that nobody else has, with ";
        String a = "on 11, 12 and 13 " + story + " 14, 15";
        assertTrue("said beside the same words", besideDisagree(a, "on 21, 22 and 23 " + story + " 24, 25"));
        String b = story + inserted + "21 and so on; " + inserted + "22 and so on; " + inserted + "23, 24, 25";
        assertTrue("all figures count on one site", disagree(a, b));
        assertFalse("none has a counterpart", besideDisagree(a, b));
    }

    private static boolean besideDisagree(String a, String b) {
        PreparedText textA = TestTexts.prepared(random(), a);
        PreparedText textB = TestTexts.prepared(random(), b);
        return Figures.distinction(textA, textB, Sketch.of(textA, textB, 16, () -> {}), true, DEMAND) != null;
    }

    private static boolean disagree(String a, String b) {
        PreparedText textA = TestTexts.prepared(random(), a);
        PreparedText textB = TestTexts.prepared(random(), b);
        return Figures.distinction(textA, textB, Sketch.of(textA, textB, 16, () -> {}), false, DEMAND) != null;
    }

    private static String numbers() {
        StringBuilder text = new StringBuilder();
        for (int i = random().nextInt(12); i > 0; i--) {
            text.append(random().nextInt(10)).append(' ');
        }
        return text.toString();
    }

    /** Only gaps between what texts share are looked at first; the outcome must be that of a look at all. */
    public void testGapsHoldAllThatCanDiffer() {
        int differ = 0;
        for (int round = 0; round < 300; round++) {
            String a = withFigures(TestTexts.prose(random(), 3 + random().nextInt(10)));
            String b = TestTexts.mutate(random(), withFigures(a), random().nextInt(6));
            PreparedText textA = new PreparedText(a, false);
            PreparedText textB = new PreparedText(b, false);
            Sketch.Pair runs = Sketch.of(textA, textB, 16, () -> {});
            Sketch.Pair all = new Sketch.Pair(runs.ofA(), runs.ofB(), Gaps.all(a.length()), Gaps.all(b.length()), 0);
            boolean beside = random().nextBoolean();
            Figures.Demand demand = new Figures.Demand(1 + random().nextInt(3), 5, 800);
            assertEquals(
                    Figures.distinction(textA, textB, all, beside, demand),
                    Figures.distinction(textA, textB, runs, beside, demand));
            assertEquals(Figures.differ(textA, textB, all), Figures.differ(textA, textB, runs));
            differ += Figures.differ(textA, textB, runs) ? 1 : 0;
        }
        assertTrue(differ > 0);
    }

    /** Puts figures in the place of some spaces and letters, also ones outside the first plane. */
    private static String withFigures(String text) {
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            switch (random().nextInt(120)) {
                case 0 -> result.append(random().nextInt(100)).append(random().nextBoolean() ? "." : "-");
                case 1 -> result.append(' ').append(random().nextInt(2000)).append(' ');
                case 2 -> result.appendCodePoint(0x1D7CE + random().nextInt(10));
                default -> result.append(text.charAt(i));
            }
        }
        return result.toString();
    }
}
