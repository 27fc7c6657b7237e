package org.ndd.core.group;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;

public class DecidedLeadersTests extends LuceneTestCase {

    /** @param pairs two documents each, and 1 if they are duplicates */
    private static DecisionGraph graph(int documents, int[]... pairs) {
        return graph(documents, 0, pairs);
    }

    private static DecisionGraph graph(int documents, int references, int[]... pairs) {
        DecisionGraph graph = new DecisionGraph(documents, references);
        for (int[] pair : pairs) {
            graph.add(pair[0], pair[1], pair[2] == 1);
        }
        return graph;
    }

    private static List<Integer> leaders(int[] leaders, int[]... pairs) {
        return Arrays.stream(DecidedLeaders.of(leaders, graph(leaders.length, pairs)))
                .boxed()
                .toList();
    }

    public void testMergesGroupsOfDuplicates() {
        assertEquals(List.of(0, 0, 0, 0), leaders(new int[] {0, 0, 2, 2}, new int[] {1, 3, 1}));
        assertEquals(List.of(0, 0, 0), leaders(new int[] {0, 1, 2}, new int[] {1, 2, 1}, new int[] {0, 2, 1}));
    }

    /** The first two documents lead groups, regardless of decisions. */
    private static List<Integer> leadersOfTwoReferences(int[] leaders, int[]... pairs) {
        return Arrays.stream(DecidedLeaders.of(leaders, graph(leaders.length, 2, pairs)))
                .boxed()
                .toList();
    }

    public void testReferenceGroupsDoNotMerge() {
        int[] leaders = {0, 1, 0, 1, 4, 4};
        assertEquals(List.of(0, 1, 0, 1, 4, 4), leadersOfTwoReferences(leaders, new int[] {0, 1, 1}));
        // the unit leaves one of its groups
        assertEquals(List.of(0, 1, 0, 0, 4, 4), leadersOfTwoReferences(leaders, new int[] {2, 3, 1}));
        // the first decision counts, and the whole group follows
        assertEquals(
                List.of(0, 1, 0, 1, 1, 1), leadersOfTwoReferences(leaders, new int[] {1, 4, 1}, new int[] {4, 0, 1}));
        assertEquals(
                List.of(0, 1, 1, 1, 1, 1),
                leadersOfTwoReferences(leaders, new int[] {1, 4, 1}, new int[] {2, 4, 1}, new int[] {0, 2, 1}));
        assertEquals(List.of(0, 1, 2, 1, 4, 4), leadersOfTwoReferences(leaders, new int[] {0, 2, 0}));
        assertFalse(new DecisionGraph(3, 2).add(0, 1, true));
        assertTrue(new DecisionGraph(3, 2).add(0, 2, true));
    }

    public void testLowerRankedDocumentLeavesGroup() {
        assertEquals(List.of(0, 0, 2), leaders(new int[] {0, 0, 0}, new int[] {1, 2, 0}));
        assertEquals(List.of(0, 1, 0), leaders(new int[] {0, 0, 0}, new int[] {0, 1, 0}));
    }

    public void testRemovedMembersStayGrouped() {
        int[] group = {0, 0, 0, 0};
        assertEquals(List.of(0, 1, 1, 0), leaders(group, new int[] {0, 1, 0}, new int[] {0, 2, 0}));
        assertEquals(
                List.of(0, 1, 2, 0), leaders(group, new int[] {0, 1, 0}, new int[] {0, 2, 0}, new int[] {1, 2, 0}));
    }

    public void testDuplicateMovesIfGroupsCannotMerge() {
        // 1 is a duplicate of 3, and 0 is not a duplicate of 2: the groups do not merge, and 3 leaves its group
        assertEquals(List.of(0, 0, 2, 0), leaders(new int[] {0, 0, 2, 2}, new int[] {1, 3, 1}, new int[] {0, 2, 0}));
    }

    public void testContradictionsAreIgnored() {
        int[][] pairs = {{0, 1, 1}, {1, 2, 1}, {0, 2, 0}};
        assertEquals(List.of(0, 1, 2), leaders(new int[] {0, 1, 2}, pairs));
        assertEquals(List.of(0, 0, 2), leaders(new int[] {0, 0, 0}, pairs));
        assertEquals(List.of(List.of(0, 1, 2)), graph(3, pairs).contradictions(10));
        assertEquals(List.of(), graph(3, pairs).contradictions(0));
        assertEquals(
                List.of(List.of(0, 3)),
                graph(5, new int[] {0, 1, 1}, new int[] {1, 3, 1}, new int[] {0, 3, 1}, new int[] {0, 3, 0})
                        .contradictions(10));
    }

    /** The response would otherwise have a million documents. */
    public void testContradictionsHaveLimitedNumberOfDocuments() {
        int size = 5_000;
        List<int[]> pairs = new ArrayList<>();
        for (int document = 1; document < size; document++) {
            pairs.add(new int[] {document - 1, document, 1});
        }
        for (int document = 0; document < 50; document++) {
            pairs.add(new int[] {document, size - 1 - document, 0});
        }
        List<List<Integer>> paths = graph(size, pairs.toArray(int[][]::new)).contradictions(100);
        assertEquals(3, paths.size());
        assertEquals(IntStream.range(0, size).boxed().toList(), paths.get(0));
    }

    public void testRandomDecisions() {
        for (int round = 0; round < 3000; round++) {
            int size = 1 + random().nextInt(12);
            int[] leaders = new int[size];
            for (int document = 0; document < size; document++) {
                leaders[document] =
                        document == 0 || random().nextBoolean() ? document : leaders[random().nextInt(document)];
            }
            List<int[]> pairs = new ArrayList<>();
            Set<Set<Integer>> known = new HashSet<>();
            for (int i = random().nextInt(2 * size); i > 0; i--) {
                int a = random().nextInt(size);
                int b = random().nextInt(size);
                if (a != b && known.add(Set.of(a, b))) {
                    pairs.add(new int[] {a, b, random().nextInt(2)});
                }
            }
            DecisionGraph graph = graph(size, pairs.toArray(int[][]::new));
            int[] decided = DecidedLeaders.of(leaders, graph);
            int[] units = graph.units();
            for (int[] pair : pairs) {
                boolean together = decided[pair[0]] == decided[pair[1]];
                assertFalse("no group contains two documents that are not duplicates", pair[2] == 0 && together);
                assertTrue("each unit is in one group", together || units[pair[0]] != units[pair[1]]);
            }
            for (int document = 0; document < size; document++) {
                assertEquals("a leader leads itself", decided[document], decided[decided[document]]);
                assertTrue("a leader is the first of its group", decided[document] <= document);
            }
            Collections.shuffle(pairs, random());
            DecisionGraph shuffled = graph(size, pairs.toArray(int[][]::new));
            assertArrayEquals("the order of decisions does not matter", decided, DecidedLeaders.of(leaders, shuffled));
            if (pairs.isEmpty()) {
                assertArrayEquals(leaders, decided);
            }
            assertEquals(
                    "contradictions are within units",
                    graph.contradictions(100).isEmpty(),
                    IntStream.range(0, size)
                            .allMatch(document -> graph.notDuplicatesOf(document).stream()
                                    .noneMatch(other -> connected(size, pairs, document, other))));
        }
    }

    private static boolean connected(int size, List<int[]> pairs, int a, int b) {
        int[] label = IntStream.range(0, size).toArray();
        for (int i = 0; i < size; i++) {
            for (int[] pair : pairs) {
                if (pair[2] == 1) {
                    int least = Math.min(label[pair[0]], label[pair[1]]);
                    label[pair[0]] = least;
                    label[pair[1]] = least;
                }
            }
        }
        return label[a] == label[b];
    }
}
