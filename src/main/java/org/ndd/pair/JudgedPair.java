package org.ndd.pair;

import org.ndd.core.compare.PreparedPair;

/**
 * Two pages that several {@linkplain PairJudge judges} look at, who differ in thresholds only: what one of them measures is there for the
 * next, and may be in the lengths that this one tells. Used by one thread at a time.
 */
public final class JudgedPair {

    private final boolean inOrder;
    private final PreparedPair prepared;
    private final ComparablePage a;
    private final ComparablePage b;
    private Boolean mayBeFound;

    public JudgedPair(ComparablePage a, ComparablePage b) {
        this.a = a;
        this.b = b;
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

    /** See {@link PairJudge#mayBeFound}. */
    boolean mayBeFound() {
        if (mayBeFound == null) {
            mayBeFound = PairJudge.mayBeFound(a, b);
        }
        return mayBeFound;
    }
}
