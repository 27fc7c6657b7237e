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
import org.ndd.partition.node.RunStep;
import org.ndd.partition.node.StepRequest;
import org.ndd.partition.shard.StepCounts.Count;
import org.ndd.partition.wire.FakeNodes;
import org.ndd.partition.wire.FakeNodes.CheckItem;
import org.ndd.throttle.Pause;
import org.ndd.throttle.Throttle;

/** A run that is told to be slow keeps its speed over all shards, and a node that is lost meanwhile is noticed at once. */
public class PacedRunTests extends ESTestCase {

    private final FakeNodes nodes = new FakeNodes(FakePlans.NODES);
    private final List<Exception> ends = new ArrayList<>();
    private final Deque<CheckItem> underWay = new ArrayDeque<>();
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

    private CheckItem asked() {
        nodes.work();
        underWay.addAll(nodes.asked());
        return underWay.poll();
    }

    /** As a shard does that has so many left: it decides as many as it may. */
    private long decide(CheckItem asked) {
        int shard = asked.address().shard();
        long decided = Math.min(left[shard], ((StepRequest) asked.question()).most());
        left[shard] -= decided;
        nodes.answer(asked, FakePlans.result(Map.of(Count.DECIDED, decided, Count.PENDING, left[shard])));
        return decided;
    }

    public void testASlowRunKeepsItsSpeedHoweverDocumentsAreSpread() {
        int shards = between(1, 50);
        double perSecond = randomFrom(0.1, 0.5, 1.0, 7.0);
        run(shards, between(1, 6), throttle(perSecond));
        long documents = LongStream.of(left).sum();
        long began = nodes.now();
        long decided = 0;
        while (ends.isEmpty()) {
            CheckItem asked = asked();
            if (asked == null) {
                assertTrue("it goes on", nodes.goOn() || ends.isEmpty() == false);
            } else {
                decided += decide(asked);
                double seconds = (nodes.now() - began) / 1000.0;
                // two seconds' worth may be decided at once, and at least one document
                assertThat(
                        (double) decided, lessThanOrEqualTo(seconds * perSecond + Math.max(1, 2 * perSecond) + 0.001));
            }
        }
        assertNull(ends.get(0));
        assertEquals(documents, decided);
        // a shard that has nothing to decide costs a turn: at most one document's time, and half a second until it is
        // seen
        double longest = (documents + shards) / perSecond + (documents + shards + 1) * 0.5;
        assertThat((nodes.now() - began) / 1000.0, lessThanOrEqualTo(longest));
    }

    public void testALostNodeIsNoticedAtOnceHoweverSlowTheRunIs() {
        run(between(2, 50), 1000, throttle(0.1));
        for (int rounds = between(0, 20); rounds > 0 && ends.isEmpty(); rounds--) {
            CheckItem asked = asked();
            if (asked == null) {
                nodes.goOn();
            } else {
                decide(asked);
            }
        }
        assumeTrue(
                "there is more to decide", ends.isEmpty() && LongStream.of(left).sum() > 20);
        FakePlans.NODES.forEach(nodes::lose);
        long lostAt = nodes.now();
        while (ends.isEmpty()) {
            CheckItem asked = asked();
            if (asked == null) {
                assertTrue("it ends", nodes.goOn() || ends.isEmpty() == false);
            } else {
                // its connection closes
                nodes.fail(asked, NodeFanOut.hasLeft(asked.node().getId()));
            }
        }
        assertThat(
                ends.get(0).toString(),
                ends.get(0).getCause() == null ? ends.get(0) : ends.get(0).getCause(),
                instanceOf(NoNodeAvailableException.class));
        // what was taken is paid before the next round begins, and not more
        assertThat(nodes.now() - lostAt, lessThanOrEqualTo(11_000L));
        assertEquals(List.of(), nodes.asked());
    }

    public void testACancelledRunDoesNotWaitForItsSpeed() {
        Throttle throttle = throttle(0.001);
        run(3, 1000, throttle);
        left[0]++;
        CheckItem asked = asked();
        assertNotNull(asked);
        for (; asked != null; asked = asked()) {
            decide(asked);
        }
        assumeTrue("there is more to decide", ends.isEmpty());
        long before = nodes.now();
        TaskCancelHelper.cancel(nodes.task(), "enough");
        while (ends.isEmpty()) {
            assertTrue(nodes.goOn());
        }
        assertThat(ends.get(0), instanceOf(TaskCancelledException.class));
        assertThat(nodes.now() - before, lessThanOrEqualTo(500L));
    }

    public void testAnotherSpeedIsSeenAtOnce() {
        Throttle throttle = throttle(0.001);
        run(3, 5, throttle);
        left[1]++;
        for (CheckItem asked = asked(); asked != null; asked = asked()) {
            decide(asked);
        }
        long before = nodes.now();
        throttle.perSecond(Double.POSITIVE_INFINITY);
        while (ends.isEmpty()) {
            CheckItem asked = asked();
            if (asked == null) {
                assertTrue(nodes.goOn() || ends.isEmpty() == false);
            } else {
                decide(asked);
            }
        }
        assertNull(ends.get(0));
        assertThat(nodes.now() - before, lessThanOrEqualTo(500L));
        assertThat(nodes.now(), greaterThanOrEqualTo(before));
    }
}
