package org.ndd.eval.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.ndd.core.fingerprint.FingerprintTerms;
import org.ndd.core.text.Base36;

/**
 * How fingerprints are spread over the ranges of terms that nodes merge. A page keeps the smallest 32 of its passages' hashes, so the
 * longer pages are, the fewer ranges have nearly all of them, and more nodes than these have nothing to merge.
 */
public final class TermShares {

    private static final double KEPT = 32;

    /** The number of ranges that a range is cut into: one for each character. */
    private static final int PARTS = Base36.ALPHABET.length();

    /** Of more documents ranges are narrow. */
    private static final double MANY_DOCUMENTS = 10_000_000;

    /** The lowest part of all hashes by which passages are counted. */
    private static final double LOWEST = 1.0 / 16;

    private TermShares() {}

    /**
     * How many passages pages have, as far as their spread over ranges goes: from how many of their fingerprints are among the lowest
     * sixteenth of all hashes.
     *
     * @param pages fingerprints of each, of which there are some
     * @return 32 at least, where fingerprints are spread evenly
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
     * The share of all fingerprints that each range has, in the order in which ranges are dealt out.
     *
     * @param documents of the run
     * @param passages of a page
     * @return adds up to 1
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

    /** The same of digests, which are spread evenly. */
    static double[] ofDigests() {
        return IntStream.range(0, PARTS).mapToDouble(range -> 1.0 / PARTS).toArray();
    }

    /** The lowest range is cut again, as in {@code TermRanges}. */
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

    /** The share of fingerprints below a hash. */
    private static double below(double hash, double passages) {
        return Math.min(1, hash * passages / Math.min(KEPT, passages));
    }
}
