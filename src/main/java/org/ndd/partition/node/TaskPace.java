package org.ndd.partition.node;

import java.util.concurrent.TimeUnit;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.partition.shard.Pace;

/**
 * Lets a task decide a number of documents a second: it waits after each few. Another rate wakes it, and so does the end of the task or of
 * the attempt that it belongs to.
 */
final class TaskPace implements Pace {

    private static final long LONGEST_WAIT = TimeUnit.MILLISECONDS.toNanos(500);

    private final CancellableTask task;
    private final RunRate rate;
    private double perSecond;
    private long startedAt;
    private double taken;

    TaskPace(CancellableTask task, RunRate rate) {
        this.task = task;
        this.rate = rate;
        begin();
        task.addListener(rate::wake);
    }

    private void begin() {
        perSecond = rate.perSecond();
        startedAt = System.nanoTime();
        taken = 0;
    }

    @Override
    public void take(int documents) {
        taken += documents;
        try {
            // Whether it goes on is for the next check to say: here it only ends the wait.
            while (task.isCancelled() == false && rate.hasEnded() == false) {
                if (rate.perSecond() != perSecond) {
                    begin();
                    taken = documents;
                }
                double due = taken / perSecond * TimeUnit.SECONDS.toNanos(1);
                long wait = (long) due - (System.nanoTime() - startedAt);
                if (wait <= 0) {
                    return;
                }
                // in slices, as a cancel may come between the look at it and the wait
                rate.await(Math.min(wait, LONGEST_WAIT), perSecond);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the node stops", e);
        }
    }
}
