package org.ndd.core.align;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.align.TrustedRegions.Region;

public class TrustedRegionsTests extends LuceneTestCase {

    private static final int WINDOW = 16;

    private static TrustedRegions.Limits regions(int regions) {
        return new TrustedRegions.Limits(0.10, regions);
    }

    /** Reference: d(x), counted independently for every x. */
    private static int edits(int lengthA, int lengthB, Alignment alignment, int x) {
        int edits = 0;
        for (int p = 0; p < x; p++) {
            int position = p;
            if (IntStream.of(alignment.inA()).noneMatch(matched -> matched == position)) {
                edits++;
            }
        }
        for (int q = 0; q < lengthB; q++) {
            int position = q;
            if (IntStream.of(alignment.inB()).anyMatch(matched -> matched == position)) {
                continue;
            }
            int charged = lengthA;
            for (int m = alignment.length() - 1; m >= 0 && alignment.inB()[m] > q; m--) {
                charged = alignment.inA()[m];
            }
            if (charged <= x) {
                edits++;
            }
        }
        return edits;
    }

    /** Reference: steps 1 to 3 of the definition by exhaustive search. */
    private static TrustedRegion oracle(EditCurve curve, double slope) {
        int length = curve.length();
        int s = Math.max(32, (int) Math.ceil(length / 40.0));
        int k = (int) Math.ceil((double) length / s);
        int half = (int) Math.ceil(k / 2.0);
        int greatest = IntStream.range(0, k)
                .flatMap(i -> IntStream.rangeClosed(i + 1, k)
                        .filter(j -> flat(curve, slope, Math.min(i * s, length), Math.min(j * s, length)))
                        .map(j -> weight(half, i, j)))
                .max()
                .orElse(-1);
        int fewest = IntStream.range(0, k)
                .flatMap(i -> IntStream.rangeClosed(i + 1, k)
                        .filter(j -> flat(curve, slope, Math.min(i * s, length), Math.min(j * s, length)))
                        .filter(j -> weight(half, i, j) == greatest)
                        .map(j -> j - i))
                .min()
                .orElse(-1);
        TrustedRegion best = null;
        for (int i = 0; i < k; i++) {
            int j = i + fewest;
            if (fewest < 0 || j > k || weight(half, i, j) != greatest) {
                continue;
            }
            int left = Math.min(i * s, length);
            int right = Math.min(j * s, length);
            if (flat(curve, slope, left, right) == false) {
                continue;
            }
            int start = IntStream.rangeClosed(i == 0 ? 0 : (i - 1) * s + 1, left)
                    .filter(x -> flat(curve, slope, x, right))
                    .min()
                    .getAsInt();
            int end = IntStream.rangeClosed(right, Math.min((j + 1) * s, length))
                    .filter(x -> flat(curve, slope, left, x))
                    .max()
                    .getAsInt();
            if (best == null || end - start > best.end() - best.start()) {
                best = new TrustedRegion(start, end);
            }
        }
        return best;
    }

    private static int weight(int half, int i, int j) {
        return IntStream.rangeClosed(i + 1, j)
                .map(t -> half - Math.abs(half - t))
                .sum();
    }

    private static boolean flat(EditCurve curve, double slope, int from, int to) {
        return (double) (curve.at(to) - curve.at(from)) / (to - from) <= slope;
    }

    public void testRandomPairsMatchDefinition() {
        for (int round = 0; round < 50; round++) {
            String a = TestTexts.units(random(), random().nextInt(400));
            String b = TestTexts.mutate(random(), a, random().nextInt(20));
            Sketch.Pair sketches = TestTexts.sketches(random(), a, b, 1 + random().nextInt(16));
            Alignment alignment = align(a, b, sketches);
            EditCurve curve = new EditCurve(a.length(), b.length(), alignment);
            for (int x = 0; x <= a.length(); x++) {
                assertEquals(edits(a.length(), b.length(), alignment, x), curve.at(x));
            }
            assertEquals(a.length() + b.length() - 2 * alignment.length(), curve.at(a.length()));
            double slope = random().nextInt(40) / 100.0;
            assertEquals(a.isEmpty() ? null : oracle(curve, slope), TrustedRegion.find(curve, slope));
        }
    }

    /** Texts of more than 40 · 32 units, which have larger blocks. */
    public void testLongPairsMatchDefinition() {
        for (int round = 0; round < 5; round++) {
            String a = TestTexts.prose(random(), 40 + random().nextInt(60));
            String b = TestTexts.mutate(random(), a, random().nextInt(100));
            EditCurve curve =
                    new EditCurve(a.length(), b.length(), align(a, b, TestTexts.sketches(random(), a, b, 16)));
            assertEquals(oracle(curve, 0.10), TrustedRegion.find(curve, 0.10));
        }
    }

    /**
     * |A| = 160, so s = 32, k = 5, weights 1 2 3 2 1. Positions 40 to 119 of A are all matched, 50 of B come
     * before: d is x up to 39, then 90 up to 120, then rises again. Of the base regions only [64, 96) is flat. To the
     * left it grows to 40; to the right up to x with (x − 120) / (x − 64) ≤ 0.1, which is 126.
     */
    public void testKnownRegion() {
        String content = letters(80, 'a', 26);
        String a = digits(40, 0) + content + digits(40, 3);
        String b = "#".repeat(50) + content;
        Sketch.Pair sketches = TestTexts.sketches(random(), a, b, 16);
        assertEquals(80, sketches.smaller());
        Alignment alignment = align(a, b, sketches);
        EditCurve curve = new EditCurve(a.length(), b.length(), alignment);
        assertEquals(39, curve.at(39));
        assertEquals(90, curve.at(40));
        assertEquals(90, curve.at(120));
        assertEquals(130, curve.at(160));
        assertEquals(new TrustedRegion(40, 126), TrustedRegion.find(curve, 0.10));
        TrustedRegions found = TrustedRegions.find(a, b, sketches, alignment, WINDOW, regions(1), () -> {});
        assertEquals(80, found.length());
        assertEquals(List.of(new Region(40, 126, 50, 130, a.substring(40, 126))), found.regions());
    }

    public void testFurtherRegionsFindMovedParagraphs() {
        String one = TestTexts.prose(random(), 12);
        String two = TestTexts.prose(random(), 12);
        String a = one + "\n" + two;
        String b = two + "\n" + one;
        Sketch.Pair sketches = TestTexts.sketches(random(), a, b, 16);
        int single = TrustedRegions.find(a, b, sketches, align(a, b, sketches), WINDOW, regions(1), () -> {})
                .length();
        TrustedRegions both = TrustedRegions.find(a, b, sketches, align(a, b, sketches), WINDOW, regions(4), () -> {});
        // A region extends beyond its text as far as θ allows, and chance matches count there.
        int greater = Math.max(one.length(), two.length());
        assertTrue(single + " of " + greater, single <= 1.1 * greater);
        assertEquals(2, both.regions().size());
        assertTrue(both.length() + " of " + a.length(), both.length() >= 0.9 * a.length());
        assertTrue(both.length() <= sketches.smaller());
    }

    /** Reference for step 4: the full table for each LCS, and the references above for each curve and region. */
    public void testFurtherRegionsMatchDefinition() {
        int further = 0;
        for (int round = 0; round < 60; round++) {
            String a = TestTexts.prose(random(), 2 + random().nextInt(4));
            int cut = random().nextInt(a.length());
            String b = TestTexts.mutate(random(), a.substring(cut) + a.substring(0, cut), random().nextInt(4));
            int most = 1 + random().nextInt(4);
            Sketch.Pair sketches = TestTexts.sketches(random(), a, b, 16);
            List<Integer> leftInA = new ArrayList<>(
                    IntStream.of(sketches.ofA().positions()).boxed().toList());
            List<Integer> leftInB = new ArrayList<>(
                    IntStream.of(sketches.ofB().positions()).boxed().toList());
            int expected = 0;
            int regions = 0;
            while (regions < most) {
                Alignment alignment = alignByTable(a, leftInA, b, leftInB);
                EditCurve curve = new EditCurve(a.length(), b.length(), alignment);
                TrustedRegion region = oracle(curve, 0.10);
                List<Integer> matchedInB = new ArrayList<>();
                for (int m = 0; m < alignment.length() && region != null; m++) {
                    if (alignment.inA()[m] >= region.start() && alignment.inA()[m] < region.end()) {
                        matchedInB.add(alignment.inB()[m]);
                    }
                }
                if (matchedInB.isEmpty() || regions > 0 && matchedInB.size() < 32) {
                    break;
                }
                expected += matchedInB.size();
                regions++;
                leftInA.removeIf(position -> position >= region.start() && position < region.end());
                leftInB.removeAll(matchedInB);
            }
            TrustedRegions found =
                    TrustedRegions.find(a, b, sketches, align(a, b, sketches), WINDOW, regions(most), () -> {});
            assertEquals(expected, found.length());
            assertEquals(regions, found.regions().size());
            further += regions > 1 ? 1 : 0;
        }
        assertTrue("no round had a further region", further > 0);
    }

    /** A block of 30 or 32 units of A was moved to the front of B; a region of less than two windows of 16 is ignored. */
    public void testFurtherRegionRequiresTwoWindows() {
        for (int length : new int[] {30, 32}) {
            // The parts share no units, so only whole parts match.
            String content = letters(128, 'a', 26);
            String moved = letters(length, 'A', 26);
            String lost = letters(20, '0', 10);
            String a = content + "-".repeat(80) + lost + "-".repeat(60) + moved + "-".repeat(64);
            String b = moved + "+".repeat(50) + lost + "+".repeat(50) + content;
            Sketch.Pair sketches = TestTexts.sketches(random(), a, b, 16);
            assertEquals(128 + 20 + length, sketches.smaller());
            TrustedRegions found =
                    TrustedRegions.find(a, b, sketches, align(a, b, sketches), WINDOW, regions(4), () -> {});
            assertEquals(length < 32 ? 128 : 160, found.length());
        }
    }

    private static Alignment alignByTable(String a, List<Integer> inA, String b, List<Integer> inB) {
        List<int[]> matches = BitVectorLcsTests.oracle(
                inA.stream().mapToInt(a::charAt).toArray(),
                inB.stream().mapToInt(b::charAt).toArray());
        return new Alignment(
                matches.stream().mapToInt(match -> inA.get(match[0])).toArray(),
                matches.stream().mapToInt(match -> inB.get(match[1])).toArray(),
                false);
    }

    public void testUnrelatedTextsHaveNoRegion() {
        String a = TestTexts.prose(random(), 8);
        String b = TestTexts.prose(random(), 8);
        Sketch.Pair sketches = TestTexts.sketches(random(), a, b, 16);
        TrustedRegions found = TrustedRegions.find(a, b, sketches, align(a, b, sketches), WINDOW, regions(4), () -> {});
        assertEquals(0, found.length());
        assertEquals(List.of(), found.regions());
    }

    private static Alignment align(String a, String b, Sketch.Pair sketches) {
        return new SketchAligner(
                        a, sketches.ofA().positions(), b, sketches.ofB().positions(), () -> {})
                .align();
    }

    private static String letters(int length, char first, int alphabet) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append((char) (first + (i * 7 + i / alphabet) % alphabet));
        }
        return text.toString();
    }

    private static String digits(int length, int shift) {
        return letters(length, (char) ('0' + shift), 7);
    }
}
