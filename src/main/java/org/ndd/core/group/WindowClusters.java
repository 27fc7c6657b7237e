package org.ndd.core.group;

/**
 * The leader of each hit in a window of hits.
 *
 * @param leaders for each hit, the hit that it follows: itself, or another one that leads, mostly a better one
 * @param resemblances for each hit, its resemblance to its leader; 1 to itself
 */
public record WindowClusters(int[] leaders, double[] resemblances) {

    /** Whether a hit leads. */
    public boolean leads(int hit) {
        return leaders[hit] == hit;
    }
}
