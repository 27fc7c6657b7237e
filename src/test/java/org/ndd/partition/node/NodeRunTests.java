package org.ndd.partition.node;

import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.NoopCircuitBreaker;
import org.elasticsearch.test.ESTestCase;

public class NodeRunTests extends ESTestCase {

    private static CircuitBreaker breaker(long limit, long used) {
        return new NoopCircuitBreaker("test") {
            @Override
            public long getLimit() {
                return limit;
            }

            @Override
            public long getUsed() {
                return used;
            }
        };
    }

    public void testCacheShrinksWithFreeMemory() {
        assertEquals(1_000, NodeRun.cacheBytes(breaker(8_000, 0)));
        assertEquals(10, NodeRun.cacheBytes(breaker(8_000, 7_920)));
        assertEquals("usage exceeds the limit", 0, NodeRun.cacheBytes(breaker(8_000, 9_000)));
    }

    public void testHeapLimitsCache() {
        long most = NodeRun.cacheBytes(breaker(-1, 0));
        assertTrue(
                String.valueOf(most), most > 0 && most <= Runtime.getRuntime().maxMemory() / 20);
        assertEquals(most, NodeRun.cacheBytes(breaker(Long.MAX_VALUE, 0)));
    }
}
