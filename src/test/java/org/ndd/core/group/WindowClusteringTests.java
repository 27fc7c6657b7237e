package org.ndd.core.group;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.group.WindowClustering.Judge;

public class WindowClusteringTests extends LuceneTestCase {

    public void testBestHitRepresentsDuplicates() throws IOException {
        int[] leaders = run(
                List.of(Set.of("a"), Set.of("b"), Set.of("a", "b"), Set.of("c")),
                (leader, hit) -> leader == 0 && hit == 2);
        assertArrayEquals(new int[] {0, 1, 0, 3}, leaders);
        assertTrue(leaders[1] == 1);
        assertFalse(leaders[2] == 2);
    }

    public void testComparesHitsWithLeadersOnly() throws IOException {
        List<Integer> requested = new ArrayList<>();
        int[] leaders = run(List.of(Set.of("a"), Set.of("a", "b"), Set.of("b")), (leader, hit) -> {
            requested.add(10 * leader + hit);
            return true;
        });
        assertEquals("the third shares no keys with the first, which leads the second", List.of(1), requested);
        assertArrayEquals(new int[] {0, 0, 2}, leaders);
    }

    public void testComparesHighestOverlapFirst() throws IOException {
        List<Integer> requested = new ArrayList<>();
        run(List.of(Set.of("a"), Set.of("b", "c"), Set.of("b"), Set.of("a", "b", "c")), (leader, hit) -> {
            requested.add(10 * leader + hit);
            return false;
        });
        // c is in two hits and b in three, so hit 1 shares 1/4 + 1/9 with the last hit, and hit 0 shares 1/4
        assertEquals(List.of(12, 13, 3, 23), requested);
    }

    public void testComparisonsPerHitAreBounded() throws IOException {
        int[] requested = new int[100];
        run(IntStream.range(0, requested.length).mapToObj(i -> Set.of("same")).toList(), (leader, hit) -> {
            requested[hit]++;
            return false;
        });
        assertEquals(0, requested[0]);
        assertEquals(5, requested[5]);
        assertEquals(WindowClustering.MAX_LEADERS, requested[99]);
    }

    public void testSkipsUnpairedAndUnknownHits() throws IOException {
        WindowClustering clustering = clustering(List.of(Set.of("a"), Set.of("b"), Set.of("a"), Set.of(), Set.of("a")));
        BitSet known = clustering.paired();
        assertEquals(bits(0, 2, 4), known);
        known.clear(2);
        int[] leaders = clustering.run(known, (leader, hit) -> {
            assertEquals("0 4", leader + " " + hit);
            return true;
        });
        assertArrayEquals(new int[] {0, 1, 2, 3, 0}, leaders);
    }

    public void testMatchesReferenceImplementation() throws IOException {
        for (int round = 0; round < 200; round++) {
            List<Set<String>> keys = new ArrayList<>();
            for (int i = random().nextInt(30); i > 0; i--) {
                Set<String> own = new TreeSet<>();
                for (int k = random().nextInt(5); k > 0; k--) {
                    own.add("k" + random().nextInt(8));
                }
                keys.add(own);
            }
            long seed = random().nextLong();
            Judge judge = (leader, hit) -> (seed * (31 * leader + hit + 1)) >>> 62 == 0;
            assertArrayEquals(slow(keys, judge), run(keys, judge));
        }
    }

    public void testResultIsIndependentOfLaterHits() throws IOException {
        for (int round = 0; round < 200; round++) {
            List<Set<String>> keys = new ArrayList<>();
            for (int i = random().nextInt(40); i > 0; i--) {
                keys.add(Set.of("k" + random().nextInt(3), "l" + random().nextInt(3), "m" + random().nextInt(3)));
            }
            long seed = random().nextLong();
            Judge judge = (leader, hit) -> (seed * (31 * leader + hit + 1)) >>> 61 == 0;
            int part = random().nextInt(keys.size() + 1);
            int[] all = run(keys, judge);
            assertArrayEquals(Arrays.copyOf(all, part), run(keys.subList(0, part), judge));
        }
    }

    public void testMustAgreeConflictsAreNotCompared() throws IOException {
        int hits = 2 * WindowClustering.MAX_LEADERS + 2;
        List<Set<String>> keys = Collections.nCopies(hits, Set.of("a"));
        List<MustAgreeKeys> apart = IntStream.range(0, hits)
                .mapToObj(hit -> MustAgreeKeys.of(List.of(List.of("product" + Math.min(hit, hits - 2)))))
                .toList();
        BitSet all = bits(IntStream.range(0, hits).toArray());
        int[] leaders = new WindowClustering(keys, apart).run(all, (leader, hit) -> {
            assertEquals(hits - 2 + " " + (hits - 1), leader + " " + hit);
            return true;
        });
        assertFalse(leaders[hits - 1] == hits - 1);
    }

    private static WindowClustering clustering(List<Set<String>> keys) {
        return new WindowClustering(keys, Collections.nCopies(keys.size(), MustAgreeKeys.NONE));
    }

    private static int[] run(List<Set<String>> keys, Judge judge) throws IOException {
        BitSet all = new BitSet();
        all.set(0, keys.size());
        return clustering(keys).run(all, judge);
    }

    private static int[] slow(List<Set<String>> keys, Judge judge) throws IOException {
        int[] leaders = new int[keys.size()];
        Arrays.setAll(leaders, i -> i);
        for (int i = 0; i < leaders.length; i++) {
            int hit = i;
            List<Integer> candidates = IntStream.range(0, i)
                    .filter(other -> leaders[other] == other && score(keys, other, hit) > 0)
                    .boxed()
                    .sorted(Comparator.comparingLong((Integer other) -> -score(keys, other, hit))
                            .thenComparing(other -> other))
                    .limit(WindowClustering.MAX_LEADERS)
                    .toList();
            for (int candidate : candidates) {
                if (judge.isSimilar(candidate, hit)) {
                    leaders[hit] = candidate;
                    break;
                }
            }
        }
        return leaders;
    }

    private static long score(List<Set<String>> keys, int a, int b) {
        return keys.get(a).stream()
                .filter(keys.get(b)::contains)
                .mapToLong(key -> keys.subList(0, b + 1).stream()
                        .filter(own -> own.contains(key))
                        .count())
                .map(df -> (1L << 30) / (df * df))
                .sum();
    }

    private static BitSet bits(int... set) {
        BitSet bits = new BitSet();
        Arrays.stream(set).forEach(bits::set);
        return bits;
    }
}
