package org.ndd.job.update;

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
import org.ndd.config.DocumentName;
import org.ndd.config.ShardPosition;

public class ChangedDocumentsTests extends ESTestCase {

    private static final ShardId FIRST = new ShardId(new Index("pages", "uuid"), 0);
    private static final ShardId SECOND = new ShardId(new Index("pages", "uuid"), 1);
    private static final ShardId OTHER = new ShardId(new Index("others", "uuid2"), 0);

    private final CircuitBreaker breaker = newLimitedBreaker(ByteSizeValue.ofKb(100));

    public void testCollectsEachDocumentOnce() {
        ChangedDocuments changed = new ChangedDocuments(10, breaker);
        changed.add(FIRST, List.of("b", "a"));
        changed.add(OTHER, List.of("a"));
        changed.add(FIRST, List.of("b", "a"));
        changed.add(SECOND, List.of("a"));
        changed.read(FIRST, new ShardPosition(3, "x"));
        try (changed) {
            assertEquals(
                    Set.of(
                            new DocumentName("pages", "a"),
                            new DocumentName("pages", "b"),
                            new DocumentName("others", "a")),
                    changed.documents());
            assertEquals(Map.of(FIRST, new ShardPosition(3, "x")), changed.positions());
            assertFalse(changed.isUnknown());
        }
    }

    public void testLimitCountsDocuments() {
        ChangedDocuments changed = new ChangedDocuments(2, breaker);
        changed.add(FIRST, List.of("a"));
        changed.add(FIRST, List.of("a"));
        changed.add(SECOND, List.of("b"));
        assertFalse(changed.isUnknown());
        changed.add(FIRST, List.of("c"));
        assertTrue(changed.isUnknown());
        changed.add(SECOND, List.of("d"));
        changed.read(SECOND, new ShardPosition(3, "x"));
        try (changed) {
            assertTrue(changed.isUnknown());
            assertTrue(changed.tooMany());
            assertEquals(Set.of(), changed.documents());
            assertEquals(Map.of(), changed.positions());
        }
    }

    public void testReportsOnlyLostHistory() {
        ChangedDocuments changed = new ChangedDocuments(2, breaker);
        changed.add(FIRST, List.of("a"));
        changed.read(FIRST, new ShardPosition(3, "x"));
        changed.addLost(SECOND);
        assertTrue(changed.isUnknown());
        try (changed) {
            assertTrue(changed.isUnknown());
            assertFalse(changed.tooMany());
            assertEquals(Set.of(SECOND), changed.lost());
            assertEquals(Set.of(), changed.documents());
            assertEquals(Map.of(), changed.positions());
        }
    }

    public void testReleasesBreakerMemoryOnClose() {
        ChangedDocuments changed = new ChangedDocuments(1000, breaker);
        changed.add(FIRST, List.of("a", "b"));
        long used = breaker.getUsed();
        assertTrue("" + used, used > 2 * 300);
        changed.add(FIRST, List.of("a"));
        assertEquals("a document is counted once", used, breaker.getUsed());
        changed.close();
        changed.close();
        assertEquals(0, breaker.getUsed());
    }

    public void testCircuitBreaker() {
        ChangedDocuments changed = new ChangedDocuments(1000, breaker);
        List<String> many = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            many.add("document" + i);
        }
        expectThrows(CircuitBreakingException.class, () -> changed.add(FIRST, many));
        assertTrue(breaker.getUsed() > 0);
        changed.close();
        assertEquals(0, breaker.getUsed());
    }
}
