package org.ndd.eval.score;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.tests.util.LuceneTestCase;

public class ScoreTests extends LuceneTestCase {

    private static final Map<String, String> GROUPS = Map.of("a", "1", "b", "1", "c", "2", "d", "2", "e", "3");

    public void testPairs() {
        PairScore score = PairScore.of(
                List.of(
                        new LabeledPair("a", "b", true),
                        new LabeledPair("c", "d", false),
                        new LabeledPair("a", "c", true),
                        new LabeledPair("d", "c", true),
                        new LabeledPair("a", "e", false)),
                GROUPS);
        assertEquals(new PairScore(2, 1, 1), score);
        assertEquals(2.0 / 3, score.precision(), 1e-12);
        assertEquals(2.0 / 3, score.recall(), 1e-12);
        assertEquals(2.0 / 3, score.f1(), 1e-12);
    }

    public void testUngroupedDocumentsAreSeparate() {
        assertEquals(
                new PairScore(0, 1, 0),
                PairScore.of(List.of(new LabeledPair("x", "y", true), new LabeledPair("x", "y", false)), GROUPS));
    }

    public void testNoPairs() {
        PairScore score = PairScore.of(List.of(), GROUPS);
        assertEquals(1, score.precision(), 0);
        assertEquals(1, score.recall(), 0);
    }

    public void testClusters() {
        // b belongs to c: one group has a wrong member, and one set is split.
        Map<String, String> labels = Map.of("a", "x", "b", "y", "c", "y");
        ClusterScore score = ClusterScore.of(labels, GROUPS);
        assertEquals((0.5 + 0.5 + 1) / 3, score.precision(), 1e-12);
        assertEquals((1 + 0.5 + 0.5) / 3, score.recall(), 1e-12);
    }

    public void testClustersMatchDefinition() {
        for (int round = 0; round < 100; round++) {
            Map<String, String> labels = new HashMap<>();
            Map<String, String> groups = new HashMap<>();
            int size = 1 + random().nextInt(20);
            for (int i = 0; i < size; i++) {
                labels.put("d" + i, "l" + random().nextInt(6));
                groups.put("d" + i, "g" + random().nextInt(6));
            }
            double precision = 0;
            double recall = 0;
            for (String id : labels.keySet()) {
                double both = count(labels, groups, id, true, true);
                precision += both / count(labels, groups, id, false, true);
                recall += both / count(labels, groups, id, true, false);
            }
            ClusterScore score = ClusterScore.of(labels, groups);
            assertEquals(precision / size, score.precision(), 1e-9);
            assertEquals(recall / size, score.recall(), 1e-9);
        }
    }

    /** An example of the index of Hubert and Arabie: sets of 2 and 3 documents, of which one is separated. */
    public void testAdjustedRandIndex() {
        Map<String, String> labels = Map.of("a", "x", "b", "x", "c", "y", "d", "y", "e", "y");
        Map<String, String> groups = Map.of("a", "1", "b", "1", "c", "2", "d", "2", "e", "3");
        // Pairs: 4 in sets, 2 in groups, 2 in both, 10 in all; expected 0.8.
        assertEquals((2 - 0.8) / (3 - 0.8), ClusterScore.of(labels, groups).adjustedRand(), 1e-12);
        assertEquals(1, ClusterScore.of(labels, labels).adjustedRand(), 1e-12);
    }

    public void testAdjustedRandIndexOfRandomGroups() {
        Map<String, String> labels = new HashMap<>();
        Map<String, String> groups = new HashMap<>();
        for (int i = 0; i < 5000; i++) {
            labels.put("d" + i, "l" + random().nextInt(10));
            groups.put("d" + i, "g" + random().nextInt(10));
        }
        assertEquals(0, ClusterScore.of(labels, groups).adjustedRand(), 0.02);
    }

    public void testAdjustedRandIndexOfTrivialPartitions() {
        Map<String, String> apart = Map.of("a", "1", "b", "2");
        Map<String, String> together = Map.of("a", "1", "b", "1");
        assertEquals(1, ClusterScore.of(apart, apart).adjustedRand(), 0);
        assertEquals(1, ClusterScore.of(together, together).adjustedRand(), 0);
        assertEquals(0, ClusterScore.of(apart, together).adjustedRand(), 0);
        assertEquals(1, ClusterScore.of(Map.of(), Map.of()).adjustedRand(), 0);
    }

    private static long count(
            Map<String, String> labels, Map<String, String> groups, String id, boolean sameLabel, boolean sameGroup) {
        return labels.keySet().stream()
                .filter(other -> sameLabel == false || labels.get(other).equals(labels.get(id)))
                .filter(other -> sameGroup == false || groups.get(other).equals(groups.get(id)))
                .count();
    }
}
