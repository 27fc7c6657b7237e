package org.ndd.partition.shard;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * How long a round of a step goes on: about a second. So progress is visible, each order is answered soon, and other work waiting for the
 * thread gets its turn; the next round continues where this one ended. The result does not depend on where rounds end.
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
