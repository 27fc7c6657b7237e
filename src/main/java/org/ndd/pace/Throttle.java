package org.ndd.pace;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Lets a number of documents through a second, whoever asks: what was taken is owed, and is paid off by time. Nobody saves up: a pause does
 * not allow a burst. A change of speed forgets what is owed, so that it takes effect at once. Safe for use by several threads.
 */
public final class Throttle {

    private final LongSupplier nanoTime;
    private final double mostSeconds;
    private double perSecond;
    private double owed;
    private long settledAt;

    /**
     * @param nanoTime a clock that only goes forward
     * @param perSecond documents a second; infinite for no limit
     * @param mostSeconds more than this many seconds' worth is never owed; infinite to pay for all
     */
    public Throttle(LongSupplier nanoTime, double perSecond, double mostSeconds) {
        this.nanoTime = nanoTime;
        this.perSecond = perSecond;
        this.mostSeconds = mostSeconds;
        this.settledAt = nanoTime.getAsLong();
    }

    /** @param documents at least 0 */
    public synchronized void take(long documents) {
        settle();
        owed = Math.min(owed + documents, perSecond * mostSeconds);
    }

    /**
     * Gives back what was taken and not used, so that the time that using the rest took pays for it.
     *
     * @param documents at least 0, and no more than were taken
     */
    public synchronized void giveBack(long documents) {
        settle();
        owed = Math.max(0, owed - documents);
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
