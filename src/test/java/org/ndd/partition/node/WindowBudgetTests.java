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
        return WindowBudget.windows(documents, shards, 0, PREDECESSORS, breaker(ByteSizeUnit.GB.toBytes(1)));
    }

    public void testFewDocumentsNeedOne() {
        assertEquals(1, windows(0, 1));
        assertEquals(1, windows(100_000, 64));
    }

    public void testMoreDocumentsFieldsAndPredecessorsNeedMore() {
        int some = windows(10_000_000, 4);
        assertTrue(some > 1);
        assertTrue(windows(20_000_000, 4) > some);
        CircuitBreaker breaker = breaker(ByteSizeUnit.GB.toBytes(1));
        assertTrue(WindowBudget.windows(10_000_000, 4, 4, PREDECESSORS, breaker) > some);
        assertTrue(WindowBudget.windows(10_000_000, 4, 0, 4 * PREDECESSORS, breaker) > some);
    }

    /** Each shard keeps heads of lists of its own, as far as there are documents in them. */
    public void testMoreShardsNeedMore() {
        assertTrue(windows(10_000_000, 50) > windows(10_000_000, 10));
        assertTrue(windows(10_000_000, 10) > windows(10_000_000, 1));
        assertEquals(windows(10_000_000, 64), windows(10_000_000, 1000));
    }

    public void testNeverMoreThanThereMayBe() {
        assertEquals(PartitionOptions.MAX_WINDOWS, WindowBudget.windows(1L << 31, 64, 16, 64, breaker(1 << 20)));
    }

    public void testWithoutALimitOneWillDo() {
        assertEquals(1, WindowBudget.windows(1L << 31, 64, 0, PREDECESSORS, breaker(0)));
    }
}
