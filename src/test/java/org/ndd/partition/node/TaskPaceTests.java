package org.ndd.partition.node;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskCancelHelper;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.test.ESTestCase;
import org.ndd.partition.shard.Pace;

public class TaskPaceTests extends ESTestCase {

    private static CancellableTask task() {
        return new CancellableTask(1, "transport", "test", "", TaskId.EMPTY_TASK_ID, Map.of());
    }

    public void testWithoutLimitNothingWaits() {
        Pace pace = new TaskPace(task(), new RunRate(Double.POSITIVE_INFINITY));
        pace.take(Integer.MAX_VALUE);
    }

    public void testTakesAsLongAsTheRateSays() {
        long start = System.nanoTime();
        Pace pace = new TaskPace(task(), new RunRate(1000));
        for (int i = 0; i < 50; i++) {
            pace.take(1);
        }
        assertTrue(System.nanoTime() - start >= TimeUnit.MILLISECONDS.toNanos(45));
    }

    public void testAnotherRateWakesTheSleeper() throws Exception {
        RunRate rate = new RunRate(0.001);
        Pace pace = new TaskPace(task(), rate);
        Thread sleeper = new Thread(() -> pace.take(1));
        sleeper.start();
        assertBusy(() -> assertEquals(Thread.State.TIMED_WAITING, sleeper.getState()));
        rate.set(Double.POSITIVE_INFINITY);
        sleeper.join(TimeValue.timeValueSeconds(30).millis());
        assertFalse(sleeper.isAlive());
    }

    public void testTheEndOfTheAttemptWakesTheSleeper() throws Exception {
        RunRate rate = new RunRate(0.001);
        Pace pace = new TaskPace(task(), rate);
        Thread sleeper = new Thread(() -> pace.take(1));
        sleeper.start();
        assertBusy(() -> assertEquals(Thread.State.TIMED_WAITING, sleeper.getState()));
        rate.end();
        sleeper.join(TimeValue.timeValueSeconds(30).millis());
        assertFalse(sleeper.isAlive());
        pace.take(1000);
    }

    public void testCancellingWakesTheSleeper() throws Exception {
        CancellableTask task = task();
        Pace pace = new TaskPace(task, new RunRate(0.001));
        Thread sleeper = new Thread(() -> pace.take(1));
        sleeper.start();
        assertBusy(() -> assertEquals(Thread.State.TIMED_WAITING, sleeper.getState()));
        TaskCancelHelper.cancel(task, "test");
        sleeper.join(TimeValue.timeValueSeconds(30).millis());
        assertFalse(sleeper.isAlive());
    }
}
