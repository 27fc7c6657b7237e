package org.ndd.bulk;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Executes a check at the first step of a loop and then once per 4,096 steps. So a long loop ends soon after its run was cancelled. Not
 * thread-safe.
 */
public final class PeriodicCheck {

    /** Steps between checks, which take several milliseconds in most loops. */
    private static final int INTERVAL = 1 << 12;

    private final Runnable check;
    private int steps;

    public PeriodicCheck(Runnable check) {
        this.check = check;
    }

    public void step() {
        if ((steps++ & INTERVAL - 1) == 0) {
            check.run();
        }
    }

    /**
     * Limits the duration of a round of a step to about one second. So progress is visible, each order completes soon, and other work that
     * waits for the thread can start. The next round continues after the last item of this one. The result does not depend on the end of
     * the rounds.
     */
    public static final class TimeSlice implements BooleanSupplier {

        private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(1);

        private final long end = System.nanoTime() + LONGEST_NANOS;

        /**
         * Whether there is time for another item. The caller must process at least one item per round, because otherwise rounds without
         * result could repeat forever.
         */
        @Override
        public boolean getAsBoolean() {
            return System.nanoTime() - end < 0;
        }
    }
}
