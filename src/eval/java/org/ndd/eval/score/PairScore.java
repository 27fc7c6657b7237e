package org.ndd.eval.score;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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

    /**
     * Scores groups by labeled sets: every two documents of one set are near-duplicates, every two of different sets are not. Each pair
     * counts twice, once for each of its documents, so that the scores of the sets add up.
     *
     * @param labels name of the set of each document by id
     * @param groups name of the group of each document by id; for the same ids at least
     * @return the score of each set, ordered by name
     */
    public static List<PairScore> ofSets(Map<String, String> labels, Map<String, String> groups) {
        Contingency contingency = new Contingency(labels, groups);
        Map<String, PairScore> scores = new TreeMap<>();
        contingency.cells().forEach((cell, size) -> {
            long documents = size;
            scores.merge(
                    cell.label(),
                    new PairScore(
                            documents * (documents - 1),
                            documents * (contingency.ofSet(cell.label()) - documents),
                            documents * (contingency.ofGroup(cell.group()) - documents)),
                    PairScore::plus);
        });
        return List.copyOf(scores.values());
    }

    /** Both scores together. */
    public PairScore plus(PairScore other) {
        return new PairScore(found + other.found, missed + other.missed, wrong + other.wrong);
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
