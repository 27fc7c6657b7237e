package org.ndd.partition;

import static org.hamcrest.Matchers.instanceOf;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.transport.NoNodeAvailableException;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.test.ESTestCase;
import org.ndd.config.ShardPosition;
import org.ndd.partition.node.FakeNodes;
import org.ndd.partition.node.FakeNodes.PendingRequest;
import org.ndd.partition.node.RunMessenger.RpcTarget;
import org.ndd.partition.node.RunStep;
import org.ndd.partition.node.StepRequest;
import org.ndd.partition.node.StepResult;
import org.ndd.partition.node.StepSender;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.plan.StepCounts.Count;

/**
 * For any order of responses, a step starts after all requests of the previous step have completed, and the first failure ends the attempt
 * exactly once.
 */
public class PartitionAttemptTests extends ESTestCase {

    /** The steps of a window, which are repeated, and the steps before and after. */
    private static final List<RunStep> BEFORE =
            List.of(RunStep.BOILERPLATE, RunStep.MERGE_DIGESTS, RunStep.VERIFY_EXACT);

    private static final List<RunStep> WINDOW =
            List.of(RunStep.BEGIN_WINDOW, RunStep.MERGE_FINGERPRINTS, RunStep.END_CANDIDATES, RunStep.DECIDE);
    private static final List<RunStep> AFTER = List.of(
            RunStep.SEND_BRIDGES,
            RunStep.BEGIN_MERGING,
            RunStep.MERGE_LEADERS,
            RunStep.SEND_MEMBERS,
            RunStep.BEGIN_GROUPS,
            RunStep.WRITE_GROUPS,
            RunStep.COUNT_OUTDATED,
            RunStep.COUNT_CHANGES);

    /** Steps that are executed in short rounds. */
    private static final Set<RunStep> REPEATED = Set.of(
            RunStep.BOILERPLATE,
            RunStep.VERIFY_EXACT,
            RunStep.DECIDE,
            RunStep.MERGE_LEADERS,
            RunStep.WRITE_GROUPS,
            RunStep.COUNT_OUTDATED);

    private final FakeNodes nodes =
            new FakeNodes(FakePlans.NODES).with(new Index("pages", "uuid"), new Index(TestRuns.ID, "run"));
    private final List<Exception> ends = new ArrayList<>();
    private final List<PendingRequest> inProgress = new ArrayList<>();
    private final List<RunStep> steps = new ArrayList<>();
    private final Map<ShardId, ShardPosition> pins = new HashMap<>();
    private PartitionPlan plan;
    private int windows;

    private PartitionAttempt start() {
        plan = FakePlans.plan(between(3, 12), TimeValue.timeValueMinutes(3));
        // the record and the plan require some fingerprints as well
        windows = Math.max(plan.options().execution().windows(), between(1, 9));
        PartitionProgress progress = TestRuns.progress();
        PartitionAttempt attempt = new PartitionAttempt(
                plan, nodes.task(), nodes.messenger(), nodes.clusterService(), nodes.threadPool(), progress, windows);
        attempt.rethrottle(Double.POSITIVE_INFINITY);
        attempt.run(
                (pinned, listener) -> {
                    pins.putAll(pinned);
                    assertEquals(windows, progress.report().progress().windows());
                    listener.onResponse(null);
                },
                ActionListener.wrap(done -> ends.add(null), ends::add));
        return attempt;
    }

    /** One of the pending requests, which all belong to one step; {@code null} if there are none. */
    private PendingRequest anyRequest() {
        nodes.work();
        for (PendingRequest requested : nodes.takeRequests()) {
            inProgress.add(requested);
            if (requested.method() instanceof StepRequest order && (steps.isEmpty() || last() != order.step())) {
                steps.add(order.step());
            }
        }
        assertEquals(
                1,
                Math.max(
                        1,
                        inProgress.stream()
                                .map(PartitionAttemptTests::step)
                                .distinct()
                                .count()));
        return inProgress.isEmpty() ? null : inProgress.remove(randomInt(inProgress.size() - 1));
    }

    private RunStep last() {
        return steps.get(steps.size() - 1);
    }

    private static Object step(PendingRequest requested) {
        return requested.method() instanceof StepRequest order ? order.step() : requested.kind();
    }

    private void response(PendingRequest requested) {
        if (requested.method() instanceof PartitionPlan) {
            Map<Integer, ShardPosition> pinned = new TreeMap<>();
            for (int shard : plan.ordinals()) {
                if (plan.shards().get(shard).node().equals(requested.node().getId())) {
                    pinned.put(shard, new ShardPosition(100L + shard, "history"));
                }
            }
            StepCounts counts = new StepCounts();
            counts.add(Count.DOCUMENTS, 10);
            nodes.response(requested, new StepResult(counts, List.of(), pinned, 1));
        } else {
            boolean again = randomInt(4) == 0 && REPEATED.contains(((StepRequest) requested.method()).step());
            nodes.response(requested, FakePlans.result(Map.of(Count.PENDING, again ? 3L : 0L, Count.DECIDED, 1L)));
        }
    }

    private List<RunStep> all() {
        List<RunStep> all = new ArrayList<>(BEFORE);
        for (int window = 0; window < windows; window++) {
            all.addAll(WINDOW);
        }
        all.addAll(AFTER);
        return all;
    }

    public void testStepStartsAfterPreviousCompletes() {
        start();
        while (ends.isEmpty()) {
            PendingRequest requested = anyRequest();
            if (requested == null) {
                assertTrue("the attempt continues", nodes.advanceTime() || ends.isEmpty() == false);
            } else {
                response(requested);
            }
        }
        assertNull(ends.toString(), ends.get(0));
        assertEquals(all(), steps);
        assertEquals(plan.shards().size(), pins.size());
        plan.shards()
                .forEach(shard -> assertEquals(
                        100L + shard.shard().id(), pins.get(shard.shard()).seqNo()));
        assertEquals(List.of(), nodes.takeRequests());
        assertEquals(1, ends.size());
    }

    public void testNodeLossInAnyStepEndsAttemptOnce() {
        PartitionAttempt attempt = start();
        for (int responses = between(0, 150); responses > 0 && ends.isEmpty(); responses--) {
            PendingRequest requested = anyRequest();
            if (requested == null) {
                nodes.advanceTime();
            } else {
                response(requested);
            }
        }
        assumeTrue("the attempt is active", ends.isEmpty());
        String lost = randomFrom(FakePlans.NODES);
        nodes.failRequest(lost);
        List<PendingRequest> late = new ArrayList<>();
        while (ends.isEmpty()) {
            PendingRequest requested = anyRequestExceptClose();
            if (requested == null) {
                assertTrue("the attempt ends", nodes.advanceTime() || ends.isEmpty() == false);
            } else if (requested.node().getId().equals(lost)) {
                nodes.fail(requested, StepSender.hasLeft(lost));
                late.add(requested);
            } else {
                response(requested);
                late.add(requested);
            }
        }
        assumeTrue("the last steps need the node", ends.get(0) != null);
        assertThat(ExceptionsHelper.unwrapCause(ends.get(0)), instanceOf(NoNodeAvailableException.class));
        nodes.takeRequests();
        attempt.close(ActionListener.noop());
        List<PendingRequest> closeRequests = nodes.takeRequests();
        assertEquals("all remaining nodes are requested to close", 2, closeRequests.size());
        for (PendingRequest close : closeRequests) {
            assertEquals("[close]", close.kind());
            assertEquals(RpcTarget.node(plan.runId(), plan.attempt()), close.address());
            assertNotEquals(lost, close.node().getId());
        }
        late.forEach(requested -> nodes.response(requested, FakePlans.result(Map.of())));
        while (nodes.advanceTime()) {}
        assertEquals("no task continues", List.of(), nodes.takeRequests());
        assertEquals(1, ends.size());
    }

    private PendingRequest anyRequestExceptClose() {
        nodes.work();
        nodes.takeRequests().stream()
                .filter(requested -> requested.method() != null)
                .forEach(inProgress::add);
        return inProgress.isEmpty() ? null : inProgress.remove(randomInt(inProgress.size() - 1));
    }
}
