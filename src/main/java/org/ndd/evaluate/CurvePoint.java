package org.ndd.evaluate;

/**
 * Agreement of verdicts with labels at one threshold.
 *
 * @param threshold 0 to 1
 * @param confusion counts at this threshold
 */
record CurvePoint(double threshold, Confusion confusion) {}
