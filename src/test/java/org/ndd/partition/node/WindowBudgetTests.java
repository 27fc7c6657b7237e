package org.ndd.partition.node;

import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.NoopCircuitBreaker;
import org.elasticsearch.common.unit.ByteSizeUnit;
import org.elasticsearch.test.ESTestCase;
import org.ndd.core.group.CandidateParameters;
import org.ndd.partition.plan.PartitionOptions;

public class WindowBudgetTests extends ESTestCase {

    private static final int PREDECESSORS = CandidateParameters.PREDECESSORS;

    private static CircuitBreaker breaker(long limit) {
        return new NoopCircuitBreaker(CircuitBreaker.REQUEST) {
            @Override
            public long getLimit() {
                return limit;
            }
        };
    }

    private static int windows(long documents, int shards) {
        return windows(documents, 24, shards, 0, PREDECESSORS, ByteSizeUnit.GB.toBytes(1));
    }

    private static int windows(
            long documents, int fingerprints, int shards, int fields, int predecessors, long memory) {
        return WindowBudget.windows(
                documents,
                fingerprints * documents,
                shards,
                fields,
                predecessors,
                WindowBudget.budget(breaker(memory)));
    }

    public void testOneWindowForFewDocuments() {
        assertEquals(1, windows(0, 1));
        assertEquals(1, windows(100_000, 64));
    }

    public void testWindowsIncreaseWithInput() {
        long memory = ByteSizeUnit.GB.toBytes(1);
        int some = windows(10_000_000, 4);
        assertTrue(some > 1);
        assertTrue(windows(20_000_000, 4) > some);
        assertTrue(windows(10_000_000, 36, 4, 0, PREDECESSORS, memory) > some);
        assertTrue(windows(10_000_000, 24, 4, 4, PREDECESSORS, memory) > some);
        assertTrue(windows(10_000_000, 24, 4, 0, 4 * PREDECESSORS, memory) > some);
    }

    /** The measured sizes, see {@link WindowBudget}, fit into half of a memory of twice that size. */
    public void testMeasuredSizesFit() {
        assertEquals(1, windows(1_000_000, 24, 1, 0, PREDECESSORS, 2 * 600_000_000L));
        assertTrue(windows(1_000_000, 24, 1, 0, PREDECESSORS, 2 * 488_000_000L) > 1);
        assertTrue(windows(1_000_000, 24, 6, 0, PREDECESSORS, 2 * 734_000_000L) > 1);
        assertTrue(windows(1_000_000, 24, 1, 0, PREDECESSORS, 2 * 920_000_000L / 11) >= 11);
        assertTrue(windows(1_000_000, 24, 6, 0, PREDECESSORS, 2 * 1_900_000_000L / 11) >= 11);
    }

    /** Each shard stores the heads of lists for which it has documents. */
    public void testWindowsIncreaseWithShards() {
        assertTrue(windows(1_000_000, 50) > windows(1_000_000, 10));
        assertTrue(windows(1_000_000, 10) > windows(1_000_000, 1));
        assertEquals(windows(10_000_000, 128), windows(10_000_000, 1000));
    }

    public void testMaxWindows() {
        assertEquals(PartitionOptions.MAX_WINDOWS, windows(1L << 31, 36, 64, 16, 64, 1 << 20));
    }

    public void testOneWindowWithoutLimit() {
        assertEquals(1, windows(1L << 31, 36, 64, 0, PREDECESSORS, 0));
    }
}
