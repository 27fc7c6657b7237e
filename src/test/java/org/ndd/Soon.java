package org.ndd;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.core.CheckedRunnable;

/**
 * Waits for answers of calls, and until an expectation of a test holds. Unlike {@code assertBusy} of the test framework, whose pauses double without limit, so that
 * it detects after 65 seconds what holds after 35, this checks at least ten times per second.
 */
public final class Soon {

    private static final long SECONDS = 60;
    private static final long LONGEST_PAUSE_MILLIS = 100;

    private Soon() {}

    /** What a call passes to its listener, or throws the failure of the call. */
    public static <T> T answer(Consumer<ActionListener<T>> call) {
        PlainActionFuture<T> answer = new PlainActionFuture<>();
        call.accept(answer);
        return answer.actionGet(2 * SECONDS, TimeUnit.SECONDS);
    }

    /** Waits up to a minute, because machines of continuous integration may be slow. */
    public static void assertSoon(CheckedRunnable<Exception> expectation) throws Exception {
        assertSoon(expectation, SECONDS, TimeUnit.SECONDS);
    }

    /**
     * Repeats the expectation until it holds.
     *
     * @throws AssertionError the last one of the expectation if it did not hold within the time
     * @throws Exception any other exception of the expectation, immediately
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
