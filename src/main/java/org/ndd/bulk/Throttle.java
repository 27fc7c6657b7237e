package org.ndd.bulk;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Lets a number of documents through a second, whoever asks: what was taken is owed, and is paid off by time. Nobody saves up: a pause does
 * not allow a burst. A change of speed forgets what is owed, so that it takes effect at once.
 */
public final class Throttle {

    /** More is never owed, so that a point in time does not expire while its reader waits. */
    private static final double MOST_SECONDS = 60;

    private final LongSupplier nanoTime;
    private double perSecond;
    private double owed;
    private long settledAt;

    /**
     * @param nanoTime a clock that only goes forward
     * @param perSecond documents a second; infinite for no limit
     */
    public Throttle(LongSupplier nanoTime, double perSecond) {
        this.nanoTime = nanoTime;
        this.perSecond = perSecond;
        this.settledAt = nanoTime.getAsLong();
    }

    public synchronized void take(int documents) {
        settle();
        owed = Math.min(owed + documents, perSecond * MOST_SECONDS);
    }

    /** Nanoseconds until nothing is owed; 0 where the way is free. */
    public synchronized long waitNanos() {
        settle();
        return (long) Math.ceil(owed / perSecond * TimeUnit.SECONDS.toNanos(1));
    }

    public synchronized void perSecond(double newPerSecond) {
        settle();
        perSecond = newPerSecond;
        owed = 0;
    }

    public synchronized double perSecond() {
        return perSecond;
    }

    private void settle() {
        long now = nanoTime.getAsLong();
        double paid = (double) (now - settledAt) / TimeUnit.SECONDS.toNanos(1) * perSecond;
        // no time and no limit: 0 times infinity is not a number
        owed = Double.isInfinite(perSecond) ? 0 : Math.max(0, owed - paid);
        settledAt = now;
    }
}
