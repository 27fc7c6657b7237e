package org.ndd.eval.score;

import java.util.List;
import java.util.Map;

/**
 * How well groups agree with labeled pairs; pairs without a label count neither way.
 *
 * @param found pairs of near-duplicates that are in one group
 * @param missed pairs of near-duplicates that are not
 * @param wrong pairs of others that are in one group
 */
public record PairScore(long found, long missed, long wrong) {

    /**
     * Scores groups.
     *
     * @param groups name of the group of each document by id
     */
    public static PairScore of(List<LabeledPair> pairs, Map<String, String> groups) {
        long found = 0;
        long missed = 0;
        long wrong = 0;
        for (LabeledPair pair : pairs) {
            String group = groups.get(pair.first());
            boolean together = group != null && group.equals(groups.get(pair.second()));
            if (pair.duplicate()) {
                found += together ? 1 : 0;
                missed += together ? 0 : 1;
            } else {
                wrong += together ? 1 : 0;
            }
        }
        return new PairScore(found, missed, wrong);
    }

    /** Share of the labeled pairs in one group that are near-duplicates; 1 where there are none. */
    public double precision() {
        return found + wrong == 0 ? 1 : (double) found / (found + wrong);
    }

    /** Share of the pairs of near-duplicates that are in one group; 1 where there are none. */
    public double recall() {
        return found + missed == 0 ? 1 : (double) found / (found + missed);
    }

    /** Harmonic mean of precision and recall. */
    public double f1() {
        return harmonic(precision(), recall());
    }

    static double harmonic(double precision, double recall) {
        double sum = precision + recall;
        return sum == 0 ? 0 : 2 * precision * recall / sum;
    }

    /** Pairs that are labeled as near-duplicates. */
    public long duplicates() {
        return found + missed;
    }
}
