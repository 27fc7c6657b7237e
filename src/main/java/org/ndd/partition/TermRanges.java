package org.ndd.partition;

import java.util.ArrayList;
import java.util.List;

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
     * Prefixes that together begin every term, each term once.
     *
     * @param prefix what all terms begin with
     * @param skewed whether low hashes are more frequent
     * @param documents how many there are; few are not worth cutting
     */
    static List<String> of(String prefix, boolean skewed, long documents) {
        if (documents <= FEW_DOCUMENTS) {
            return List.of(prefix);
        }
        List<String> ranges = new ArrayList<>();
        cut(prefix, skewed ? DEEPEST : 1, ranges);
        return ranges;
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
