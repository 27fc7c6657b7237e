package org.ndd.eval.score;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The share of pairs that are so, as a function of a measure that it only grows with: isotonic regression by pooling adjacent violators
 * (Ayer and others, 1955), brought down to a few points with straight lines between them.
 *
 * @param blocks by ascending measure; their shares ascend strictly
 */
public record MonotoneFit(List<Block> blocks) {

    public MonotoneFit {
        blocks = List.copyOf(blocks);
    }

    /**
     * What was seen of a pair.
     *
     * @param measure such as resemblance
     * @param truth whether it is so
     */
    public record Seen(double measure, boolean truth) {}

    /**
     * Neighbouring pairs that get one share.
     *
     * @param count pairs
     * @param truths those that are so
     * @param sum of their measures
     */
    public record Block(int count, int truths, double sum) {

        /** Mean measure. */
        public double measure() {
            return sum / count;
        }

        /** Share of those that are so. */
        public double share() {
            return (double) truths / count;
        }

        /** The share that is expected of other pairs: half a pair of each kind more, so that it is never 0 or 1 (Jeffreys' prior). */
        public double expected() {
            return (truths + 0.5) / (count + 1);
        }

        private Block and(Block other) {
            return new Block(count + other.count, truths + other.truths, sum + other.sum);
        }

        /** Squared error of giving all pairs of the block one share. */
        private double error() {
            return truths - truths * share();
        }
    }

    /** The fit of least squared error. O(n log n). */
    public static MonotoneFit of(List<Seen> seen) {
        List<Block> blocks = new ArrayList<>();
        double last = Double.NaN;
        for (Seen each :
                seen.stream().sorted(Comparator.comparingDouble(Seen::measure)).toList()) {
            Block block = new Block(1, each.truth() ? 1 : 0, each.measure());
            boolean equal = each.measure() == last;
            blocks.add(equal ? removeLast(blocks).and(block) : block);
            last = each.measure();
        }
        return new MonotoneFit(pooled(blocks));
    }

    private static List<Block> pooled(List<Block> blocks) {
        List<Block> pooled = new ArrayList<>();
        for (Block each : blocks) {
            Block block = each;
            while (pooled.isEmpty() == false && pooled.get(pooled.size() - 1).share() >= block.share()) {
                block = removeLast(pooled).and(block);
            }
            pooled.add(block);
        }
        return pooled;
    }

    private static Block removeLast(List<Block> blocks) {
        return blocks.remove(blocks.size() - 1);
    }

    /** The fit with so many blocks at most, whose expected shares ascend too: neighbours are joined where that costs least. */
    public MonotoneFit reduced(int most) {
        List<Block> reduced = new ArrayList<>(blocks);
        while (reduced.size() > most || expectedAscend(reduced) == false) {
            int best = 0;
            double least = Double.POSITIVE_INFINITY;
            for (int i = 0; i + 1 < reduced.size(); i++) {
                Block low = reduced.get(i);
                Block high = reduced.get(i + 1);
                double cost = low.and(high).error() - low.error() - high.error();
                if (cost < least) {
                    least = cost;
                    best = i;
                }
            }
            reduced.set(best, reduced.get(best).and(reduced.remove(best + 1)));
        }
        return new MonotoneFit(reduced);
    }

    private static boolean expectedAscend(List<Block> blocks) {
        for (int i = 0; i + 1 < blocks.size(); i++) {
            if (blocks.get(i).expected() >= blocks.get(i + 1).expected()) {
                return false;
            }
        }
        return true;
    }

    /** The expected share at a measure, by straight lines between the blocks' means. */
    public double at(double measure) {
        Block low = blocks.get(0);
        for (Block high : blocks) {
            if (measure <= high.measure()) {
                double width = high.measure() - low.measure();
                double part = width == 0 ? 0 : Math.max(0, measure - low.measure()) / width;
                return low.expected() + part * (high.expected() - low.expected());
            }
            low = high;
        }
        return low.expected();
    }
}
