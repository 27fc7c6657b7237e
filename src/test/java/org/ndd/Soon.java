package org.ndd;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.core.CheckedRunnable;

/**
 * Waits for what a test expects to come about. Like {@code assertBusy} of the test framework, which doubles its pauses without end: what
 * takes 35 seconds it sees after 65. Here it is looked at least ten times a second.
 */
public final class Soon {

    private static final long SECONDS = 10;
    private static final long LONGEST_PAUSE_MILLIS = 100;

    private Soon() {}

    /** Within ten seconds. */
    public static void assertSoon(CheckedRunnable<Exception> expectation) throws Exception {
        assertSoon(expectation, SECONDS, TimeUnit.SECONDS);
    }

    /**
     * Looks again and again until the expectation holds.
     *
     * @throws AssertionError that of the expectation, where it did not hold within the time
     * @throws Exception of the expectation, at once
     */
    public static void assertSoon(CheckedRunnable<Exception> expectation, long time, TimeUnit unit) throws Exception {
        long deadline = System.nanoTime() + unit.toNanos(time);
        for (long pause = 1; true; pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS)) {
            boolean last = System.nanoTime() - deadline >= 0;
            try {
                expectation.run();
                return;
            } catch (AssertionError e) {
                if (last) {
                    throw e;
                }
            }
            new CountDownLatch(1).await(pause, TimeUnit.MILLISECONDS);
        }
    }
}
