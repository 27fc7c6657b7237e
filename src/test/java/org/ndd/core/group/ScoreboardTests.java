package org.ndd.core.group;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.lucene.tests.util.LuceneTestCase;

public class ScoreboardTests extends LuceneTestCase {

    private record Entry(long ref, Rank rank, long score) {

        static final Comparator<Entry> BEST_FIRST = Comparator.comparing((Entry entry) -> -entry.score())
                .thenComparing(Entry::rank)
                .thenComparing(Entry::ref);
    }

    public void testBestMatchesSortedMap() {
        Scoreboard scoreboard = new Scoreboard();
        for (int round = 0; round < 200; round++) {
            scoreboard.reset();
            Map<Long, Entry> entries = new HashMap<>();
            int additions = random().nextInt(400);
            // Few distinct scores and ranks, so that ties are frequent.
            int refs = RandomNumbers.randomIntBetween(random(), 1, 300);
            for (int i = 0; i < additions; i++) {
                long ref = random().nextInt(refs) * 0x1_0000_0001L;
                Rank rank = new Rank(ref % 7 - 3, ref % 5 - 2);
                int score = RandomNumbers.randomIntBetween(random(), 1, 3);
                if (random().nextBoolean() || scoreboard.addKnown(ref, score) == false) {
                    scoreboard.add(ref, rank.high(), rank.low(), score);
                }
                entries.merge(ref, new Entry(ref, rank, score), (a, b) -> new Entry(ref, rank, a.score() + b.score()));
            }
            int n = RandomNumbers.randomIntBetween(random(), 1, 40);
            List<Entry> expected =
                    entries.values().stream().sorted(Entry.BEST_FIRST).limit(n).toList();
            long[] bestRefs = new long[n];
            long[] bestScores = new long[n];
            assertEquals(entries.size(), scoreboard.size());
            assertEquals(expected.size(), scoreboard.best(n, bestRefs, bestScores));
            assertEquals(
                    expected.stream().map(Entry::ref).toList(),
                    LongStream.of(bestRefs).limit(expected.size()).boxed().toList());
            assertEquals(
                    expected.stream().map(Entry::score).toList(),
                    LongStream.of(bestScores).limit(expected.size()).boxed().toList());
        }
    }

    public void testBestIsRepeatable() {
        Scoreboard scoreboard = new Scoreboard();
        scoreboard.add(5, 0, 5, 1);
        scoreboard.add(6, 0, 6, 2);
        long[] refs = new long[2];
        long[] scores = new long[2];
        assertEquals(1, scoreboard.best(1, refs, scores));
        assertEquals(6, refs[0]);
        scoreboard.add(5, 0, 5, 7);
        assertEquals(2, scoreboard.best(2, refs, scores));
        assertArrayEquals(new long[] {5, 6}, refs);
        assertArrayEquals(new long[] {8, 2}, scores);
    }

    public void testBestOfReferenceAndOthers() {
        Scoreboard scoreboard = new Scoreboard();
        long hash = Rank.of("id").high();
        scoreboard.add(1, hash, 1, 9);
        scoreboard.add(2, hash, 2, 8);
        scoreboard.add(3, 7, 3, 1);
        scoreboard.add(4, 7, 4, 2);
        scoreboard.add(5, 7, 5, 2);
        long[] refs = new long[4];
        long[] scores = new long[4];
        assertEquals(4, scoreboard.bestOfEachPart(2, refs, scores));
        assertArrayEquals(new long[] {4, 5, 1, 2}, refs);
        assertArrayEquals(new long[] {2, 2, 9, 8}, scores);
        assertEquals(2, scoreboard.bestOfEachPart(1, refs, scores));
        assertArrayEquals(new long[] {4, 1}, new long[] {refs[0], refs[1]});
    }

    public void testReset() {
        Scoreboard scoreboard = new Scoreboard();
        scoreboard.add(1, 0, 1, 1);
        scoreboard.reset();
        assertEquals(0, scoreboard.best(3, new long[3], new long[3]));
    }
}
