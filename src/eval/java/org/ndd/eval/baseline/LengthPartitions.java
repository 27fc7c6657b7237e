package org.ndd.eval.baseline;

import java.util.Arrays;

/**
 * Partitions of signature-set sizes of SpotSigs: p_0 = 1, and p_{k+1} is the smallest integer with p_{k+1} − p_k > (1−τ) p_{k+1}. Two sets
 * with a Jaccard resemblance of at least τ are in the same partition or in neighboring ones, because the resemblance is at most the ratio
 * of their sizes.
 */
final class LengthPartitions {

    private final int[] starts;

    /**
     * @param threshold τ, above 0 and at most 1
     * @param longest maximum size
     */
    LengthPartitions(double threshold, int longest) {
        int[] found = new int[16];
        int size = 0;
        int start = 1;
        while (true) {
            found = size == found.length ? Arrays.copyOf(found, 2 * size) : found;
            found[size++] = start;
            if (start > longest) {
                break;
            }
            int next = start + 1;
            // Ends, because p_{k+1} grows faster than (1-τ) p_{k+1}. The tolerance prevents that 0.3 * 10 is above 3.
            while (next - start <= (1 - threshold) * next + 1e-9) {
                next++;
            }
            start = next;
        }
        this.starts = Arrays.copyOf(found, size);
    }

    /** Returns the first sizes of the partitions in ascending order. The last one is above the maximum size. */
    int[] starts() {
        return starts.clone();
    }

    int count() {
        return starts.length;
    }

    /** Returns the partition of a size of at least 1. */
    int of(int size) {
        int found = Arrays.binarySearch(starts, size);
        return found >= 0 ? found : -found - 2;
    }
}
