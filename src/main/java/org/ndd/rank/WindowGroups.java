package org.ndd.rank;

import java.util.BitSet;
import org.ndd.core.group.DecidedBy;

/**
 * The groups of a window.
 *
 * @param leaders for each hit, the hit that represents it: itself, or another one that leads, mostly a better one
 * @param similarities for each hit, its likeness to the hit that represents it; null if it represents itself, or if the likeness is not
 *     known
 * @param compared the hits that could be compared
 * @param decided for each hit, the decision of a person because of which another represents it; null if texts are the reason
 */
record WindowGroups(int[] leaders, Similarity[] similarities, BitSet compared, DecidedBy[] decided) {

    /** Of a window without hits. */
    static final WindowGroups NONE = new WindowGroups(new int[0], new Similarity[0], new BitSet());

    /** Groups without decisions. */
    WindowGroups(int[] leaders, Similarity[] likenesses, BitSet compared) {
        this(leaders, likenesses, compared, new DecidedBy[leaders.length]);
    }

    /** Whether a hit represents itself. */
    boolean isLeader(int hit) {
        return leaders[hit] == hit;
    }
}
