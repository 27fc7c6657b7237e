package org.ndd.config;

/**
 * The option {@code requests_per_second}: documents a second, with −1 for no limit where users type or see it, and infinity everywhere
 * else.
 */
public final class Speed {

    private static final double UNLIMITED = -1;

    private Speed() {}

    /** What the user typed, as documents a second; whether that is allowed is for {@link #check} to say. */
    public static double typed(double value) {
        return value == UNLIMITED ? Double.POSITIVE_INFINITY : value;
    }

    /** Documents a second as users see them. */
    public static double shown(double perSecond) {
        return Double.isInfinite(perSecond) ? UNLIMITED : perSecond;
    }

    /** @throws IllegalArgumentException where it is not more than 0 */
    public static void check(double perSecond) {
        if (perSecond > 0 == false) {
            throw wrong("more than [0]", perSecond);
        }
    }

    /** @throws IllegalArgumentException where it is less than {@code least} */
    public static void check(double perSecond, double least) {
        if (perSecond >= least == false) {
            throw wrong("at least [" + least + "]", perSecond);
        }
    }

    private static IllegalArgumentException wrong(String rule, double perSecond) {
        return new IllegalArgumentException("[requests_per_second] must be " + rule
                + ", or [-1] for no limit, but was [" + (float) perSecond + "]");
    }
}
