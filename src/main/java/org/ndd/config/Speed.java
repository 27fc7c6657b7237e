package org.ndd.config;

/**
 * The option {@code requests_per_second}: documents per second. No limit is −1 in the input and output of users, and infinity everywhere
 * else.
 */
public final class Speed {

    private static final double UNLIMITED = -1;

    private Speed() {}

    /** Parses the user's input as documents per second; {@link #check} rejects invalid values. */
    public static double typed(double value) {
        return value == UNLIMITED ? Double.POSITIVE_INFINITY : value;
    }

    /** Returns documents per second as users read them. */
    public static double shown(double perSecond) {
        return Double.isInfinite(perSecond) ? UNLIMITED : perSecond;
    }

    /** @throws IllegalArgumentException if it is not more than 0 */
    public static void check(double perSecond) {
        if (perSecond > 0 == false) {
            throw invalid("more than [0]", perSecond);
        }
    }

    /** @throws IllegalArgumentException if it is less than {@code least} */
    public static void check(double perSecond, double least) {
        if (perSecond >= least == false) {
            throw invalid("at least [" + least + "]", perSecond);
        }
    }

    private static IllegalArgumentException invalid(String rule, double perSecond) {
        return new IllegalArgumentException("[requests_per_second] must be " + rule
                + ", or [-1] for no limit, but was [" + (float) perSecond + "]");
    }
}
