package org.ndd.core.compare;

import java.util.Random;
import org.apache.lucene.tests.util.LuceneTestCase;

public class SharedRunsTests extends LuceneTestCase {

    private static SharedRuns runs(String here, String there, int width) {
        return SharedRuns.of(
                new SampledWindows(here.toCharArray(), width, random().nextLong() | 1), there.toCharArray());
    }

    public void testRunsAreEqualAndInOrder() {
        for (int round = 0; round < 200; round++) {
            String here = TestTexts.units(random(), random().nextInt(300));
            String there = TestTexts.mutate(random(), here, random().nextInt(12));
            SharedRuns runs = runs(here, there, 1 + random().nextInt(20));
            int end = 0;
            int length = 0;
            for (int run = 0; run < runs.count(); run++) {
                assertTrue(runs.startThere(run) >= end);
                end = runs.startThere(run) + runs.lengthOf(run);
                length += runs.lengthOf(run);
                assertEquals(
                        there.substring(runs.startThere(run), end),
                        here.substring(runs.startHere(run), runs.startHere(run) + runs.lengthOf(run)));
            }
            assertEquals(length, runs.length());
        }
    }

    public void testEqualTextsAreOneRun() {
        String text = TestTexts.prose(random(), 5);
        SharedRuns runs = runs(text, text, 16);
        assertEquals(1, runs.count());
        assertEquals(text.length(), runs.length());
    }

    /** What an edit costs is a window, and the distance to the next one of the table, on each of its sides. */
    public void testNearlyAllOfAnEditedTextIsFound() {
        String here = TestTexts.prose(random(), 60);
        StringBuilder edited = new StringBuilder(here);
        int edits = 10;
        for (int i = 0; i < edits; i++) {
            edited.setCharAt(random().nextInt(edited.length()), '+');
        }
        SharedRuns runs = runs(here, edited.toString(), 16);
        assertTrue(runs.length() + " of " + here.length(), runs.length() >= here.length() - edits * (16 + 16));
    }

    public void testPartsInAnotherOrderAreFound() {
        String one = TestTexts.prose(random(), 10);
        String two = TestTexts.prose(random(), 10);
        SharedRuns runs = runs(one + two, two + one, 16);
        assertTrue(runs.length() >= one.length() + two.length() - 2 * (16 + 16));
    }

    public void testNothingIsFoundInOtherTexts() {
        Random random = random();
        assertEquals(
                0,
                runs("1" + TestTexts.prose(random, 20), "2" + TestTexts.prose(random, 20), 16)
                        .length());
    }

    /** One unit again and again: all windows of the table are equal, and each place could be any other. */
    public void testTextsOfOneUnit() {
        for (int there : new int[] {0, 1, 15, 16, 17, 1 << 16}) {
            SharedRuns runs = runs("a".repeat(1 << 16), "a".repeat(there), 16);
            assertEquals(there, runs.length());
        }
        assertEquals(40, runs("a".repeat(40), "a".repeat(1 << 12), 16).lengthOf(0));
    }
}
