package org.ndd.rank;

import java.util.BitSet;
import org.ndd.core.group.WindowClusters;

/**
 * What became of a window.
 *
 * @param clusters who stands for whom
 * @param likenesses for each hit, how it is like the one that stands for it; null where it stands for itself, or where that is not known
 * @param compared the hits of which that is known
 */
record WindowGroups(WindowClusters clusters, Likeness[] likenesses, BitSet compared) {

    /** Of a window without hits. */
    static final WindowGroups NONE =
            new WindowGroups(new WindowClusters(new int[0], new double[0]), new Likeness[0], new BitSet());
}
