package org.ndd.eval.score;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.eval.score.MonotoneFit.Block;
import org.ndd.eval.score.MonotoneFit.Seen;

public class MonotoneFitTests extends LuceneTestCase {

    private static List<Seen> randomPairs() {
        List<Seen> seen = new ArrayList<>();
        int count = random().nextInt(60) + 1;
        for (int i = 0; i < count; i++) {
            double measure = random().nextInt(40) / 40.0;
            seen.add(new Seen(measure, random().nextDouble() < measure));
        }
        return seen;
    }

    /** Of all pairs whose measure is in a range. */
    private static double share(List<Seen> seen, double low, double high) {
        return seen.stream()
                .filter(each -> each.measure() >= low && each.measure() <= high)
                .mapToInt(each -> each.truth() ? 1 : 0)
                .average()
                .orElseThrow();
    }

    /** The formula of isotonic regression: the greatest, over beginnings up to here, of the least share, over ends from here. */
    private static double slow(List<Seen> seen, double measure) {
        double greatest = 0;
        for (Seen from : seen) {
            if (from.measure() <= measure) {
                double least = 1;
                for (Seen to : seen) {
                    if (to.measure() >= measure) {
                        least = Math.min(least, share(seen, from.measure(), to.measure()));
                    }
                }
                greatest = Math.max(greatest, least);
            }
        }
        return greatest;
    }

    /** The share of the block that a measure of the pairs is in. */
    private static double fitted(MonotoneFit fit, List<Seen> seen, double measure) {
        long below = seen.stream().filter(each -> each.measure() <= measure).count();
        for (Block block : fit.blocks()) {
            below -= block.count();
            if (below <= 0) {
                return block.share();
            }
        }
        throw new AssertionError("blocks have all pairs");
    }

    public void testIsTheFitOfLeastSquaredError() {
        for (int round = 0; round < 50; round++) {
            List<Seen> seen = randomPairs();
            MonotoneFit fit = MonotoneFit.of(seen);
            for (Seen each : seen) {
                assertEquals(slow(seen, each.measure()), fitted(fit, seen, each.measure()), 1e-12);
            }
        }
    }

    public void testFewerBlocksHaveThePairsOfAllAndAscend() {
        for (int round = 0; round < 50; round++) {
            List<Seen> seen = randomPairs();
            int most = random().nextInt(8) + 1;
            List<Block> blocks = MonotoneFit.of(seen).reduced(most).blocks();
            assertTrue(blocks.size() <= most);
            assertEquals(seen.size(), blocks.stream().mapToInt(Block::count).sum());
            for (int i = 0; i + 1 < blocks.size(); i++) {
                assertTrue(blocks.get(i).measure() < blocks.get(i + 1).measure());
                assertTrue(blocks.get(i).expected() < blocks.get(i + 1).expected());
            }
        }
    }

    public void testNeighboursAreJoinedWhereThatCostsLeast() {
        MonotoneFit fit =
                new MonotoneFit(List.of(new Block(100, 0, 10), new Block(100, 50, 50), new Block(100, 55, 90)));
        assertEquals(
                List.of(new Block(100, 0, 10), new Block(200, 105, 140)),
                fit.reduced(2).blocks());
    }

    public void testStraightLinesBetweenMeans() {
        MonotoneFit fit = new MonotoneFit(List.of(new Block(99, 0, 99 * 0.2), new Block(99, 99, 99 * 0.6)));
        assertEquals(0.005, fit.at(0), 1e-9);
        assertEquals(0.005, fit.at(0.2), 1e-9);
        assertEquals(0.5, fit.at(0.4), 1e-9);
        assertEquals(0.995, fit.at(0.6), 1e-9);
        assertEquals(0.995, fit.at(1), 1e-9);
    }
}
