package org.ndd.partition;

import java.util.ArrayList;
import java.util.List;
import org.ndd.core.fingerprint.FingerprintParameters;

/**
 * Cuts the terms of a field into ranges that different nodes merge at the same time. Terms are base64url of hashes. Fingerprints are the
 * smallest hash of a bucket, so low hashes, which begin with {@code A}, are far more frequent than high ones: their ranges are narrower.
 */
final class TermRanges {

    private static final String ALPHABET = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
    private static final char LOWEST = 'A';
    private static final long FEW_DOCUMENTS = 50_000;
    private static final int DEEPEST = 3;

    private TermRanges() {}

    /**
     * Prefixes that together begin every digest, each digest once.
     *
     * @param documents how many there are; few are not worth cutting
     */
    static List<String> digests(long documents) {
        List<String> ranges = new ArrayList<>();
        if (documents <= FEW_DOCUMENTS) {
            ranges.add("");
        } else {
            cut("", 1, ranges);
        }
        return ranges;
    }

    /**
     * Prefixes that together begin every fingerprint term, each term once. The first character of such a term is its format, the same one in
     * all terms of a run, so it is what follows that is cut.
     *
     * @param documents how many there are; few are not worth cutting
     */
    static List<String> fingerprints(long documents) {
        List<String> ranges = new ArrayList<>();
        if (documents <= FEW_DOCUMENTS) {
            ranges.add("");
            return ranges;
        }
        for (char c : ALPHABET.toCharArray()) {
            if (isFormat(c)) {
                cut(String.valueOf(c), DEEPEST, ranges);
            } else {
                ranges.add(String.valueOf(c));
            }
        }
        return ranges;
    }

    private static boolean isFormat(char c) {
        for (FingerprintParameters.Scheme scheme : FingerprintParameters.Scheme.values()) {
            if (scheme.format() == c) {
                return true;
            }
        }
        return false;
    }

    private static void cut(String prefix, int depth, List<String> ranges) {
        for (char c : ALPHABET.toCharArray()) {
            if (c == LOWEST && depth > 1) {
                cut(prefix + c, depth - 1, ranges);
            } else {
                ranges.add(prefix + c);
            }
        }
    }
}
