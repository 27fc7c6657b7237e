package org.ndd.eval.simulate;

import java.util.Arrays;

/**
 * A phase of a run, which ends when the last node has completed it.
 *
 * @param name name of the phase
 * @param seconds duration
 * @param bound limiting factor
 * @param work processor time of all nodes in seconds
 * @param messages number of blocking requests
 * @param written bytes written to the index of the run and its replica, which a run does not report
 * @param busy busy time of each node in seconds
 * @param sent sent bytes of each node
 * @param received received bytes of each node
 */
record Phase(
        String name,
        double seconds,
        String bound,
        double work,
        double messages,
        double written,
        double[] busy,
        double[] sent,
        double[] received) {

    /** Returns the bytes that a run reports for this phase. */
    double wire() {
        return Arrays.stream(received).sum() - written;
    }

    /** Returns the phase with the latency of repeated steps. */
    Phase later(double more) {
        return new Phase(name, seconds + more, bound, work, messages, written, busy, sent, received);
    }
}
