package org.ndd.core.compare;

import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;

public class FiguresTests extends LuceneTestCase {

    public void testRunsOfDigitsWithSingleSeparatorsInside() {
        assertEquals(
                Set.of("1998-05-03", "3.5", "1,000", "12:30", "7/8", "42"),
                Figures.of("on 1998-05-03, 3.5 of 1,000 at 12:30: 7/8 (42) and 42."));
        assertEquals(Set.of("1", "2"), Figures.of("1--2"));
        assertEquals(Set.of("5"), Figures.of("-5-"));
        assertEquals(Set.of("٣٫٤".substring(0, 1), "٤", "三1".substring(1)), Figures.of("٣٫٤ 三1"));
        assertEquals(Set.of("\ud835\udfd8"), Figures.of("x\ud835\udfd8y"));
        assertEquals(Set.of(), Figures.of(""));
    }

    public void testDisagreement() {
        assertTrue(disagree("1 2 3 4 words", "5 6 7 8 words"));
        assertFalse("three figures are too few", disagree("1 2 3 words", "5 6 7 8 words"));
        assertFalse("three figures are too few", disagree("1 2 3 4 words", "5 6 7 words"));
        assertFalse("3 of 5 shared is enough", disagree("1 2 3 4 5", "1 2 3 8 9 10"));
        assertFalse("2 missing are a date and a counter", disagree("1 2 3 4", "1 2 8 9 10"));
        assertTrue("1 of 4 shared is not enough", disagree("1 2 3 4", "1 7 8 9 10"));
        assertTrue("2 of 5 shared is not enough", disagree("1 2 3 4 5", "1 2 8 9 10"));
    }

    public void testFewUnmatchedFiguresInLongTextsDoNotCount() {
        // 8 unmatched: enough in 1,600 code units of both texts, not in 1,602.
        String a = "1 2 3 4 " + "x".repeat(792);
        String b = "5 6 7 8 " + "x".repeat(792);
        assertEquals(1600, a.length() + b.length());
        assertTrue(disagree(a, b));
        assertFalse(disagree(a + "x", b + "x"));
    }

    public void testOrderDoesNotMatter() {
        for (int round = 0; round < 100; round++) {
            String a = numbers();
            String b = numbers();
            assertEquals(disagree(a, b), disagree(b, a));
        }
    }

    /** Digits of ASCII and of scripts all over the first plane and beyond, as the JDK knows them. */
    public void testDigitsOfAllScripts() {
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            String text = Character.toString(c);
            assertEquals(
                    "U+" + Integer.toHexString(c), Character.isDigit(c) ? Set.of(text) : Set.of(), Figures.of(text));
        }
    }

    private static boolean disagree(String a, String b) {
        return Figures.disagree(TestTexts.prepared(random(), a), TestTexts.prepared(random(), b));
    }

    private static String numbers() {
        StringBuilder text = new StringBuilder();
        for (int i = random().nextInt(12); i > 0; i--) {
            text.append(random().nextInt(10)).append(' ');
        }
        return text.toString();
    }
}
