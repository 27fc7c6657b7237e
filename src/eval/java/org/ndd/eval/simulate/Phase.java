package org.ndd.eval.simulate;

import java.util.Arrays;

/**
 * A phase of a run: it ends when the last node is done.
 *
 * @param name of the phase
 * @param seconds by the clock
 * @param bound what it takes so long for
 * @param work seconds of one core, of all nodes
 * @param messages that somebody waited for
 * @param written bytes that went to the run's index and its replica, which a run does not count as its own
 * @param busy seconds by the clock of each node
 * @param sent bytes of each node
 * @param received bytes of each node
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

    /** Bytes that a run would count in this phase. */
    double wire() {
        return Arrays.stream(received).sum() - written;
    }

    /** The same, which takes longer because it is ordered so often. */
    Phase later(double more) {
        return new Phase(name, seconds + more, bound, work, messages, written, busy, sent, received);
    }
}
