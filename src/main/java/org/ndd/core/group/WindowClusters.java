package org.ndd.core.group;

/**
 * Who stands for whom in a window of hits.
 *
 * @param leaders for each hit, the hit that stands for it: itself, or a better one that stands for itself
 * @param resemblances for each hit, its resemblance to its leader; 1 to itself
 */
public record WindowClusters(int[] leaders, double[] resemblances) {

    /** Whether a hit stands for itself. */
    public boolean leads(int hit) {
        return leaders[hit] == hit;
    }
}
