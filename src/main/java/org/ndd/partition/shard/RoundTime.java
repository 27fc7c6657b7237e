package org.ndd.partition.shard;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * How long a round of a step goes on: about a second. So progress is seen, no order takes long to answer, and whoever else waits for the
 * thread gets it; the next round goes on where this one ended. What comes out does not depend on how rounds fall.
 */
public final class RoundTime implements BooleanSupplier {

    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final long end = System.nanoTime() + LONGEST_NANOS;

    /** Whether there is time for another piece of work. Who asks has done at least one: else a round could do nothing, for ever. */
    @Override
    public boolean getAsBoolean() {
        return System.nanoTime() - end < 0;
    }
}
