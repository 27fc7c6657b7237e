package org.ndd.partition.shard;

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
}
