package org.ndd.eval.score;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Agreement of groups with labeled pairs; pairs without a label are ignored.
 *
 * @param truePositives true positives: pairs of near-duplicates in one group
 * @param falseNegatives false negatives: pairs of near-duplicates in different groups
 * @param falsePositives false positives: other pairs in one group
 */
public record PairScore(long truePositives, long falseNegatives, long falsePositives) {

    /**
     * Scores groups.
     *
     * @param groups name of the group of each document by id
     */
    public static PairScore of(List<LabeledPair> pairs, Map<String, String> groups) {
        long truePositives = 0;
        long falseNegatives = 0;
        long falsePositives = 0;
        for (LabeledPair pair : pairs) {
            String group = groups.get(pair.first());
            boolean together = group != null && group.equals(groups.get(pair.second()));
            if (pair.duplicate()) {
                truePositives += together ? 1 : 0;
                falseNegatives += together ? 0 : 1;
            } else {
                falsePositives += together ? 1 : 0;
            }
        }
        return new PairScore(truePositives, falseNegatives, falsePositives);
    }

    /**
     * Scores groups by labeled sets: two documents are near-duplicates if they are in the same set. Each pair counts twice, once for each
     * of its documents, so that the scores of the sets add up.
     *
     * @param labels name of the set of each document by id
     * @param groups name of the group of each document by id; contains at least the same ids
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

    /** Returns the sum of both scores. */
    public PairScore plus(PairScore other) {
        return new PairScore(
                truePositives + other.truePositives,
                falseNegatives + other.falseNegatives,
                falsePositives + other.falsePositives);
    }

    /** Returns the fraction of near-duplicates among labeled pairs in one group, or 1 without such pairs. */
    public double precision() {
        return truePositives + falsePositives == 0 ? 1 : (double) truePositives / (truePositives + falsePositives);
    }

    /** Returns the fraction of pairs of near-duplicates that are in one group, or 1 without such pairs. */
    public double recall() {
        return truePositives + falseNegatives == 0 ? 1 : (double) truePositives / (truePositives + falseNegatives);
    }

    /** Returns the harmonic mean of precision and recall. */
    public double f1() {
        return harmonic(precision(), recall());
    }

    static double harmonic(double precision, double recall) {
        double sum = precision + recall;
        return sum == 0 ? 0 : 2 * precision * recall / sum;
    }

    /** Returns the number of pairs that are labeled as near-duplicates. */
    public long duplicates() {
        return truePositives + falseNegatives;
    }
}
