package org.ndd.bulk;

import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.ndd.Soon.assertSoon;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.elasticsearch.ElasticsearchTimeoutException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.NoShardAvailableActionException;
import org.elasticsearch.client.internal.transport.NoNodeAvailableException;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.tasks.TaskCancelHelper;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.transport.NodeNotConnectedException;
import org.elasticsearch.transport.RemoteTransportException;
import org.ndd.partition.node.FakeNodes;

/** Transient failures are retried until the timeout; other failures are reported immediately. */
public class RetryUntilTimeoutTests extends ESTestCase {

    private static final TimeValue TIMEOUT = TimeValue.timeValueMinutes(2);

    private final FakeNodes nodes = new FakeNodes(List.of("node-0"));
    private final List<Exception> ends = new ArrayList<>();
    private int tries;

    private void run(Consumer<ActionListener<Void>> action) {
        RetryUntilTimeout.<Void>run(
                nodes.threadPool(),
                TIMEOUT,
                nodes.task(),
                listener -> {
                    tries++;
                    action.accept(listener);
                },
                ActionListener.wrap(done -> ends.add(null), ends::add));
        nodes.work();
    }

    private void runToEnd() {
        while (ends.isEmpty() && nodes.advanceTime()) {}
        while (nodes.advanceTime()) {}
        assertEquals("completes exactly once", 1, ends.size());
    }

    public void testRetriesRejections() {
        int rejected = between(0, 10);
        run(listener -> {
            if (tries <= rejected) {
                listener.onFailure(new EsRejectedExecutionException("full"));
            } else {
                listener.onResponse(null);
            }
        });
        runToEnd();
        assertNull(ends.get(0));
        assertEquals(rejected + 1, tries);
    }

    public void testRetriesThrownExceptions() {
        run(listener -> {
            throw tries < 3 ? new EsRejectedExecutionException("full") : new IllegalArgumentException("never");
        });
        runToEnd();
        assertThat(ends.get(0), instanceOf(IllegalArgumentException.class));
        assertEquals(3, tries);
    }

    /** A task of a step sends many bulks. */
    public void testTaskDoesNotKeepEndedActions() throws Exception {
        WeakReference<byte[]> bulk = sendBulk();
        runToEnd();
        assertSoon(() -> {
            System.gc();
            assertNull(bulk.get());
        });
        assertFalse("the task is still active", nodes.task().isCancelled());
    }

    private WeakReference<byte[]> sendBulk() {
        byte[] bulk = new byte[1 << 20];
        run(listener -> {
            if (tries < 2) {
                bulk[0]++;
                listener.onFailure(new EsRejectedExecutionException("full"));
            } else {
                listener.onResponse(null);
            }
        });
        return new WeakReference<>(bulk);
    }

    public void testTimeout() {
        long began = nodes.now();
        run(listener -> listener.onFailure(new EsRejectedExecutionException("full")));
        runToEnd();
        assertThat(ends.get(0), instanceOf(EsRejectedExecutionException.class));
        assertThat(tries, greaterThan(10));
        assertThat(nodes.now() - began, lessThanOrEqualTo(TIMEOUT.millis() + 10_000));
    }

    public void testDoesNotRetryMissingIndex() {
        run(listener -> listener.onFailure(new IndexNotFoundException("pages")));
        runToEnd();
        assertThat(ends.get(0), instanceOf(IndexNotFoundException.class));
        assertEquals(1, tries);
    }

    public void testRetriesMovedShards() {
        IndexNotFoundException gone = new IndexNotFoundException("pages");
        for (Exception moved : List.of(
                new RemoteTransportException("node-0", gone),
                new NoNodeAvailableException("left"),
                new NodeNotConnectedException(null, "left"))) {
            assertTrue(moved.toString(), TransientFailures.isMove(moved));
        }
        for (Exception other : List.of(
                gone,
                new NoShardAvailableActionException(null, "no active copy of the shard"),
                new RemoteTransportException("node-0", new EsRejectedExecutionException("full")),
                new RemoteTransportException("node-0", new IllegalArgumentException("never")),
                new ElasticsearchTimeoutException("late"))) {
            assertFalse(other.toString(), TransientFailures.isMove(other));
        }
    }

    public void testCancelDuringRequestOrPause() {
        List<ActionListener<Void>> late = new ArrayList<>();
        run(listener -> {
            if (tries == 1) {
                listener.onFailure(new EsRejectedExecutionException("full"));
            } else {
                late.add(listener);
            }
        });
        boolean inProgress = randomBoolean();
        if (inProgress) {
            assertTrue(nodes.advanceTime());
            assertEquals(1, late.size());
        }
        TaskCancelHelper.cancel(nodes.task(), "enough");
        nodes.work();
        assertEquals(1, ends.size());
        assertThat(ends.get(0), instanceOf(TaskCancelledException.class));
        late.forEach(listener -> listener.onResponse(null));
        runToEnd();
        assertEquals("no retry after the end", inProgress ? 2 : 1, tries);
    }
}
