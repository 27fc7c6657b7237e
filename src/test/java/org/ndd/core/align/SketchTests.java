package org.ndd.core.align;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

public class SketchTests extends LuceneTestCase {

    /** Reference: the definition in quadratic time. */
    private static int[] oracle(String text, String other, int window) {
        int width = Math.min(window, Math.min(width(text), width(other)));
        boolean[] kept = new boolean[text.length()];
        for (int i = 0; i < text.length() && width > 0; i++) {
            int end = i;
            while (end < text.length() && width(text.substring(i, end)) < width) {
                end++;
            }
            String run = text.substring(i, end);
            if (width(run) >= width && other.contains(run)) {
                for (int p = i; p < end; p++) {
                    kept[p] = true;
                }
            }
        }
        List<Integer> positions = new ArrayList<>();
        for (int p = 0; p < kept.length; p++) {
            if (kept[p]) {
                positions.add(p);
            }
        }
        return positions.stream().mapToInt(Integer::intValue).toArray();
    }

    private static int width(String text) {
        return text.chars().map(unit -> unit < 128 ? 1 : 2).sum();
    }

    private static void assertMatchesDefinition(String a, String b, int window) {
        Sketch.Pair sketches = TestTexts.sketches(random(), a, b, window);
        assertArrayEquals(oracle(a, b, window), sketches.ofA().positions());
        assertArrayEquals(oracle(b, a, window), sketches.ofB().positions());
        assertEquals(sketches.ofA().positions().length, sketches.ofA().size());
        assertEquals(sketches.ofB().positions().length, sketches.ofB().size());
        int smaller = Math.min(sketches.ofA().size(), sketches.ofB().size());
        assertEquals(smaller, sketches.smaller());
        for (int least : new int[] {0, smaller, smaller + 1, random().nextInt(a.length() + 2)}) {
            Sketch.Pair atLeast = Sketch.ofMinLength(
                    least, TestTexts.prepared(random(), a), TestTexts.prepared(random(), b), window, () -> {});
            assertEquals(least + " of " + smaller, smaller >= least, atLeast != null);
            if (atLeast != null) {
                assertArrayEquals(sketches.ofA().positions(), atLeast.ofA().positions());
                assertArrayEquals(sketches.ofB().positions(), atLeast.ofB().positions());
            }
        }
    }

    public void testRandomTextsMatchDefinition() {
        for (int round = 0; round < 400; round++) {
            String a = TestTexts.units(random(), random().nextInt(120));
            String b = random().nextBoolean()
                    ? TestTexts.mutate(random(), a, random().nextInt(12))
                    : TestTexts.units(random(), random().nextInt(120));
            assertMatchesDefinition(a, b, 1 + random().nextInt(20));
        }
    }

    public void testWindowOfSixteen() {
        // 16 equal units are a window, 15 are not; a Chinese character has width two.
        assertEquals(
                0,
                TestTexts.sketches(random(), "x123456789abcdef-", "y123456789abcdef+", 16)
                        .smaller());
        assertArrayEquals(
                new int[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16},
                TestTexts.sketches(random(), "x123456789abcdefg-", "y123456789abcdefg+", 16)
                        .ofA()
                        .positions());
        assertEquals(
                0,
                TestTexts.sketches(random(), "x一二三四五六七-------", "y一二三四五六七+++++++", 16)
                        .smaller());
        assertEquals(
                8,
                TestTexts.sketches(random(), "x一二三四五六七八-------", "y一二三四五六七八+++++++", 16)
                        .smaller());
    }

    public void testShorterTextNarrowsWindow() {
        Sketch.Pair sketches = TestTexts.sketches(random(), "short", "a longer text with a short word in it", 16);
        assertEquals(5, sketches.ofA().size());
        assertEquals(5, sketches.ofB().size());
    }

    public void testEmptyTexts() {
        assertEquals(0, TestTexts.sketches(random(), "", "", 16).smaller());
        assertEquals(
                0,
                TestTexts.sketches(random(), "", "some text of some length", 16)
                        .ofB()
                        .size());
    }

    public void testParagraphOrderDoesNotMatter() {
        String one = TestTexts.prose(random(), 5);
        String two = TestTexts.prose(random(), 5);
        Sketch.Pair sketches = TestTexts.sketches(random(), one + "\n" + two, two + "\n" + one, 16);
        assertTrue(sketches.ofA().size() >= one.length() + two.length());
    }

    public void testCancellation() {
        String text = TestTexts.prose(random(), 10);
        expectThrows(
                IllegalStateException.class,
                () -> Sketch.of(new PreparedText(text, false), new PreparedText(text + "x", true), 16, () -> {
                    throw new IllegalStateException("cancelled");
                }));
    }
}
