package org.ndd.core.align;

/** Computes the measures of one pair, each on first use and only once. Not thread-safe; used for one comparison. */
public final class PairMeasures {

    /** A measure that was not needed. */
    public static final int NOT_COMPUTED = -1;

    private final PreparedText a;
    private final PreparedText b;
    private final int window;
    private final TrustedRegions.Limits limits;
    private final Runnable check;

    private Sketch.Pair sketches;
    private SketchAligner aligner;
    private Alignment alignment;
    private TrustedRegions trusted;
    private int lcs = NOT_COMPUTED;
    private boolean approximate;

    /**
     * @param window S of the filtered sketch, in width units
     * @param limits how trustable regions are found
     * @param check called periodically; throws to cancel
     */
    public PairMeasures(PreparedText a, PreparedText b, int window, TrustedRegions.Limits limits, Runnable check) {
        this.a = a;
        this.b = b;
        this.window = window;
        this.limits = limits;
        this.check = check;
    }

    /** Throws if the comparison is cancelled. Called before each step that takes long for texts of megabytes. */
    public void check() {
        check.run();
    }

    /** Returns |A|. */
    public int lengthA() {
        return a.length();
    }

    /** Returns |B|. */
    public int lengthB() {
        return b.length();
    }

    /** Returns the filtered sketches. O(|A|+|B|). */
    public Sketch.Pair sketches() {
        if (sketches == null) {
            sketches = Sketch.of(a, b, window, check);
        }
        return sketches;
    }

    /** Returns whether the smaller sketch has a minimum number of code units. Otherwise the sketches are neither completed nor stored. */
    public boolean sketchesReach(int least) {
        if (sketches == null) {
            sketches = Sketch.ofMinLength(least, a, b, window, check);
        }
        return sketches != null && sketches.smaller() >= least;
    }

    /** Returns |LCS| of the sketches; the alignment is computed only if it is needed. */
    public int lcs() {
        if (lcs == NOT_COMPUTED) {
            check();
            lcs = aligner().isApproximate() ? alignment().length() : aligner().length();
        }
        return lcs;
    }

    /**
     * Returns whether the resemblance of the part of the sketches known to be in one order is at least {@code resemblance}; the LCS is no
     * shorter.
     */
    public boolean isKnownInOrder(double resemblance) {
        return isExact() && resemblance(sketches().inOrder()) >= resemblance;
    }

    /**
     * Returns whether the LCS is certainly within the work budget. Otherwise the LCS is approximate, and may be shorter than the part known
     * to be in order.
     */
    private boolean isExact() {
        return (long) b.length() * MatchMasks.words(a.length()) <= BitVectorLcs.BUDGET;
    }

    /** Returns the LCS of the sketches. */
    public Alignment alignment() {
        if (alignment == null) {
            check();
            alignment = aligner().align();
            lcs = alignment.length();
            approximate |= alignment.approximate();
        }
        return alignment;
    }

    /** Returns the trustable part of the LCS. */
    public TrustedRegions trusted() {
        if (trusted == null) {
            trusted = TrustedRegions.find(a.text(), b.text(), sketches(), alignment(), window, limits, check);
            approximate |= trusted.approximate();
        }
        return trusted;
    }

    /** Returns |TLCS| if it was computed, else {@link #NOT_COMPUTED}. */
    public int tlcsIfComputed() {
        return trusted == null ? NOT_COMPUTED : trusted.length();
    }

    /** Returns the size of A's sketch if it was computed, else {@link #NOT_COMPUTED}. */
    public int sketchAIfComputed() {
        return sketches == null ? NOT_COMPUTED : sketches.ofA().size();
    }

    /** Returns the size of B's sketch if it was computed, else {@link #NOT_COMPUTED}. */
    public int sketchBIfComputed() {
        return sketches == null ? NOT_COMPUTED : sketches.ofB().size();
    }

    /** Returns whether any computed LCS exceeded the work budget. */
    public boolean approximate() {
        return approximate;
    }

    /** Returns r = L / (|A|+|B|−L); 0 for two empty texts. */
    public double resemblance(int common) {
        long union = (long) a.length() + b.length() - common;
        return union == 0 ? 0 : (double) common / union;
    }

    /** Returns the greater of L / |A| and L / |B|; 0 if a text is empty. */
    public double containment(int common) {
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
