package org.ndd.core.align;

import java.util.Random;
import org.apache.lucene.tests.util.LuceneTestCase;

public class SeedTableTests extends LuceneTestCase {

    /** Lines of letters, of ideographs, of both, and of other characters. */
    private static String text(Random random, int lines) {
        String[] alphabets = {"etaoin shrdlu", "一二三四五六七八九十百千", "aé“” b", "ab一 "};
        StringBuilder text = new StringBuilder();
        String last = "";
        for (int line = 0; line < lines; line++) {
            String alphabet = alphabets[random.nextInt(alphabets.length)];
            StringBuilder own = new StringBuilder();
            for (int i = random.nextInt(60); i > 0; i--) {
                own.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            // sometimes repeats the previous line
            last = random.nextInt(4) == 0 ? last + own.substring(own.length() / 2) : own.toString();
            text.append(last).append('\n');
        }
        return text.toString();
    }

    private static SharedRuns runs(Windows windows, String there) {
        return SharedRuns.of(windows, there.toCharArray(), 0, () -> {});
    }

    /** The seed table finds the same runs as the table of all windows. */
    public void testMatchesWindowTable() {
        int seeds = 0;
        for (int round = 0; round < 1000; round++) {
            String here = text(random(), random().nextInt(12));
            String there = random().nextInt(4) == 0
                    ? text(random(), random().nextInt(12))
                    : TestTexts.mutate(random(), here, random().nextInt(12));
            int width = 9 + random().nextInt(30);
            SeedTable table = SeedTable.of(here.toCharArray(), width, () -> {});
            if (table != null) {
                seeds++;
                SharedRuns found = runs(table, there);
                SharedRuns expected = runs(new WindowTable(here.toCharArray(), width, () -> {}), there);
                assertArrayEquals(
                        expected.otherSketch().positions(), found.otherSketch().positions());
                assertArrayEquals(
                        expected.tableSketch().positions(), found.tableSketch().positions());
            }
        }
        assertTrue(seeds + " of 1000 texts have seeds", seeds > 500);
    }

    /** A run that starts within another one, followed by different text. */
    public void testOverlappingRunsOnDifferentDiagonals() {
        String here = "0123456789abcdefghijklmnop--------------efghijklmnopqrst";
        for (String there : new String[] {"0123456789abcdefghijklmnopqrst", "x9abcdefghijklmnopqrst"}) {
            SeedTable table = SeedTable.of(here.toCharArray(), 16, () -> {});
            assertEquals(
                    there.startsWith("x") ? 21 : 30,
                    runs(table, there).otherSketch().size());
        }
    }

    /** Windows that are repeated at a position without a seed, and occur once in the other text. */
    public void testKeepsRepeatedPassages() {
        for (int shift = 0; shift < 20; shift++) {
            String message = "what is said twice, ";
            String here = message + "x".repeat(shift) + "_|_" + message + "and the rest";
            SharedRuns runs = runs(SeedTable.of(here.toCharArray(), 16, () -> {}), message);
            assertEquals(2 * message.length(), runs.tableSketch().size());
        }
    }

    public void testNullForRepetitiveTexts() {
        assertNull(SeedTable.of("abcdefghi".repeat(1000).toCharArray(), 16, () -> {}));
        assertNull(SeedTable.of("一二三四五".repeat(1000).toCharArray(), 16, () -> {}));
        assertNotNull(SeedTable.of("abcdefghi".repeat(4).toCharArray(), 16, () -> {}));
    }

    public void testNullForNarrowWindows() {
        assertNull(SeedTable.of("a text of some length".toCharArray(), 8, () -> {}));
        assertNotNull(SeedTable.of("a text of some length".toCharArray(), 9, () -> {}));
    }

    public void testCancellation() {
        expectThrows(
                IllegalStateException.class,
                () -> SeedTable.of("a text of some length".toCharArray(), 16, () -> {
                    throw new IllegalStateException("cancelled");
                }));
    }
}
