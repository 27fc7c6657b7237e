package org.ndd.bulk;

import org.elasticsearch.test.ESTestCase;
import org.ndd.bulk.BatchLoop.BatchSize;

public class BatchSizeTests extends ESTestCase {

    private static int settled(BatchSize size, long bytesPerDocument) {
        for (int i = 0; i < 30; i++) {
            int documents = size.next(Double.POSITIVE_INFINITY);
            size.adapt(documents, documents * bytesPerDocument);
        }
        return size.next(Double.POSITIVE_INFINITY);
    }

    public void testGrowsUpToMemoryTarget() {
        BatchSize size = new BatchSize(10_000);
        assertEquals(16, size.next(Double.POSITIVE_INFINITY));
        int settled = settled(size, 10_000);
        assertTrue("[" + settled + "]", settled * 10_000L <= 4 << 20 && settled * 10_000L >= 1 << 20);
    }

    public void testBounds() {
        assertEquals(500, settled(new BatchSize(500), 10));
        assertEquals(5, new BatchSize(5).next(Double.POSITIVE_INFINITY));
        assertEquals("at least one document", 1, settled(new BatchSize(1000), 100L << 20));
    }

    public void testShrinksImmediately() {
        BatchSize size = new BatchSize(10_000);
        int documents = settled(size, 1000);
        size.adapt(documents, documents * 1_000_000L);
        assertEquals(4, size.next(Double.POSITIVE_INFINITY));
    }

    public void testRespectsThrottle() {
        BatchSize size = new BatchSize(1000);
        settled(size, 10);
        assertEquals(1000, size.next(1000));
        assertEquals(50, size.next(5));
        assertEquals(1, size.next(0.1));
    }

    public void testIgnoresLastBatch() {
        BatchSize size = new BatchSize(1000);
        size.adapt(1, 10);
        assertEquals(16, size.next(Double.POSITIVE_INFINITY));
    }
}
