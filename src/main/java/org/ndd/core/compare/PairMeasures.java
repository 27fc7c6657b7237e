package org.ndd.core.compare;

/**
 * The measures of one pair, each computed on first use and only once. Not thread-safe; lives for one comparison.
 */
final class PairMeasures {
    private final PreparedText a;
    private final PreparedText b;
    private final SimilarityParameters parameters;
    private final Runnable check;

    private Sketch.Pair sketches;
    private SketchAligner aligner;
    private Alignment alignment;
    private TrustedRegions trusted;
    private int lcs = Comparison.NOT_COMPUTED;
    private boolean approximate;

    PairMeasures(PreparedText a, PreparedText b, SimilarityParameters parameters, Runnable check) {
        this.a = a;
        this.b = b;
        this.parameters = parameters;
        this.check = check;
    }

    /** |A|. */
    int lengthA() {
        return a.length();
    }

    /** |B|. */
    int lengthB() {
        return b.length();
    }

    /** The filtered sketches. O(|A|+|B|). */
    Sketch.Pair sketches() {
        if (sketches == null) {
            sketches = Sketch.of(a, b, parameters.window(), check);
        }
        return sketches;
    }

    /** Whether the smaller sketch has a minimum number of code units. Otherwise, the sketches are not completed or stored. */
    boolean sketchesReach(int least) {
        if (sketches == null) {
            sketches = Sketch.ofAtLeast(least, a, b, parameters.window(), check);
        }
        return sketches != null && sketches.smaller() >= least;
    }

    /** |LCS| of the sketches; the alignment is computed only if it is needed. */
    int lcs() {
        if (lcs == Comparison.NOT_COMPUTED) {
            lcs = aligner().isApproximate() ? alignment().length() : aligner().length();
        }
        return lcs;
    }

    /** Whether the part of the sketches known to be shared in one order gives at least a value of r; the LCS is no shorter. */
    boolean isKnownInOrder(double resemblance) {
        return isExact() && resemblance(sketches().inOrder()) >= resemblance;
    }

    /**
     * Whether the LCS is certainly within the work budget; above it the LCS is approximate, and may be shorter than the part known to be in
     * order.
     */
    private boolean isExact() {
        return (long) b.length() * MatchMasks.words(a.length()) <= BitVectorLcs.BUDGET;
    }

    /** The LCS of the sketches. */
    Alignment alignment() {
        if (alignment == null) {
            alignment = aligner().align();
            lcs = alignment.length();
            approximate |= alignment.approximate();
        }
        return alignment;
    }

    /** The trustable part of the LCS. */
    TrustedRegions trusted() {
        if (trusted == null) {
            trusted = TrustedRegions.find(a.text(), b.text(), sketches(), alignment(), parameters, check);
            approximate |= trusted.approximate();
        }
        return trusted;
    }

    /** |TLCS| if it was computed, else {@link Comparison#NOT_COMPUTED}. */
    int tlcsIfComputed() {
        return trusted == null ? Comparison.NOT_COMPUTED : trusted.length();
    }

    /** Size of A's sketch if it was computed, else {@link Comparison#NOT_COMPUTED}. */
    int sketchAIfComputed() {
        return sketches == null ? Comparison.NOT_COMPUTED : sketches.ofA().size();
    }

    /** Size of B's sketch if it was computed, else {@link Comparison#NOT_COMPUTED}. */
    int sketchBIfComputed() {
        return sketches == null ? Comparison.NOT_COMPUTED : sketches.ofB().size();
    }

    /** Whether an LCS computed so far was over the work budget. */
    boolean approximate() {
        return approximate;
    }

    /** r = L / (|A|+|B|−L); 0 for two empty texts. */
    double resemblance(int common) {
        long union = (long) a.length() + b.length() - common;
        return union == 0 ? 0 : (double) common / union;
    }

    /** The greater of L / |A| and L / |B|; 0 if a text is empty. */
    double containment(int common) {
        int shorter = Math.min(a.length(), b.length());
        return shorter == 0 ? 0 : (double) common / shorter;
    }

    private SketchAligner aligner() {
        if (aligner == null) {
            aligner = new SketchAligner(
                    a.text(),
                    sketches().ofA().positions(),
                    b.text(),
                    sketches().ofB().positions(),
                    check);
        }
        return aligner;
    }
}
