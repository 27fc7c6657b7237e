package org.ndd.eval.simulate;

import java.util.Random;
import org.apache.lucene.tests.util.LuceneTestCase;

public class GroupSizesTests extends LuceneTestCase {

    public void testKnownSizes() {
        GroupSizes sizes = new GroupSizes(2, 3);
        double all = 1 + 1 / 4.0 + 1 / 9.0;
        double mean = (1 + 2 / 4.0 + 3 / 9.0) / all;
        assertEquals(mean, sizes.mean(), 1e-12);
        assertEquals(1, sizes.overPages(size -> 1), 1e-12);
        assertEquals((1 + 4 / 4.0 + 9 / 9.0) / all / mean, sizes.overPages(size -> size), 1e-12);
        assertEquals(600 / mean * (1 / 4.0 + 1 / 9.0) / all, sizes.atLeast(2, 600), 1e-9);
        assertEquals(600 / mean * (3 / 9.0) / all, sizes.pagesIn(3, 600), 1e-9);
    }

    public void testApproximateSums() {
        GroupSizes sizes = new GroupSizes(2.3, 1e5);
        double all = 0;
        double pages = 0;
        for (int size = 1; size <= 1e5; size++) {
            all += Math.pow(size, -2.3);
            pages += size * Math.pow(size, -2.3);
        }
        assertEquals(pages / all, sizes.mean(), 0.001 * sizes.mean());
    }

    public void testDrawnGroupsMatchDistribution() {
        GroupSizes sizes = new GroupSizes(2.4, 1e5);
        GroupSizes.Drawn drawn = sizes.draw(1e8, 20_000, new Random(3));
        double pages = drawn.sizes().stream().mapToDouble(Double::doubleValue).sum();
        assertEquals(sizes.pagesIn(drawn.least(), 1e8), pages, 0.05 * pages);
        assertTrue(drawn.sizes().size() <= 20_000);
        assertTrue(drawn.sizes().stream().allMatch(size -> size >= drawn.least() && size <= 1e5));
    }

    public void testDrawnSizesMatchDistribution() {
        GroupSizes sizes = new GroupSizes(2.5, 1000);
        Random rng = new Random(4);
        int ones = 0;
        double sum = 0;
        for (int i = 0; i < 200_000; i++) {
            int size = sizes.one(rng);
            ones += size == 1 ? 1 : 0;
            sum += size;
        }
        assertEquals(sizes.atLeast(1, sizes.mean()) - sizes.atLeast(2, sizes.mean()), ones / 200_000.0, 0.01);
        assertEquals(sizes.mean(), sum / 200_000, 0.1);
    }

    public void testExponentOfMean() {
        for (double mean : new double[] {1.2, 4, 6.3}) {
            assertEquals(mean, GroupSizes.ofMean(mean, 1e6).mean(), 1e-6);
        }
        assertTrue(GroupSizes.ofMean(4, 1e6).exponent()
                > GroupSizes.ofMean(4, 1000).exponent());
        assertEquals(1000, GroupSizes.largestOf(5000), 0);
        assertEquals(400_000, GroupSizes.largestOf(4e7), 0);
        assertEquals(1e6, GroupSizes.largestOf(4e8), 0);
        assertEquals(200, GroupSizes.largestOf(200), 0);
    }

    public void testRejectsDivergentExponent() {
        IllegalArgumentException e = expectThrows(IllegalArgumentException.class, () -> new GroupSizes(1, 10));
        assertEquals("[exponent] must be above [1], but was [1.0]", e.getMessage());
    }

    public void testExpectedDistinctCount() {
        assertEquals(1, ExpectedDistinct.different(1, 10), 1e-12);
        assertEquals(10 * (1 - 0.9 * 0.9), ExpectedDistinct.different(2, 10), 1e-12);
        assertEquals(10, ExpectedDistinct.different(1e6, 10), 1e-9);
        assertEquals(0, ExpectedDistinct.different(5, 0), 0);
        assertEquals(0.5, ExpectedDistinct.different(0.5, 1), 0);
    }
}
