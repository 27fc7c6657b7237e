package org.ndd.eval.score;

import java.util.Map;

/**
 * Agreement of groups with labeled sets, over documents with a label.
 *
 * @param precision B-cubed: mean over documents of the fraction of their group that is in their set, so that large groups do not dominate
 *     as they do over pairs
 * @param recall B-cubed: mean over documents of the fraction of their set that is in their group
 * @param adjustedRand adjusted Rand index of Hubert and Arabie: 1 for equal partitions, about 0 for independent ones, may be negative
 */
public record ClusterScore(double precision, double recall, double adjustedRand) {

    /**
     * Scores groups.
     *
     * @param labels name of the set of each document by id
     * @param groups name of the group of each document by id; contains at least the same ids
     */
    public static ClusterScore of(Map<String, String> labels, Map<String, String> groups) {
        if (labels.isEmpty()) {
            return new ClusterScore(1, 1, 1);
        }
        Contingency contingency = new Contingency(labels, groups);
        double precision = 0;
        double recall = 0;
        for (Map.Entry<Contingency.Cell, Integer> cell : contingency.cells().entrySet()) {
            double common = cell.getValue();
            precision += common * common / contingency.ofGroup(cell.getKey().group());
            recall += common * common / contingency.ofSet(cell.getKey().label());
        }
        int documents = contingency.documents();
        return new ClusterScore(precision / documents, recall / documents, adjustedRand(contingency));
    }

    private static double adjustedRand(Contingency contingency) {
        double sets = contingency.pairsInSets();
        double groups = contingency.pairsInGroups();
        double expected = contingency.pairs() == 0 ? 0 : sets * groups / contingency.pairs();
        double most = (sets + groups) / 2;
        // Both have only singletons, or only one set, so they are equal.
        return most == expected ? 1 : (contingency.pairsInBoth() - expected) / (most - expected);
    }

    /** Returns the harmonic mean of B-cubed precision and recall. */
    public double f1() {
        return PairScore.harmonic(precision, recall);
    }
}
