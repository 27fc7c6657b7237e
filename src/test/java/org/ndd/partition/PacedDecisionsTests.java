package org.ndd.partition;

import java.util.stream.LongStream;
import org.elasticsearch.test.ESTestCase;

public class PacedDecisionsTests extends ESTestCase {

    public void testSharesAreProportionalToWeights() {
        assertArrayEquals(new long[] {1, 148, 1}, PacedDecisions.shares(150, new long[] {1, 148, 1}, 0));
        assertArrayEquals(new long[] {100}, PacedDecisions.shares(100, new long[] {1}, between(0, 100)));
        for (int i = 0; i < 100; i++) {
            long[] weights = LongStream.range(0, between(1, 300))
                    .map(shard -> randomLongBetween(1, 10_000))
                    .toArray();
            long most = randomLongBetween(1, 100_000);
            long[] shares = PacedDecisions.shares(most, weights, randomInt());
            assertEquals(most, LongStream.of(shares).sum());
            assertTrue(LongStream.of(shares).allMatch(share -> share >= 0));
        }
    }

    /** All other documents depend on one document in any shard. */
    public void testEachShardGetsShare() {
        long[] weights = new long[between(1, 200)];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = randomBoolean() ? 1 : randomLongBetween(1, 1_000_000);
        }
        long most = between(1, 10);
        long[] had = new long[weights.length];
        int first = randomInt(1000);
        for (int turn = 0; turn < weights.length; turn++) {
            long[] shares = PacedDecisions.shares(most, weights, first + turn);
            for (int i = 0; i < shares.length; i++) {
                had[i] += shares[i];
            }
        }
        assertTrue(LongStream.of(had).allMatch(documents -> documents > 0));
    }
}
