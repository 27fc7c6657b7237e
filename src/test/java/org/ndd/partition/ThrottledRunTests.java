package org.ndd.partition;

import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.transport.NoNodeAvailableException;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.tasks.TaskCancelHelper;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.test.ESTestCase;
import org.ndd.bulk.Pause;
import org.ndd.bulk.Throttle;
import org.ndd.partition.node.FakeNodes;
import org.ndd.partition.node.FakeNodes.PendingRequest;
import org.ndd.partition.node.RunStep;
import org.ndd.partition.node.StepRequest;
import org.ndd.partition.node.StepSender;
import org.ndd.partition.plan.StepCounts.Count;

/** A throttled run keeps its rate over all shards, and detects a lost node immediately. */
public class ThrottledRunTests extends ESTestCase {

    private final FakeNodes nodes = new FakeNodes(FakePlans.NODES);
    private final List<Exception> ends = new ArrayList<>();
    private final Deque<PendingRequest> inProgress = new ArrayDeque<>();
    private long[] left;

    private Throttle throttle(double perSecond) {
        return new Throttle(() -> TimeUnit.MILLISECONDS.toNanos(nodes.now()), perSecond, Double.POSITIVE_INFINITY);
    }

    private void run(int shards, long mostOfAShard, Throttle throttle) {
        left = LongStream.range(0, shards)
                .map(shard -> randomLongBetween(0, mostOfAShard))
                .toArray();
        StepSender steps = new StepSender(
                FakePlans.plan(shards, TimeValue.timeValueHours(9)),
                nodes.messenger(),
                nodes.clusterService(),
                nodes.task(),
                () -> {});
        new PacedDecisions(
                        RunStep.DECIDE,
                        steps,
                        TestRuns.progress(),
                        throttle,
                        new Pause(nodes.task(), nodes.threadPool()))
                .run(ActionListener.wrap(done -> ends.add(null), ends::add));
    }

    private PendingRequest nextRequest() {
        nodes.work();
        inProgress.addAll(nodes.takeRequests());
        return inProgress.poll();
    }

    /** Simulates a shard with remaining documents, which decides as many as allowed. */
    private long decide(PendingRequest requested) {
        int shard = requested.address().shard();
        long decided = Math.min(left[shard], ((StepRequest) requested.method()).most());
        left[shard] -= decided;
        nodes.response(requested, FakePlans.result(Map.of(Count.DECIDED, decided, Count.PENDING, left[shard])));
        return decided;
    }

    public void testRateIsIndependentOfDistribution() {
        int shards = between(1, 50);
        double perSecond = randomFrom(0.1, 0.5, 1.0, 7.0);
        run(shards, between(1, 6), throttle(perSecond));
        long documents = LongStream.of(left).sum();
        long began = nodes.now();
        long decided = 0;
        while (ends.isEmpty()) {
            PendingRequest requested = nextRequest();
            if (requested == null) {
                assertTrue("the run continues", nodes.advanceTime() || ends.isEmpty() == false);
            } else {
                decided += decide(requested);
                double seconds = (nodes.now() - began) / 1000.0;
                // up to the documents of two seconds, and at least one, may be decided in one round
                assertThat(
                        (double) decided, lessThanOrEqualTo(seconds * perSecond + Math.max(1, 2 * perSecond) + 0.001));
            }
        }
        assertNull(ends.get(0));
        assertEquals(documents, decided);
        // a shard without remaining documents costs a turn: at most the time of one document, and half a second until
        // it is detected
        double longest = (documents + shards) / perSecond + (documents + shards + 1) * 0.5;
        assertThat((nodes.now() - began) / 1000.0, lessThanOrEqualTo(longest));
    }

    public void testDetectsLostNodeImmediately() {
        run(between(2, 50), 1000, throttle(0.1));
        for (int rounds = between(0, 20); rounds > 0 && ends.isEmpty(); rounds--) {
            PendingRequest requested = nextRequest();
            if (requested == null) {
                nodes.advanceTime();
            } else {
                decide(requested);
            }
        }
        assumeTrue(
                "the run has undecided documents",
                ends.isEmpty() && LongStream.of(left).sum() > 20);
        FakePlans.NODES.forEach(nodes::failRequest);
        long lostAt = nodes.now();
        while (ends.isEmpty()) {
            PendingRequest requested = nextRequest();
            if (requested == null) {
                assertTrue("the run ends", nodes.advanceTime() || ends.isEmpty() == false);
            } else {
                // closes its connection
                nodes.fail(requested, StepSender.hasLeft(requested.node().getId()));
            }
        }
        assertThat(
                ends.get(0).toString(),
                ends.get(0).getCause() == null ? ends.get(0) : ends.get(0).getCause(),
                instanceOf(NoNodeAvailableException.class));
        // the debt is paid before the next round begins, and no more
        assertThat(nodes.now() - lostAt, lessThanOrEqualTo(11_000L));
        assertEquals(List.of(), nodes.takeRequests());
    }

    public void testCancelDoesNotWaitForRate() {
        Throttle throttle = throttle(0.001);
        run(3, 1000, throttle);
        left[0]++;
        PendingRequest requested = nextRequest();
        assertNotNull(requested);
        for (; requested != null; requested = nextRequest()) {
            decide(requested);
        }
        assumeTrue("the run has undecided documents", ends.isEmpty());
        long before = nodes.now();
        TaskCancelHelper.cancel(nodes.task(), "enough");
        while (ends.isEmpty()) {
            assertTrue(nodes.advanceTime());
        }
        assertThat(ends.get(0), instanceOf(TaskCancelledException.class));
        assertThat(nodes.now() - before, lessThanOrEqualTo(500L));
    }

    public void testRethrottleAppliesImmediately() {
        Throttle throttle = throttle(0.001);
        run(3, 5, throttle);
        left[1]++;
        for (PendingRequest requested = nextRequest(); requested != null; requested = nextRequest()) {
            decide(requested);
        }
        long before = nodes.now();
        throttle.perSecond(Double.POSITIVE_INFINITY);
        while (ends.isEmpty()) {
            PendingRequest requested = nextRequest();
            if (requested == null) {
                assertTrue(nodes.advanceTime() || ends.isEmpty() == false);
            } else {
                decide(requested);
            }
        }
        assertNull(ends.get(0));
        assertThat(nodes.now() - before, lessThanOrEqualTo(500L));
        assertThat(nodes.now(), greaterThanOrEqualTo(before));
    }
}
