package org.ndd.compare;

import org.ndd.pair.ComparablePage;

/**
 * Numbers of fingerprints of the two sides.
 *
 * @param a distinct fingerprints of a
 * @param b distinct fingerprints of b
 * @param shared those in both, or null if they are of different formats or parameters and so cannot be compared
 */
record FingerprintCounts(int a, int b, Integer shared) {

    static FingerprintCounts of(ComparablePage a, ComparablePage b) {
        return new FingerprintCounts(a.fingerprints().size(), b.fingerprints().size(), a.sharedFingerprints(b));
    }
}
