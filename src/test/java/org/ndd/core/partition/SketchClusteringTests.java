package org.ndd.core.partition;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.group.FingerprintSketch;
import org.ndd.core.group.FrequencyRule;

public class SketchClusteringTests extends LuceneTestCase {

    public void testFirstOfSimilarSketchesLeads() {
        List<long[]> sketches =
                List.of(new long[] {1, 2, 3}, new long[] {1, 2, 4}, new long[] {7, 8, 9}, new long[0], new long[0]);
        assertArrayEquals(new int[] {0, 0, 2, 3, 4}, leaders(sketches, 16, 0.3));
        assertArrayEquals(new int[] {0, 1, 2, 3, 4}, leaders(sketches, 16, 0.6));
    }

    /** Many documents of a site share its menu only; five of them share an article as well. */
    public void testSharedMenuDoesNotFormCluster() {
        List<long[]> sketches = new ArrayList<>();
        for (int page = 0; page < 500; page++) {
            long story = page % 100 == 99 ? 1000 : 2000 + 8L * page;
            sketches.add(new long[] {1, 2, story, story + 1, story + 2, story + 3, story + 4, story + 5});
        }
        int[] leaders = leaders(sketches, 16, 0.3);
        for (int page = 0; page < 500; page++) {
            assertEquals(page % 100 == 99 ? 99 : page, leaders[page]);
        }
    }

    public void testMatchesReferenceImplementation() {
        for (int round = atLeast(100); round > 0; round--) {
            List<long[]> sketches = new ArrayList<>();
            for (int i = random().nextInt(60); i > 0; i--) {
                TreeSet<Long> values = new TreeSet<>(Long::compareUnsigned);
                for (int v = random().nextInt(9); v > 0; v--) {
                    values.add(random().nextInt(40) - 10L);
                }
                sketches.add(values.stream().mapToLong(Long::longValue).toArray());
            }
            double least = 0.1 + 0.8 * random().nextDouble();
            assertArrayEquals(referenceLeaders(sketches, least), leaders(sketches, 8, least));
        }
    }

    public void testCancellation() {
        SketchClustering clustering = new SketchClustering(List.of(new long[] {1}), 16, 0.5);
        expectThrows(
                IllegalStateException.class,
                () -> clustering.leaders(() -> {
                    throw new IllegalStateException("cancelled");
                }));
    }

    private static int[] leaders(List<long[]> sketches, int size, double least) {
        return new SketchClustering(sketches, size, least).leaders(() -> {});
    }

    private static int[] referenceLeaders(List<long[]> sketches, double least) {
        Map<Long, Integer> df = new HashMap<>();
        sketches.forEach(sketch -> Arrays.stream(sketch).forEach(value -> df.merge(value, 1, Integer::sum)));
        int[] leaders = new int[sketches.size()];
        List<Integer> all = new ArrayList<>();
        for (int text = 0; text < leaders.length; text++) {
            long[] own = sketches.get(text);
            Map<Integer, Long> scores = new HashMap<>();
            for (int leader : all) {
                for (long value : sketches.get(leader)) {
                    if (Arrays.stream(own).anyMatch(v -> v == value)) {
                        scores.merge(leader, FrequencyRule.weight(df.get(value)) + 1L, Long::sum);
                    }
                }
            }
            leaders[text] = scores.keySet().stream()
                    .sorted(Comparator.<Integer, Long>comparing(scores::get)
                            .reversed()
                            .thenComparing(Comparator.naturalOrder()))
                    .limit(8)
                    .filter(leader -> FingerprintSketch.resemblance(sketches.get(leader), own, 8) >= least)
                    .findFirst()
                    .orElse(text);
            if (leaders[text] == text) {
                all.add(text);
            }
        }
        return leaders;
    }
}
