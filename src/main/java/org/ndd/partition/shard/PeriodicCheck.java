package org.ndd.partition.shard;

/**
 * Runs a check periodically, once in some thousand steps of a loop and at the first step, so that a long loop ends soon after its run was
 * cancelled. For one thread.
 */
public final class PeriodicCheck {

    /** Some milliseconds of most loops. */
    private static final int EVERY = 1 << 12;

    private final Runnable check;
    private int steps;

    /** @param check throws if the loop must end */
    public PeriodicCheck(Runnable check) {
        this.check = check;
    }

    /** One step. */
    public void step() {
        if ((steps++ & EVERY - 1) == 0) {
            check.run();
        }
    }
}
