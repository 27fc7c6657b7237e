package org.ndd.pair;

import org.ndd.core.compare.PreparedPair;

/**
 * Two pages for several {@linkplain PairJudge judges} that differ only in thresholds: a later judge reuses the measurements of an earlier
 * one, and the lengths that this object returns. Used by one thread at a time.
 */
public final class JudgedPair {

    private final boolean inOrder;
    private final PreparedPair prepared;

    public JudgedPair(ComparablePage a, ComparablePage b) {
        this.inOrder = a.isAbove(b);
        this.prepared =
                inOrder ? new PreparedPair(a.prepared(), b.prepared()) : new PreparedPair(b.prepared(), a.prepared());
    }

    /** The pages, the one above in rank first. */
    PreparedPair prepared() {
        return prepared;
    }

    /** Whether a is the page above in rank. */
    boolean inOrder() {
        return inOrder;
    }
}
