package org.ndd.eval;

import org.ndd.eval.bench.Ratio;

/**
 * A value of ndd and of another method, measured in the same run.
 *
 * @param name name of the ratio
 * @param unit unit of both values
 */
record PeerRatio(String name, String unit, double ours, double peer, Ratio.Better better, double tolerance) {

    /** A value for which higher is better. */
    static PeerRatio speed(String name, String unit, double ours, double peer, double tolerance) {
        return new PeerRatio(name, unit, ours, peer, Ratio.Better.HIGHER, tolerance);
    }

    /** A value for which lower is better. */
    static PeerRatio cost(String name, String unit, double ours, double peer, double tolerance) {
        return new PeerRatio(name, unit, ours, peer, Ratio.Better.LOWER, tolerance);
    }

    Ratio ratio() {
        return new Ratio(name, ours / peer, better, tolerance);
    }
}
