package org.ndd.partition.node;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.partition.shard.Pace;

/** Lets a task decide a number of documents a second: it waits after each few, and cancelling the task wakes it. */
final class TaskPace implements Pace {

    private final double perSecond;
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private final long startedAt = System.nanoTime();
    private long taken;

    private TaskPace(CancellableTask task, double perSecond) {
        this.perSecond = perSecond;
        task.addListener(cancelled::countDown);
    }

    /** @param perSecond documents a second; infinite for as fast as it goes */
    static Pace of(CancellableTask task, double perSecond) {
        return Double.isInfinite(perSecond) ? Pace.UNLIMITED : new TaskPace(task, perSecond);
    }

    @Override
    public void take(int documents) {
        taken += documents;
        long due = startedAt + (long) (taken / perSecond * TimeUnit.SECONDS.toNanos(1));
        try {
            // Whether it is cancelled is for the next check to say: here it only ends the wait.
            cancelled.await(due - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the node stops", e);
        }
    }
}
