package org.ndd.eval.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.ndd.core.fingerprint.FingerprintTerms;
import org.ndd.core.text.Base36;

/**
 * Distribution of fingerprints over the ranges of terms that nodes merge. A document has the smallest 32 hashes of its passages, so for
 * long documents a few ranges contain nearly all fingerprints, and additional nodes have nothing to merge.
 */
public final class TermShares {

    private static final double KEPT = 32;

    /** Number of parts of a range: one per character. */
    private static final int PARTS = Base36.ALPHABET.length();

    /** Minimum number of documents for narrow ranges. */
    private static final double MANY_DOCUMENTS = 10_000_000;

    /** The fraction of lowest hashes to estimate the number of passages. */
    private static final double LOWEST = 1.0 / 16;

    private TermShares() {}

    /**
     * Estimates the number of passages per document from the fraction of fingerprints among the lowest sixteenth of all hashes.
     *
     * @param pages fingerprints of each document, not empty
     * @return at least 32, for which fingerprints are distributed uniformly
     */
    public static double passages(List<long[]> pages) {
        long all = 0;
        long low = 0;
        for (long[] fingerprints : pages) {
            all += fingerprints.length;
            for (long fingerprint : fingerprints) {
                low += fingerprint < LOWEST * FingerprintTerms.COUNT ? 1 : 0;
            }
        }
        return all == 0 ? KEPT : Math.max(KEPT, KEPT / LOWEST * low / all);
    }

    /**
     * Returns the fraction of all fingerprints per range, in the order of assignment.
     *
     * @param documents number of documents of the run
     * @param passages passages per document
     * @return fractions with sum 1
     */
    public static double[] ofFingerprints(double documents, double passages) {
        boolean narrow = documents > MANY_DOCUMENTS;
        List<Double> shares = new ArrayList<>();
        for (int value = 0; value < PARTS; value++) {
            double low = value / (double) PARTS;
            double high = low + 1.0 / PARTS;
            if (value == 0) {
                cut(low, high, 2, passages, shares);
            } else if (narrow) {
                cut(low, high, 1, passages, shares);
            } else {
                shares.add(below(high, passages) - below(low, passages));
            }
        }
        return shares.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** Returns the fractions for digests, which are distributed uniformly. */
    static double[] ofDigests() {
        return IntStream.range(0, PARTS).mapToDouble(range -> 1.0 / PARTS).toArray();
    }

    /** The lowest range is divided again, as in {@code TermRanges}. */
    private static void cut(double from, double to, int depth, double passages, List<Double> shares) {
        double width = (to - from) / PARTS;
        for (int value = 0; value < PARTS; value++) {
            double low = from + value * width;
            if (value == 0 && depth > 1) {
                cut(from, from + width, depth - 1, passages, shares);
            } else {
                shares.add(below(low + width, passages) - below(low, passages));
            }
        }
    }

    /** Returns the fraction of fingerprints below a hash. */
    private static double below(double hash, double passages) {
        return Math.min(1, hash * passages / Math.min(KEPT, passages));
    }
}
