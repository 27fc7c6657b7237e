package org.ndd.bulk;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.test.ESTestCase;

/** Order, concurrency and failures of batches. */
public class BatchesTests extends ESTestCase {

    private final List<Integer> begun = new ArrayList<>();
    private final Deque<ActionListener<Void>> active = new ArrayDeque<>();
    private final PlainActionFuture<Void> all = new PlainActionFuture<>();

    private void begin(int count) {
        Batches.forEach(
                IntStream.range(0, count).boxed().toList(),
                1,
                5,
                (batch, listener) -> {
                    begun.addAll(batch);
                    active.add(listener);
                },
                all);
    }

    public void testSplits() {
        assertEquals(List.of(List.of(1, 2), List.of(3)), Batches.of(List.of(1, 2, 3), 2));
    }

    public void testBoundsConcurrentBatches() {
        begin(12);
        for (int ended = 0; ended < 12; ended++) {
            assertEquals(Math.min(5, 12 - ended), active.size());
            assertFalse(all.isDone());
            active.poll().onResponse(null);
        }
        assertTrue(all.isDone());
        assertNull(all.actionGet());
        assertEquals(IntStream.range(0, 12).boxed().toList(), begun);
    }

    public void testNoItems() {
        begin(0);
        assertNull(all.actionGet());
    }

    public void testReportsFirstFailureAfterAllCompleted() throws Exception {
        begin(12);
        active.poll().onResponse(null);
        active.poll().onFailure(new IllegalStateException("first"));
        active.poll().onFailure(new IllegalStateException("second"));
        assertEquals("one more batch after the successful one", 6, begun.size());
        assertFalse(all.isDone());
        while (active.isEmpty() == false) {
            assertFalse(all.isDone());
            active.poll().onResponse(null);
        }
        assertFailure("first");
        assertEquals(6, begun.size());
    }

    public void testExceptionIsFailure() {
        Batches.forEach(
                List.of(1),
                1,
                5,
                (batch, listener) -> {
                    throw new IllegalStateException("immediate");
                },
                all);
        assertFailure("immediate");
    }

    private void assertFailure(String message) {
        assertEquals(
                message,
                expectThrows(ExecutionException.class, all::get).getCause().getMessage());
    }
}
