package org.ndd.bulk;

import org.ndd.config.Speed;

/** The speed of a job: documents a second, infinite for as fast as it goes. */
public final class JobSpeed {

    /** The slowest: below it, a point in time could not be kept open from one batch of documents to the next. */
    private static final double LEAST_PER_SECOND = 0.1;

    private JobSpeed() {}

    /**
     * As users type it: documents a second, or −1 for as fast as it goes.
     *
     * @throws IllegalArgumentException where it is below 0.1
     */
    public static double typed(double value) {
        double perSecond = Speed.typed(value);
        check(perSecond);
        return perSecond;
    }

    /** @throws IllegalArgumentException where it is below 0.1 */
    public static void check(double perSecond) {
        Speed.check(perSecond, LEAST_PER_SECOND);
    }
}
