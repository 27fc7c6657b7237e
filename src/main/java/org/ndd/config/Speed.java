package org.ndd.config;

/**
 * The option {@code requests_per_second}: documents per second. No limit is −1 in the input and output of users, and infinity everywhere
 * else.
 */
public final class Speed {

    private static final double UNLIMITED = -1;

    /** Minimum speed of a run: 17 minutes per document. At much lower speeds, such as 1e-30, a run would never end. */
    public static final double MIN_PER_SECOND = 0.001;

    private Speed() {}

    /** Parses the user's input as documents per second; {@link #check} rejects invalid values. */
    public static double typed(double value) {
        return value == UNLIMITED ? Double.POSITIVE_INFINITY : value;
    }

    /** Returns documents per second as users read them. */
    public static double shown(double perSecond) {
        return Double.isInfinite(perSecond) ? UNLIMITED : perSecond;
    }

    /** @throws IllegalArgumentException if it is less than {@link #MIN_PER_SECOND} */
    public static void check(double perSecond) {
        check("requests_per_second", perSecond, MIN_PER_SECOND);
    }

    /**
     * @param name name of the option
     * @throws IllegalArgumentException if it is less than {@code least}
     */
    public static void check(String name, double perSecond, double least) {
        if (perSecond >= least == false) {
            throw new IllegalArgumentException("[" + name + "] must be at least [" + least
                    + "], or [-1] for no limit, but was [" + (float) perSecond + "]");
        }
    }
}
