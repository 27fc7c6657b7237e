package org.ndd.partition.node;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How many documents a second each shard of a run on this node may decide. A change takes effect at once, also for who waits.
 */
final class RunRate {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile double perSecond;
    private volatile boolean ended;

    /** @param perSecond documents a second and shard; infinite for as fast as it goes */
    RunRate(double perSecond) {
        this.perSecond = perSecond;
    }

    double perSecond() {
        return perSecond;
    }

    void set(double documentsPerSecond) {
        perSecond = documentsPerSecond;
        wake();
    }

    /** Nobody waits any more. */
    void end() {
        ended = true;
        wake();
    }

    boolean hasEnded() {
        return ended;
    }

    /** Lets those who wait look again at whether they still have to. */
    void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for a while, or until {@link #wake}; returns at once where the rate is not {@code expected} any more, or has
     * ended.
     */
    void await(long nanos, double expected) throws InterruptedException {
        lock.lock();
        try {
            if (perSecond == expected && ended == false) {
                changed.await(nanos, TimeUnit.NANOSECONDS);
            }
        } finally {
            lock.unlock();
        }
    }
}
