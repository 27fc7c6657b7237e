package org.ndd.bulk;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Limits the number of documents per second, summed over all callers. Taken documents are a debt, which decreases over time. No credit
 * accumulates: a pause does not allow a burst. A change of speed clears the debt, so that it takes effect immediately. Thread-safe.
 */
public final class Throttle {

    private final LongSupplier nanoTime;
    private final double maxDebtSeconds;
    private double perSecond;
    private double debt;
    private long settledAt;

    /**
     * @param nanoTime a monotonic clock, in nanoseconds
     * @param perSecond documents per second, above 0; infinite for no limit
     * @param maxDebtSeconds maximum debt in seconds; infinite for no limit
     */
    public Throttle(LongSupplier nanoTime, double perSecond, double maxDebtSeconds) {
        this.nanoTime = nanoTime;
        this.perSecond = perSecond;
        this.maxDebtSeconds = maxDebtSeconds;
        this.settledAt = nanoTime.getAsLong();
    }

    /** Adds documents to the debt, 0 or more. */
    public synchronized void take(long documents) {
        settle();
        debt = Math.min(debt + documents, perSecond * maxDebtSeconds);
    }

    /** Reduces the debt by taken documents that were not used. */
    public synchronized void returnUnused(long documents) {
        settle();
        debt = Math.max(0, debt - documents);
    }

    /** Returns the nanoseconds until the debt is 0. */
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
        double elapsedDocuments = (double) (now - settledAt) / TimeUnit.SECONDS.toNanos(1) * perSecond;
        // without a limit, no elapsed time would give 0 times infinity, which is not a number
        debt = Double.isInfinite(perSecond) ? 0 : Math.max(0, debt - elapsedDocuments);
        settledAt = now;
    }
}
