package org.ndd.rank;

import java.util.BitSet;
import org.ndd.core.group.DecidedBy;

/**
 * The groups of a window.
 *
 * @param leaders for each hit, the hit that represents it: itself or another leader, usually a better hit
 * @param similarities for each hit, its similarity to the hit that represents it; null if it represents itself, or if the similarity is
 *     unknown
 * @param compared hits that could be compared
 * @param decided for each hit, the decision because of which another hit represents it; null if texts are the reason
 */
record WindowGroups(int[] leaders, Similarity[] similarities, BitSet compared, DecidedBy[] decided) {

    /** Groups of a window without hits. */
    static final WindowGroups NONE = new WindowGroups(new int[0], new Similarity[0], new BitSet());

    /** Creates groups without decisions. */
    WindowGroups(int[] leaders, Similarity[] likenesses, BitSet compared) {
        this(leaders, likenesses, compared, new DecidedBy[leaders.length]);
    }

    /** Returns whether a hit represents itself. */
    boolean isLeader(int hit) {
        return leaders[hit] == hit;
    }
}
