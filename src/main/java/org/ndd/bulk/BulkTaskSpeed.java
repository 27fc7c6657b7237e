package org.ndd.bulk;

import org.ndd.config.Speed;

/** The speed of a bulk task: documents per second, infinite for no limit. */
public final class BulkTaskSpeed {

    /** The slowest: below it, a point in time could not be kept open from one batch of documents to the next. */
    private static final double LEAST_PER_SECOND = 0.1;

    private BulkTaskSpeed() {}

    /**
     * The value as users type it: documents per second, or −1 for no limit.
     *
     * @throws IllegalArgumentException if it is below 0.1
     */
    public static double typed(double value) {
        double perSecond = Speed.typed(value);
        check(perSecond);
        return perSecond;
    }

    /** @throws IllegalArgumentException if it is below 0.1 */
    public static void check(double perSecond) {
        Speed.check(perSecond, LEAST_PER_SECOND);
    }
}
