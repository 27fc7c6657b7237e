package org.ndd.evaluate;

/**
 * Counts of the labeled pairs in one range of confidence.
 *
 * @param pairs number of pairs
 * @param duplicates number of those that are labeled as duplicates
 * @param confidence sum of the confidences of the verdicts
 */
record ConfidenceBin(int pairs, int duplicates, double confidence) {

    static final ConfidenceBin EMPTY = new ConfidenceBin(0, 0, 0);

    /** Returns a copy with one more pair. */
    ConfidenceBin with(boolean duplicate, double confidenceOfPair) {
        return new ConfidenceBin(pairs + 1, duplicates + (duplicate ? 1 : 0), confidence + confidenceOfPair);
    }

    /** Mean confidence of the verdicts; null if there are no pairs. */
    Double meanConfidence() {
        return pairs == 0 ? null : confidence / pairs;
    }

    /** Share of the pairs that are duplicates; null if there are no pairs. */
    Double shareOfDuplicates() {
        return pairs == 0 ? null : (double) duplicates / pairs;
    }

    /** Difference between the number of duplicates predicted by the verdicts and the labeled number. */
    double error() {
        return Math.abs(confidence - duplicates);
    }
}
