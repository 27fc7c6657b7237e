package org.ndd.core.compare;

import org.ndd.core.align.PairMeasures;
import org.ndd.core.compare.SimilarityParameters.Preset;

/**
 * Computes bounds that show that documents are not near before their common text is known. All measures grow with the number L of common
 * code units, so an upper bound of L is enough.
 */
final class NearBounds {

    private final SimilarityParameters parameters;
    private final VerdictWeights weights;
    private final double leastLogOdds;

    /** @param leastLogOdds minimum log-odds of near-duplicates */
    NearBounds(SimilarityParameters parameters, VerdictWeights weights, double leastLogOdds) {
        this.parameters = parameters;
        this.weights = weights;
        this.leastLogOdds = leastLogOdds;
    }

    boolean isPartOf(int common, PairMeasures measures) {
        return measures.containment(common) >= parameters.containment();
    }

    /**
     * Returns whether the shorter text has fewer code units than the sketches of near documents must share. Reads no data derived from the
     * texts.
     */
    boolean isTooShort(MaskedPair pair, PairMeasures measures) {
        return isWithoutText(pair) == false
                && Math.min(pair.a().length(), pair.b().length()) < leastCommon(measures);
    }

    /**
     * Returns whether documents whose lengths have at most this ratio, the shorter one divided by the longer, are not near: neither is
     * their resemblance above it.
     */
    boolean isTooShort(double lengths) {
        return isTooLittleToBeNear(lengths, lengths);
    }

    boolean isFar(MaskedPair pair, PairMeasures measures) {
        return isWithoutText(pair) == false && measures.sketchesReach(leastCommon(measures)) == false;
    }

    static boolean isWithoutText(MaskedPair pair) {
        return pair.a().length() == 0 || pair.b().length() == 0;
    }

    /** Returns whether no pair whose smaller sketch has {@code bound} code units is near or contained: L is at most that. */
    boolean cannotBeNear(int bound, PairMeasures measures) {
        return isPartOf(bound, measures) == false && isTooLittleToBeNear(bound, measures);
    }

    private boolean isTooLittleToBeNear(int bound, PairMeasures measures) {
        if (parameters.preset() == Preset.PKU2007 && isPartOf(bound, measures)) {
            return false;
        }
        double shorter = Math.min(measures.lengthA(), measures.lengthB());
        return isTooLittleToBeNear(
                measures.resemblance(bound), shorter / Math.max(measures.lengthA(), measures.lengthB()));
    }

    /**
     * Returns whether documents are not near at this resemblance or less.
     *
     * @param lengths length of the shorter text divided by that of the longer, or more
     */
    private boolean isTooLittleToBeNear(double resemblance, double lengths) {
        return resemblance < parameters.resemblance()
                || parameters.preset() != Preset.PKU2007
                        && (resemblance < PairComparator.OVERLAP
                                || weights.atMost(resemblance, lengths) < leastLogOdds);
    }

    /**
     * Returns the minimum size of the smaller sketch of near documents, in code units; a value above the length of the shorter text if that
     * is too short.
     */
    private int leastCommon(PairMeasures measures) {
        int low = 0;
        int high = Math.min(measures.lengthA(), measures.lengthB()) + 1;
        while (low < high) {
            int middle = low + high >>> 1;
            if (isTooLittleToBeNear(middle, measures)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
