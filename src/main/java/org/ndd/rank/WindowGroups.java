package org.ndd.rank;

import java.util.BitSet;
import org.ndd.core.group.WindowClusters;

/**
 * What became of a window.
 *
 * @param clusters who stands for whom; a resemblance may be NaN, for not known
 * @param compared the hits of which that is known
 */
record WindowGroups(WindowClusters clusters, BitSet compared) {}
