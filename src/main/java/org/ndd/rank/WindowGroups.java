package org.ndd.rank;

import java.util.BitSet;
import org.ndd.core.group.WindowClusters;

/**
 * The groups of a window.
 *
 * @param clusters which hit represents which
 * @param likenesses for each hit, its likeness to the hit that represents it; null if it represents itself, or if the likeness is not known
 * @param compared the hits that could be compared
 */
record WindowGroups(WindowClusters clusters, Similarity[] likenesses, BitSet compared) {

    /** Of a window without hits. */
    static final WindowGroups NONE =
            new WindowGroups(new WindowClusters(new int[0], new double[0]), new Similarity[0], new BitSet());
}
