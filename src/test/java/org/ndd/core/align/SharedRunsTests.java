package org.ndd.core.align;

import org.apache.lucene.tests.util.LuceneTestCase;

public class SharedRunsTests extends LuceneTestCase {

    private static SharedRuns runs(String here, String there, int width) {
        Windows windows = random().nextBoolean()
                ? Windows.of(here.toCharArray(), width, () -> {})
                : new WindowTable(here.toCharArray(), width, random().nextLong() | 1, () -> {});
        return SharedRuns.of(windows, there.toCharArray(), 0, () -> {});
    }

    /** Everything outside the gaps of a text occurs in the other text. */
    private static void assertGapsCoverDifferences(String text, Gaps gaps, String other) {
        int from = 0;
        for (int gap = 0; gap < gaps.count(); gap++) {
            if (gaps.start(gap) > from) {
                assertTrue(other.contains(text.substring(from, gaps.start(gap))));
            }
            from = gaps.end(gap);
        }
        assertEquals(text.length(), Math.max(from, gaps.end(gaps.count() - 1)));
    }

    public void testGapsCoverDifferences() {
        for (int round = 0; round < 200; round++) {
            String here = TestTexts.units(random(), 1 + random().nextInt(300));
            String there = TestTexts.mutate(random(), here, random().nextInt(12));
            SharedRuns runs = runs(here, there, 1 + random().nextInt(20));
            assertGapsCoverDifferences(here, runs.tableGaps(), there);
            assertGapsCoverDifferences(there, runs.otherGaps(), here);
        }
    }

    /** Reference: the length of the longest common subsequence in quadratic time. */
    private static int lcs(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int i = 0; i < a.length(); i++) {
            int diagonal = 0;
            for (int j = 0; j < b.length(); j++) {
                int above = row[j + 1];
                row[j + 1] = a.charAt(i) == b.charAt(j) ? diagonal + 1 : Math.max(above, row[j]);
                diagonal = above;
            }
        }
        return row[b.length()];
    }

    public void testInOrderIsAtMostLcs() {
        for (int round = 0; round < 200; round++) {
            String here = random().nextBoolean()
                    ? TestTexts.units(random(), 1 + random().nextInt(200))
                    : TestTexts.prose(random(), 1 + random().nextInt(3));
            String there = TestTexts.mutate(random(), here, random().nextInt(12));
            SharedRuns runs = runs(here, there, 1 + random().nextInt(20));
            int lcs = lcs(kept(here, runs.tableSketch()), kept(there, runs.otherSketch()));
            assertTrue(runs.inOrder() + " of " + lcs, runs.inOrder() <= lcs);
        }
    }

    private static String kept(String text, Sketch sketch) {
        StringBuilder kept = new StringBuilder();
        for (int position : sketch.positions()) {
            kept.append(text.charAt(position));
        }
        return kept.toString();
    }

    public void testEqualTextsAreInOrder() {
        String text = TestTexts.prose(random(), 5);
        SharedRuns runs = runs(text, text, 16);
        assertEquals(text.length(), runs.inOrder());
        assertEquals(text.length(), runs.tableSketch().size());
        assertEquals(text.length(), runs.otherSketch().size());
    }

    /** A single repeated character: all windows are equal. */
    public void testTextsOfSingleCharacter() {
        for (int there : new int[] {16, 17, 40, 1 << 16}) {
            SharedRuns runs = runs("a".repeat(1 << 16), "a".repeat(there), 16);
            assertEquals(there, runs.otherSketch().size());
            assertEquals(1 << 16, runs.tableSketch().size());
        }
    }

    public void testNullBelowMinimum() {
        String text = TestTexts.prose(random(), 5);
        Windows windows = Windows.of(text.toCharArray(), 16, () -> {});
        assertNotNull(SharedRuns.of(windows, text.toCharArray(), text.length(), () -> {}));
        assertNull(SharedRuns.of(windows, text.toCharArray(), text.length() + 1, () -> {}));
    }
}
