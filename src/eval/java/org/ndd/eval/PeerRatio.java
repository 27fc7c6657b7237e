package org.ndd.eval;

import org.ndd.eval.bench.Ratio;

/**
 * A figure of ours beside the same of a peer, measured in the same run.
 *
 * @param name of the ratio
 * @param unit of both figures
 */
record PeerRatio(String name, String unit, double ours, double peer, Ratio.Better better, double tolerance) {

    /** A figure of which more is better. */
    static PeerRatio speed(String name, String unit, double ours, double peer, double tolerance) {
        return new PeerRatio(name, unit, ours, peer, Ratio.Better.HIGHER, tolerance);
    }

    /** A figure of which less is better. */
    static PeerRatio cost(String name, String unit, double ours, double peer, double tolerance) {
        return new PeerRatio(name, unit, ours, peer, Ratio.Better.LOWER, tolerance);
    }

    Ratio ratio() {
        return new Ratio(name, ours / peer, better, tolerance);
    }
}
