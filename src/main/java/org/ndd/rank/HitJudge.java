package org.ndd.rank;

import java.io.IOException;

/** Decides whether a hit represents another. */
@FunctionalInterface
interface HitJudge {

    /**
     * The similarity of two hits that are related closely enough; null for others.
     *
     * @param leader the better hit
     * @param hit the other
     */
    Similarity similarity(int leader, int hit) throws IOException;
}
