package org.ndd.job.changes;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.test.ESTestCase;

/** The order of requests per shard, without a cluster: each request is in progress until the test completes it. */
public class ShardRequestSenderTests extends ESTestCase {

    private final ArrayDeque<ActionListener<Void>> underWay = new ArrayDeque<>();
    private final List<ShardId> begun = new ArrayList<>();
    private final PlainActionFuture<Void> all = new PlainActionFuture<>();

    private void begin(int shards) {
        SortedSet<ShardId> each = new TreeSet<>();
        for (int i = 0; i < shards; i++) {
            each.add(new ShardId("pages", "uuid", i));
        }
        ShardRequestSender.eachShard(
                each,
                (shard, listener) -> {
                    begun.add(shard);
                    underWay.add(listener);
                },
                all);
    }

    public void testBoundsConcurrentRequests() {
        begin(12);
        for (int ended = 0; ended < 12; ended++) {
            assertEquals(Math.min(5, 12 - ended), underWay.size());
            assertFalse(all.isDone());
            underWay.poll().onResponse(null);
        }
        assertTrue(all.isDone());
        assertNull(all.actionGet());
        assertEquals(12, begun.size());
        assertEquals("in order", new TreeSet<>(begun).stream().toList(), begun);
    }

    public void testNoShards() {
        begin(0);
        assertNull(all.actionGet());
    }

    public void testReportsFirstFailureAfterAllCompleted() throws Exception {
        begin(12);
        underWay.poll().onResponse(null);
        underWay.poll().onFailure(new IllegalStateException("first"));
        underWay.poll().onFailure(new IllegalStateException("second"));
        assertEquals("one more request after the successful one", 6, begun.size());
        assertFalse(all.isDone());
        while (underWay.isEmpty() == false) {
            assertFalse(all.isDone());
            underWay.poll().onResponse(null);
        }
        assertEquals(
                "first",
                expectThrows(ExecutionException.class, all::get).getCause().getMessage());
        assertEquals(6, begun.size());
    }

    public void testExceptionIsFailure() {
        SortedSet<ShardId> one = new TreeSet<>(List.of(new ShardId("pages", "uuid", 0)));
        ShardRequestSender.eachShard(
                one,
                (shard, listener) -> {
                    throw new IllegalStateException("at once");
                },
                all);
        assertEquals(
                "at once",
                expectThrows(ExecutionException.class, all::get).getCause().getMessage());
    }
}
