package org.ndd.core.align;

import java.util.ArrayList;
import java.util.List;

/**
 * The trustable region of an alignment (PKU report, section 4.4, figure 4): the most central part of A in which the edit curve is no
 * steeper than θ. Differences around the content of a document are excluded; edits inside the region are tolerated up to θ.
 *
 * @param start first position of A
 * @param end position after the last
 */
record TrustedRegion(int start, int end) {
    private static final int MIN_BLOCK = 32;
    private static final int MAX_BLOCKS = 40;

    /**
     * Finds the region in O(k² + |A|), k ≤ 40 blocks; null if no block is flat enough.
     *
     * @param curve d(x)
     * @param slope θ, maximum slope, 0 to 1
     */
    static TrustedRegion find(EditCurve curve, double slope) {
        if (curve.length() == 0) {
            return null;
        }
        Blocks blocks = new Blocks(curve.length());
        TrustedRegion best = null;
        for (int[] base : baseRegions(curve, blocks, slope)) {
            TrustedRegion extended = extend(curve, blocks, slope, base[0], base[1]);
            if (best == null || extended.end - extended.start > best.end - best.start) {
                best = extended;
            }
        }
        return best;
    }

    /** Divides A into k blocks of equal size (the last may be shorter); blocks in the middle have more weight. */
    private static final class Blocks {
        private final int length;
        private final int size;
        private final int count;

        Blocks(int length) {
            this.length = length;
            this.size = Math.max(MIN_BLOCK, (length + MAX_BLOCKS - 1) / MAX_BLOCKS);
            this.count = (length + size - 1) / size;
        }

        /** Returns the start p_i of block i + 1, 0 ≤ i ≤ k; p_k is |A|. */
        int border(int i) {
            return Math.min(i * size, length);
        }

        /** Returns the weight w_i of block i, 1 ≤ i ≤ k. */
        int weight(int i) {
            int middle = (count + 1) / 2;
            return middle - Math.abs(middle - i);
        }
    }

    /** Returns pairs i, j of the greatest total weight and, of these, the fewest blocks; from left to right. */
    private static List<int[]> baseRegions(EditCurve curve, Blocks blocks, double slope) {
        List<int[]> best = new ArrayList<>();
        int bestWeight = -1;
        int bestBlocks = 0;
        for (int i = 0; i < blocks.count; i++) {
            int weight = 0;
            for (int j = i + 1; j <= blocks.count; j++) {
                weight += blocks.weight(j);
                if (curve.slope(blocks.border(i), blocks.border(j)) > slope) {
                    continue;
                }
                if (weight > bestWeight || weight == bestWeight && j - i < bestBlocks) {
                    best.clear();
                    bestWeight = weight;
                    bestBlocks = j - i;
                }
                if (weight == bestWeight && j - i == bestBlocks) {
                    best.add(new int[] {i, j});
                }
            }
        }
        return best;
    }

    private static TrustedRegion extend(EditCurve curve, Blocks blocks, double slope, int i, int j) {
        int left = blocks.border(i);
        int right = blocks.border(j);
        int start = left;
        if (i > 0) {
            start = blocks.border(i - 1) + 1;
            while (start < left && curve.slope(start, right) > slope) {
                start++;
            }
        }
        int end = right;
        if (j < blocks.count) {
            end = blocks.border(j + 1);
            while (end > right && curve.slope(left, end) > slope) {
                end--;
            }
        }
        return new TrustedRegion(start, end);
    }
}
