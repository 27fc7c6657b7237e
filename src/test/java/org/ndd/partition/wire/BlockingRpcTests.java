package org.ndd.partition.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.elasticsearch.ElasticsearchTimeoutException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.test.ESTestCase;

public class BlockingRpcTests extends ESTestCase {

    public void testTheAnswer() {
        assertEquals(
                "yes", BlockingRpc.<String>answer(listener -> listener.onResponse("yes"), () -> fail("it is there")));
    }

    /** Nobody answers; whoever waits is gone as soon as the run is. */
    public void testWhoeverWaitsEndsWithTheRun() {
        AtomicInteger looked = new AtomicInteger();
        int looks = between(1, 5);
        expectThrows(
                TaskCancelledException.class,
                () -> BlockingRpc.<String>answer(listener -> {}, () -> {
                    if (looked.incrementAndGet() == looks) {
                        throw new TaskCancelledException("enough");
                    }
                }));
        assertEquals(looks, looked.get());
    }

    public void testALateAnswer() {
        List<ActionListener<String>> asked = new ArrayList<>();
        AtomicInteger looks = new AtomicInteger(between(1, 5));
        assertEquals("late", BlockingRpc.<String>answer(asked::add, () -> {
            if (looks.decrementAndGet() == 0) {
                asked.get(0).onResponse("late");
            }
        }));
    }

    public void testAFailureIsTold() {
        RuntimeException failure = randomFrom(
                new IllegalStateException("broken"), new ElasticsearchTimeoutException("the other one was too slow"));
        RuntimeException told = expectThrows(
                RuntimeException.class,
                () -> BlockingRpc.<String>answer(listener -> listener.onFailure(failure), () -> fail("it is there")));
        assertSame(failure, told);
    }

    public void testThatAnAnswerIsLatePasses() {
        assertTrue(TransientFailures.passes(new ElasticsearchTimeoutException("late")));
    }
}
