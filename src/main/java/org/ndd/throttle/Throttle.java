package org.ndd.throttle;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Limits the number of documents per second, summed over all callers: documents that were taken are a debt, which time pays off. No credit
 * accumulates: a pause does not allow a burst. A change of speed drops the debt, so that it takes effect immediately. Safe for use by
 * several threads.
 */
public final class Throttle {

    private final LongSupplier nanoTime;
    private final double maxDebtSeconds;
    private double perSecond;
    private double debt;
    private long settledAt;

    /**
     * @param nanoTime a clock that only goes forward
     * @param perSecond documents per second; infinite for no limit
     * @param maxDebtSeconds maximum debt in seconds; infinite for no limit
     */
    public Throttle(LongSupplier nanoTime, double perSecond, double maxDebtSeconds) {
        this.nanoTime = nanoTime;
        this.perSecond = perSecond;
        this.maxDebtSeconds = maxDebtSeconds;
        this.settledAt = nanoTime.getAsLong();
    }

    /** @param documents at least 0 */
    public synchronized void take(long documents) {
        settle();
        debt = Math.min(debt + documents, perSecond * maxDebtSeconds);
    }

    /**
     * Returns documents that were taken and not used, so that the time of the used ones pays for them.
     *
     * @param documents at least 0, and no more than were taken
     */
    public synchronized void giveBack(long documents) {
        settle();
        debt = Math.max(0, debt - documents);
    }

    /** Nanoseconds until the debt is paid; 0 without a debt. */
    public synchronized long waitNanos() {
        settle();
        return (long) Math.ceil(debt / perSecond * TimeUnit.SECONDS.toNanos(1));
    }

    public synchronized void perSecond(double newPerSecond) {
        settle();
        perSecond = newPerSecond;
        debt = 0;
    }

    public synchronized double perSecond() {
        return perSecond;
    }

    private void settle() {
        long now = nanoTime.getAsLong();
        double paid = (double) (now - settledAt) / TimeUnit.SECONDS.toNanos(1) * perSecond;
        // no time and no limit: 0 times infinity is not a number
        debt = Double.isInfinite(perSecond) ? 0 : Math.max(0, debt - paid);
        settledAt = now;
    }
}
