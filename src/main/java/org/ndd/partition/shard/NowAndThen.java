package org.ndd.partition.shard;

/**
 * Runs a check once in some thousand steps of a loop, at the first step too, so that a long loop ends soon after its run was cancelled. For
 * one thread.
 */
public final class NowAndThen {

    /** Some milliseconds of most loops. */
    private static final int EVERY = 1 << 12;

    private final Runnable check;
    private int steps;

    /** @param check throws where the loop is to end */
    public NowAndThen(Runnable check) {
        this.check = check;
    }

    /** One step. */
    public void step() {
        if ((steps++ & EVERY - 1) == 0) {
            check.run();
        }
    }
}
