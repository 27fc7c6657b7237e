package org.ndd.partition.node;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.elasticsearch.ElasticsearchTimeoutException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.test.ESTestCase;
import org.ndd.bulk.TransientFailures;

public class BlockingRpcTests extends ESTestCase {

    public void testResponse() {
        assertEquals(
                "yes",
                BlockingRpc.<String>awaitResponse(
                        listener -> listener.onResponse("yes"), () -> fail("the response has arrived")));
    }

    /** Without a response, the waiting thread is released as soon as the run ends. */
    public void testEndOfRunReleasesThread() {
        AtomicInteger looked = new AtomicInteger();
        int looks = between(1, 5);
        expectThrows(
                TaskCancelledException.class,
                () -> BlockingRpc.<String>awaitResponse(listener -> {}, () -> {
                    if (looked.incrementAndGet() == looks) {
                        throw new TaskCancelledException("enough");
                    }
                }));
        assertEquals(looks, looked.get());
    }

    public void testLateResponse() {
        List<ActionListener<String>> requested = new ArrayList<>();
        AtomicInteger looks = new AtomicInteger(between(1, 5));
        assertEquals("late", BlockingRpc.<String>awaitResponse(requested::add, () -> {
            if (looks.decrementAndGet() == 0) {
                requested.get(0).onResponse("late");
            }
        }));
    }

    public void testThrowsFailure() {
        RuntimeException failure = randomFrom(
                new IllegalStateException("broken"), new ElasticsearchTimeoutException("the other one was too slow"));
        RuntimeException thrown = expectThrows(
                RuntimeException.class,
                () -> BlockingRpc.<String>awaitResponse(
                        listener -> listener.onFailure(failure), () -> fail("the response has arrived")));
        assertSame(failure, thrown);
    }

    public void testTimeoutIsTransientFailure() {
        assertTrue(TransientFailures.isTransient(new ElasticsearchTimeoutException("late")));
    }
}
