package org.ndd.core.compare;

/**
 * A pair that is compared repeatedly with different thresholds or weights, in order to choose these: sketches and alignments, which take
 * nearly all of the time, are kept. All callers must use the same preset, window, slope and regions. Not thread-safe.
 */
public final class PreparedPair {

    private final PreparedPage a;
    private final PreparedPage b;
    private MaskedPair masked;
    private PairMeasures measures;

    /**
     * @param a the page above in rank
     * @param b the other
     */
    public PreparedPair(PreparedPage a, PreparedPage b) {
        this.a = a;
        this.b = b;
    }

    PreparedPage a() {
        return a;
    }

    PreparedPage b() {
        return b;
    }

    /** The texts without templates, or whole; the argument counts only in the first call. */
    MaskedPair masked(boolean whole) {
        if (masked == null) {
            masked = whole ? MaskedPair.whole(a, b) : MaskedPair.of(a, b);
        }
        return masked;
    }

    /** The measures; the arguments count only in the first call. */
    PairMeasures measures(SimilarityParameters parameters, Runnable check) {
        if (measures == null) {
            measures = new PairMeasures(masked.a(), masked.b(), parameters, check);
        }
        return measures;
    }
}
