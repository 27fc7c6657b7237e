package org.ndd.core.compare;

/**
 * How sure it is that readers call two pages near-duplicates, 0 to 1: of pairs with confidence 0.9, nine in ten. A function of how much is
 * shared, by straight lines between points that were fitted to pairs that people have read, and of what tells the objects apart. Of equal
 * texts nobody has to be asked: they are not judged here, and their confidence is 1.
 * {@code docs/quality.md} has the reliability plot.
 */
final class Confidence {

    /**
     * Resemblance, and the share of pairs read as near-duplicates there, where nothing tells the objects apart: blocks of an isotonic
     * regression. Both ascend.
     */
    private static final double[][] NEAR = {
        {0.30, 0.005},
        {0.465, 0.085},
        {0.515, 0.30},
        {0.545, 0.425},
        {0.57, 0.50},
        {0.59, 0.72},
        {0.76, 0.865},
        {0.955, 0.96}
    };

    /** Of 66 pairs that were called the same, readers called all near-duplicates; half a pair of each kind is added. */
    private static final double SAME = 0.993;

    /** Of 246 pairs that a rule told apart, readers called eight near-duplicates. */
    private static final double OTHER_ITEM = 0.034;

    private Confidence() {}

    /**
     * @param relation of the pair
     * @param resemblance by the measure that decided
     */
    static double of(Relation relation, double resemblance) {
        return switch (relation) {
            case SAME -> SAME;
            case OTHER_ITEM -> Math.min(OTHER_ITEM, between(resemblance));
            default -> between(resemblance);
        };
    }

    private static double between(double resemblance) {
        if (resemblance <= NEAR[0][0]) {
            return NEAR[0][1];
        }
        int next = 1;
        while (next < NEAR.length - 1 && NEAR[next][0] < resemblance) {
            next++;
        }
        double[] low = NEAR[next - 1];
        double[] high = NEAR[next];
        double share = Math.min(1, (resemblance - low[0]) / (high[0] - low[0]));
        return low[1] + share * (high[1] - low[1]);
    }
}
