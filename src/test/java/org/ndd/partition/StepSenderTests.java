package org.ndd.partition;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.transport.NoNodeAvailableException;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.transport.ReceiveTimeoutTransportException;
import org.ndd.partition.node.FakeNodes;
import org.ndd.partition.node.FakeNodes.PendingRequest;
import org.ndd.partition.node.RunStep;
import org.ndd.partition.node.StepSender;
import org.ndd.partition.plan.StepCounts.Count;

/** For lost, late, rejected, duplicate, or reordered responses, each step is executed once and the end is reported once. */
public class StepSenderTests extends ESTestCase {

    private static final TimeValue TIMEOUT = TimeValue.timeValueMinutes(3);
    private static final int MAX_CONCURRENT_PER_NODE = 4;

    private final FakeNodes nodes = new FakeNodes(FakePlans.NODES);
    private final AtomicInteger aborted = new AtomicInteger();
    private final Map<Integer, Integer> results = new TreeMap<>();
    private final List<Exception> ends = new ArrayList<>();
    private final List<PendingRequest> inProgress = new ArrayList<>();

    private StepSender sender(int shards) {
        return new StepSender(
                FakePlans.plan(shards, TIMEOUT),
                nodes.messenger(),
                nodes.clusterService(),
                nodes.task(),
                aborted::incrementAndGet);
    }

    private ActionListener<Void> end() {
        return ActionListener.wrap(done -> ends.add(null), ends::add);
    }

    private void counted(StepSender.AddressedStep order) {
        results.merge(order.shard(), 1, Integer::sum);
    }

    private void send(int shards) {
        StepSender sender = sender(shards);
        sender.send(sender.eachShard(RunStep.DECIDE), (order, node, result) -> counted(order), end());
    }

    /** Removes and returns one of the pending requests. */
    private PendingRequest anyRequest() {
        inProgress.addAll(nodes.takeRequests());
        Map<String, Integer> busy = new HashMap<>();
        inProgress.forEach(requested -> busy.merge(requested.node().getId(), 1, Integer::sum));
        busy.forEach((node, count) -> assertThat(node, count, lessThanOrEqualTo(MAX_CONCURRENT_PER_NODE)));
        return inProgress.isEmpty() ? null : inProgress.remove(randomInt(inProgress.size() - 1));
    }

    private void response(PendingRequest requested, long pending) {
        nodes.response(requested, FakePlans.result(Map.of(Count.PENDING, pending)));
        nodes.work();
    }

    public void testResponsesInAnyOrder() {
        int shards = between(1, 40);
        send(shards);
        PendingRequest before = null;
        for (PendingRequest requested = anyRequest(); requested != null; requested = anyRequest()) {
            assertEquals(List.of(), ends);
            response(requested, 0);
            if (before != null && randomBoolean()) {
                response(before, 0);
            }
            before = requested;
        }
        assertEquals(shards, results.size());
        assertTrue(results.toString(), results.values().stream().allMatch(count -> count == 1));
        assertEquals(1, ends.size());
        assertNull(ends.get(0));
        assertEquals(0, aborted.get());
    }

    public void testRepeatsUntilDone() {
        int shards = between(1, 20);
        Map<Integer, Integer> rounds = new TreeMap<>();
        for (int shard = 0; shard < shards; shard++) {
            rounds.put(shard, between(1, 6));
        }
        StepSender sender = sender(shards);
        sender.sendUntilDone(sender.eachShard(RunStep.WRITE_GROUPS), (order, node, result) -> counted(order), end());
        for (PendingRequest requested = anyRequest(); requested != null; requested = anyRequest()) {
            int shard = requested.address().shard();
            response(requested, rounds.get(shard) - 1 - results.getOrDefault(shard, 0));
        }
        assertEquals(rounds, results);
        assertEquals(1, ends.size());
        assertNull(ends.get(0));
    }

    public void testFirstFailureStopsRequests() {
        int shards = between(2, 60);
        send(shards);
        for (int i = randomInt(shards - 2); i > 0; i--) {
            response(anyRequest(), 0);
        }
        int done = results.size();
        nodes.fail(anyRequest(), new EsRejectedExecutionException("full"));
        nodes.work();
        assertEquals("pending requests are cancelled", 1, aborted.get());
        while (inProgress.isEmpty() == false) {
            assertEquals("ends after all requests have ended", List.of(), ends);
            PendingRequest requested = inProgress.remove(randomInt(inProgress.size() - 1));
            if (randomBoolean()) {
                nodes.fail(requested, new IllegalStateException("ended by cancellation"));
            } else {
                response(requested, 1);
                done++;
            }
            nodes.work();
            assertEquals("no more requests are sent", List.of(), nodes.takeRequests());
        }
        assertEquals(done, results.size());
        assertEquals(1, ends.size());
        assertThat(ExceptionsHelper.unwrapCause(ends.get(0)), instanceOf(EsRejectedExecutionException.class));
        assertEquals(1, aborted.get());
    }

    public void testLostAndLateResponses() {
        int shards = between(2, 12);
        send(shards);
        PendingRequest lost = anyRequest();
        for (PendingRequest requested = anyRequest(); requested != null; requested = anyRequest()) {
            response(requested, 0);
        }
        assertEquals(List.of(), ends);
        long before = nodes.now();
        while (ends.isEmpty()) {
            assertTrue("the wait is bounded", nodes.advanceTime());
        }
        assertEquals(TIMEOUT.millis(), nodes.now() - before);
        response(lost, 0);
        assertEquals(1, ends.size());
        assertThat(ends.get(0), instanceOf(ReceiveTimeoutTransportException.class));
        assertEquals(shards - 1, results.size());
    }

    public void testNoRequestsIfNodeIsMissing() {
        nodes.failRequest("node-0");
        send(between(1, 40));
        assertEquals("the first shard is on the missing node", List.of(), nodes.takeRequests());
        assertEquals(1, ends.size());
        assertThat(ends.get(0), instanceOf(NoNodeAvailableException.class));
        assertThat(ends.get(0).getMessage(), containsString("node [node-0] has left the cluster"));
    }

    public void testNodeLeavesDuringRequests() {
        int shards = between(13, 60);
        send(shards);
        nodes.failRequest("node-1");
        int responded = 0;
        for (PendingRequest requested = anyRequest(); requested != null; requested = anyRequest()) {
            // requests to the lost node fail when its connections close
            if (requested.node().getId().equals("node-1")) {
                nodes.fail(requested, StepSender.hasLeft("node-1"));
            } else {
                response(requested, 0);
                responded++;
            }
            nodes.work();
        }
        assertEquals(1, ends.size());
        assertThat(ExceptionsHelper.unwrapCause(ends.get(0)), instanceOf(NoNodeAvailableException.class));
        assertEquals(responded, results.size());
        assertEquals(1, aborted.get());
    }

    public void testExceptionInResultHandler() {
        StepSender sender = sender(between(1, 20));
        sender.send(
                sender.eachShard(RunStep.DECIDE),
                (order, node, result) -> {
                    throw new IllegalArgumentException("of another version");
                },
                end());
        for (PendingRequest requested = anyRequest(); requested != null; requested = anyRequest()) {
            response(requested, 0);
        }
        assertEquals(1, ends.size());
        assertThat(ends.get(0).getMessage(), containsString("of another version"));
    }

    public void testNoRequests() {
        sender(3).send(List.of(), (order, node, result) -> counted(order), end());
        assertEquals(1, ends.size());
        assertNull(ends.get(0));
    }
}
