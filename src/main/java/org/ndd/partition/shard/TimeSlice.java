package org.ndd.partition.shard;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The duration of a round of a step: about a second. So progress is visible, each order completes soon, and other work that waits for the
 * thread gets its turn; the next round continues after the last item of this one. The result does not depend on the end of the rounds.
 */
public final class TimeSlice implements BooleanSupplier {

    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final long end = System.nanoTime() + LONGEST_NANOS;

    /** Whether there is time for another item. The caller must have done at least one: otherwise a round could do nothing, for ever. */
    @Override
    public boolean getAsBoolean() {
        return System.nanoTime() - end < 0;
    }
}
