package org.ndd.rank;

import java.io.IOException;

/** Decides whether a hit represents another. */
@FunctionalInterface
interface HitJudge {

    /**
     * How two hits are alike that are related closely enough, or null.
     *
     * @param leader the better hit
     * @param hit the other
     */
    Similarity likeness(int leader, int hit) throws IOException;
}
