package org.ndd.core.align;

import java.util.Arrays;
import org.apache.lucene.tests.util.LuceneTestCase;

public class SketchAlignerTests extends LuceneTestCase {

    private static SketchAligner whole(String a, String b, long budget) {
        return new SketchAligner(a, TestTexts.allPositions(a), b, TestTexts.allPositions(b), () -> {}, budget);
    }

    private static void assertCommonSubsequence(String a, String b, Alignment alignment) {
        for (int i = 0; i < alignment.length(); i++) {
            assertEquals(a.charAt(alignment.inA()[i]), b.charAt(alignment.inB()[i]));
            assertTrue(i == 0 || alignment.inA()[i] > alignment.inA()[i - 1]);
            assertTrue(i == 0 || alignment.inB()[i] > alignment.inB()[i - 1]);
        }
        assertEquals(alignment.inA().length, alignment.inB().length);
    }

    public void testAlignsGivenPositionsOnly() {
        // Aligns "bcd" and "bd", the characters at the given positions.
        int[] inA = {1, 2, 3};
        int[] inB = {1, 4};
        Alignment alignment = new SketchAligner("abcd", inA, "xbxxd", inB, () -> {}).align();
        assertArrayEquals(new int[] {1, 3}, alignment.inA());
        assertArrayEquals(new int[] {1, 4}, alignment.inB());
        assertFalse(alignment.approximate());
    }

    public void testLengthAgreesWithAlignment() {
        for (int round = 0; round < 200; round++) {
            String a = TestTexts.units(random(), random().nextInt(200));
            String b = TestTexts.mutate(random(), a, random().nextInt(30));
            long budget = random().nextBoolean() ? BitVectorLcs.BUDGET : random().nextInt(100);
            Alignment alignment = whole(a, b, budget).align();
            assertCommonSubsequence(a, b, alignment);
            assertEquals(alignment.length(), whole(a, b, budget).length());
            assertEquals(alignment.approximate(), whole(a, b, budget).isApproximate());
            assertTrue(alignment.length() <= whole(a, b, BitVectorLcs.BUDGET).length());
        }
    }

    public void testMatchesWholeSentencesOverBudget() {
        String[] sentences = TestTexts.prose(random(), 9).split("(?<=\\.) ");
        String a = "first words of A. " + String.join(" ", sentences) + " the end of A.";
        String b =
                "other words of B. " + String.join(" ", Arrays.asList(sentences).subList(2, 9)) + " the end of B!";
        Alignment alignment = whole(a, b, 100).align();
        assertTrue(alignment.approximate());
        assertCommonSubsequence(a, b, alignment);
        int common = String.join(" ", Arrays.asList(sentences).subList(2, 9)).length();
        assertTrue(alignment.length() + " of " + common, alignment.length() >= common - 2);
    }

    /** The common prefix and suffix are matched without any budget. */
    public void testZeroBudgetMatchesPrefixAndSuffix() {
        String a = "same start " + TestTexts.prose(random(), 20) + "? same end";
        String b = "same start " + TestTexts.prose(random(), 20) + "! same end";
        Alignment alignment = whole(a, b, 0).align();
        assertTrue(alignment.approximate());
        assertCommonSubsequence(a, b, alignment);
        int prefix = "same start ".length();
        while (a.charAt(prefix) == b.charAt(prefix)) {
            prefix++;
        }
        assertEquals(prefix + " same end".length(), alignment.length());
    }

    public void testPiecesSplitAtSentencesAndGaps() {
        String text = "One two. Three four. Five";
        Pieces all = Pieces.of(text, TestTexts.allPositions(text), 0, text.length());
        assertEquals(3, all.count());
        assertEquals(text, all.content(0) + all.content(1) + all.content(2));
        Pieces gaps = Pieces.of(text, new int[] {0, 1, 2, 4, 5, 21, 22}, 0, 7);
        assertEquals(3, gaps.count());
        assertEquals("One", gaps.content(0));
        assertEquals("tw", gaps.content(1));
        assertEquals("Fi", gaps.content(2).strip());
        assertEquals(0, Pieces.of(text, new int[0], 0, 0).count());
    }

    public void testCoarserPiecesCoverSameRange() {
        String text = TestTexts.prose(random(), 200);
        Pieces pieces = Pieces.of(text, TestTexts.allPositions(text), 0, text.length());
        int count = pieces.count();
        for (int level = 1; level <= Pieces.MAX_LEVEL; level++) {
            pieces = pieces.coarser(level);
            assertTrue(pieces.count() <= count && pieces.count() >= 1);
            count = pieces.count();
            assertEquals(0, pieces.start(0));
            assertEquals(text.length(), pieces.end(count - 1));
        }
        assertTrue("at most one split remains", count <= 2);
    }
}
