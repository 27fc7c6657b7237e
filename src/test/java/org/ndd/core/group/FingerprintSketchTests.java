package org.ndd.core.group;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.apache.lucene.tests.util.LuceneTestCase;

public class FingerprintSketchTests extends LuceneTestCase {

    public void testSizeIsHalvedUntilSketchesFit() {
        assertEquals(16, FingerprintSketch.size(0, 1000));
        assertEquals(16, FingerprintSketch.size(62, 1000));
        assertEquals(8, FingerprintSketch.size(63, 1000));
        assertEquals(4, FingerprintSketch.size(126, 1000));
        assertEquals(4, FingerprintSketch.size(1_000_000, 1000));
    }

    public void testUnsignedOrderWithEmptySketchesLast() {
        List<long[]> sketches =
                new ArrayList<>(List.of(new long[0], new long[] {-1}, new long[] {1, 2}, new long[] {1}));
        sketches.sort(FingerprintSketch.ORDER);
        assertArrayEquals(new long[] {1}, sketches.get(0));
        assertArrayEquals(new long[] {1, 2}, sketches.get(1));
        assertArrayEquals(new long[] {-1}, sketches.get(2));
        assertArrayEquals(new long[0], sketches.get(3));
    }

    public void testResemblanceOfWholeSetsIsExact() {
        assertEquals(1, resemblance(16, new long[] {1, 2, -3}, new long[] {1, 2, -3}), 0);
        assertEquals(0.5, resemblance(16, new long[] {1, 2, -3}, new long[] {1, 2, 4}), 0);
        assertEquals(0, resemblance(16, new long[] {1, 2}, new long[] {3, 4}), 0);
        assertEquals(0, resemblance(16, new long[0], new long[] {3, 4}), 0);
        assertEquals(0, resemblance(16, new long[0], new long[0]), 0);
    }

    /** Values beyond the last value of a full sketch are unknown, so they are ignored. */
    public void testResemblanceUsesCommonRangeOnly() {
        assertEquals(1, resemblance(2, new long[] {1, 2}, new long[] {1}), 0.5);
        assertEquals(1, resemblance(2, new long[] {1, 3}, new long[] {1, 3}), 0);
        assertEquals(0.5, resemblance(2, new long[] {1, 2}, new long[] {1, 9}), 0);
        assertEquals(0, resemblance(2, new long[] {1, 2}, new long[] {8, 9}), 0);
    }

    /** Reference: sets of the values up to the smaller last value of the full sketches. */
    public void testResemblanceMatchesSets() {
        for (int round = atLeast(500); round > 0; round--) {
            int size = 1 + random().nextInt(8);
            long[] a = FingerprintSketch.of(values(), size);
            long[] b = FingerprintSketch.of(values(), size);
            TreeSet<Long> ofA = set(a);
            TreeSet<Long> ofB = set(b);
            if (a.length == size && ofB.comparator().compare(last(b), last(a)) > 0
                    || a.length == size && b.length < size) {
                ofB.removeIf(value -> Long.compareUnsigned(value, last(a)) > 0);
            }
            if (b.length == size && ofB.comparator().compare(last(a), last(b)) > 0
                    || b.length == size && a.length < size) {
                ofA.removeIf(value -> Long.compareUnsigned(value, last(b)) > 0);
            }
            TreeSet<Long> shared = new TreeSet<>(ofA);
            shared.retainAll(ofB);
            TreeSet<Long> all = new TreeSet<>(ofA);
            all.addAll(ofB);
            double expected = a.length == 0 || b.length == 0 ? 0 : (double) shared.size() / all.size();
            assertEquals(Arrays.toString(a) + Arrays.toString(b), expected, resemblance(size, a, b), 1e-9);
            assertEquals("symmetric", expected, resemblance(size, b, a), 1e-9);
        }
    }

    private static double resemblance(int size, long[] a, long[] b) {
        return FingerprintSketch.resemblance(a, b, size);
    }

    private static Long last(long[] values) {
        return values.length == 0 ? 0 : values[values.length - 1];
    }

    private static TreeSet<Long> set(long[] values) {
        TreeSet<Long> set = new TreeSet<>(Long::compareUnsigned);
        Arrays.stream(values).forEach(set::add);
        return set;
    }

    private static long[] values() {
        TreeSet<Long> values = new TreeSet<>(Long::compareUnsigned);
        for (int i = random().nextInt(12); i > 0; i--) {
            values.add(random().nextInt(20) - 5L);
        }
        return values.stream().mapToLong(Long::longValue).toArray();
    }
}
