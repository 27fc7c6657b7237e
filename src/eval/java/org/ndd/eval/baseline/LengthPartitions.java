package org.ndd.eval.baseline;

import java.util.Arrays;

/**
 * SpotSigs' partitions of signature-set sizes: p_0 = 1 and p_{k+1} the smallest integer with p_{k+1} − p_k > (1−τ) p_{k+1}. Two sets whose
 * Jaccard resemblance reaches τ are in the same partition or in neighbouring ones, since it is at most the ratio of their sizes.
 */
final class LengthPartitions {

    private final int[] starts;

    /**
     * @param threshold τ, above 0 and at most 1
     * @param longest size that has to be in some partition
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
            // Ends, since p_{k+1} grows faster than (1-τ) p_{k+1}; a small slack keeps 0.3 * 10 from being above 3.
            while (next - start <= (1 - threshold) * next + 1e-9) {
                next++;
            }
            start = next;
        }
        this.starts = Arrays.copyOf(found, size);
    }

    /** First sizes of the partitions, ascending; the last is above the longest. */
    int[] starts() {
        return starts.clone();
    }

    int count() {
        return starts.length;
    }

    /** The partition of a size, 1 or more. */
    int of(int size) {
        int found = Arrays.binarySearch(starts, size);
        return found >= 0 ? found : -found - 2;
    }
}
