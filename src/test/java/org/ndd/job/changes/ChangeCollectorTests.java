package org.ndd.job.changes;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.test.ESTestCase;
import org.ndd.config.ShardPosition;

public class ChangeCollectorTests extends ESTestCase {

    private static final ShardId FIRST = new ShardId(new Index("pages", "uuid"), 0);
    private static final ShardId SECOND = new ShardId(new Index("pages", "uuid"), 1);
    private static final ShardId OTHER = new ShardId(new Index("others", "uuid2"), 0);

    private final CircuitBreaker breaker = newLimitedBreaker(ByteSizeValue.ofKb(100));

    public void testCollectsEachDocumentOnce() {
        ChangeCollector collector = new ChangeCollector(10, breaker);
        collector.add(FIRST, List.of("b", "a"));
        collector.add(OTHER, List.of("a"));
        collector.add(FIRST, List.of("b", "a"));
        collector.add(SECOND, List.of("a"));
        collector.read(FIRST, new ShardPosition(3, "x"));
        try (ChangedDocuments result = collector.result()) {
            assertEquals(Map.of("pages", Set.of("a", "b"), "others", Set.of("a")), result.byIndex());
            assertEquals(Map.of(FIRST, new ShardPosition(3, "x")), result.positions());
            assertFalse(result.isUnknown());
        }
    }

    public void testLimitCountsDocuments() {
        ChangeCollector collector = new ChangeCollector(2, breaker);
        collector.add(FIRST, List.of("a"));
        collector.add(FIRST, List.of("a"));
        collector.add(SECOND, List.of("b"));
        assertFalse(collector.isStopped());
        collector.add(FIRST, List.of("c"));
        assertTrue(collector.isStopped());
        collector.add(SECOND, List.of("d"));
        collector.read(SECOND, new ShardPosition(3, "x"));
        try (ChangedDocuments result = collector.result()) {
            assertTrue(result.isUnknown());
            assertTrue(result.tooMany());
            assertEquals(Map.of(), result.byIndex());
            assertEquals(Map.of(), result.positions());
        }
    }

    public void testReportsOnlyLostHistory() {
        ChangeCollector collector = new ChangeCollector(2, breaker);
        collector.add(FIRST, List.of("a"));
        collector.read(FIRST, new ShardPosition(3, "x"));
        collector.addLost(SECOND);
        assertTrue(collector.isStopped());
        try (ChangedDocuments result = collector.result()) {
            assertTrue(result.isUnknown());
            assertFalse(result.tooMany());
            assertEquals(Set.of(SECOND), result.lost());
            assertEquals(Map.of(), result.byIndex());
            assertEquals(Map.of(), result.positions());
        }
    }

    public void testReleasesBreakerMemoryOnClose() {
        ChangeCollector collector = new ChangeCollector(1000, breaker);
        collector.add(FIRST, List.of("a", "b"));
        long used = breaker.getUsed();
        assertTrue("" + used, used > 2 * 300);
        collector.add(FIRST, List.of("a"));
        assertEquals("a document is counted once", used, breaker.getUsed());
        ChangedDocuments result = collector.result();
        assertEquals(used, breaker.getUsed());
        result.close();
        result.close();
        collector.close();
        assertEquals(0, breaker.getUsed());
    }

    public void testCircuitBreaker() {
        ChangeCollector collector = new ChangeCollector(1000, breaker);
        List<String> many = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            many.add("document" + i);
        }
        expectThrows(CircuitBreakingException.class, () -> collector.add(FIRST, many));
        assertTrue(breaker.getUsed() > 0);
        collector.close();
        assertEquals(0, breaker.getUsed());
    }
}
