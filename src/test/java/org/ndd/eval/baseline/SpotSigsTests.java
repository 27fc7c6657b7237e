package org.ndd.eval.baseline;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.eval.method.PairedPages.Pair;

public class SpotSigsTests extends LuceneTestCase {

    private static Set<Pair> ascending(List<Pair> pairs) {
        Set<Pair> ascending = new HashSet<>();
        for (Pair pair : pairs) {
            ascending.add(new Pair(Math.min(pair.first(), pair.second()), Math.max(pair.first(), pair.second())));
        }
        return ascending;
    }

    private static long[] times(int... counts) {
        return IntStream.range(0, counts.length)
                .flatMap(feature -> IntStream.range(0, counts[feature]).map(i -> feature))
                .asLongStream()
                .toArray();
    }

    /** The example of the slides: of three documents, the first and the third have a similarity of exactly τ = 0.8. */
    public void testKnownExample() {
        List<Bag> bags = List.of(Bag.of(times(5, 4, 4)), Bag.of(times(8, 4)), Bag.of(times(4, 5, 5)));
        SpotSigs matches = new SpotSigs(bags, 0.8);
        assertEquals(Set.of(new Pair(0, 2)), ascending(matches.pairs()));
        assertTrue("comparisons: " + matches.comparisons(), matches.comparisons() <= 3);
        assertEquals((3 + 2 + 3) * 12, matches.bytes());
    }

    public void testFindsExactlySimilarPairs() {
        for (int round = 0; round < 200; round++) {
            double threshold = 0.3 + random().nextDouble() * 0.7;
            List<Bag> bags = new ArrayList<>();
            int size = 1 + random().nextInt(25);
            long[] base = random().longs(1 + random().nextInt(40), 0, 30).toArray();
            for (int i = 0; i < size; i++) {
                long[] features = base.clone();
                for (int edit = random().nextInt(base.length + 1); edit > 0; edit--) {
                    features[random().nextInt(features.length)] = random().nextInt(30);
                }
                int cut = random().nextInt(3) == 0 ? random().nextInt(features.length + 1) : features.length;
                bags.add(Bag.of(java.util.Arrays.copyOf(features, cut)));
            }
            Set<Pair> expected = new HashSet<>();
            for (int a = 0; a < size; a++) {
                for (int b = a + 1; b < size; b++) {
                    if (bags.get(a).jaccard(bags.get(b)) >= threshold) {
                        expected.add(new Pair(a, b));
                    }
                }
            }
            assertEquals("τ " + threshold, expected, ascending(new SpotSigs(bags, threshold).pairs()));
        }
    }

    /** The formula of the slides; their example for 0.7 (1, 3, 6, 10, …, 43, 59) has wider partitions than the formula. */
    public void testPartitionBoundaries() {
        int[] starts = new LengthPartitions(0.7, 50).starts();
        assertArrayEquals(new int[] {1, 2, 3, 5, 8, 12, 18, 26, 38, 55}, starts);
        for (int k = 1; k < starts.length; k++) {
            assertTrue(starts[k] - starts[k - 1] > 0.3 * starts[k]);
            assertFalse(starts[k] - 1 - starts[k - 1] > 0.3 * (starts[k] - 1) + 1e-9);
        }
    }

    public void testSimilarSizesAreInAdjacentPartitions() {
        for (double threshold : new double[] {0.3, 0.44, 0.7, 0.9, 1}) {
            LengthPartitions partitions = new LengthPartitions(threshold, 500);
            for (int size = 1; size <= 500; size++) {
                int own = partitions.of(size);
                assertTrue(partitions.starts()[own] <= size && partitions.starts()[own + 1] > size);
                int longest = (int) Math.min(500, Math.floor(size / threshold + 1e-9));
                assertTrue(partitions.of(longest) - own <= 1);
            }
        }
    }
}
