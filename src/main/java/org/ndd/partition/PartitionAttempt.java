package org.ndd.partition;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.RefCountingRunnable;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.bulk.Pause;
import org.ndd.bulk.Throttle;
import org.ndd.config.ShardPosition;
import org.ndd.partition.node.NodeSteps;
import org.ndd.partition.node.RunMessenger;
import org.ndd.partition.node.RunMessenger.RpcTarget;
import org.ndd.partition.node.RunMessenger.RunRequest;
import org.ndd.partition.node.RunStep;
import org.ndd.partition.node.StepRequest;
import org.ndd.partition.node.StepResult;
import org.ndd.partition.node.StepSender;
import org.ndd.partition.node.TermRanges;
import org.ndd.partition.plan.PartitionOptions;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.plan.StepCounts.Count;
import org.ndd.partition.shard.ShardDecisions.Window;
import org.ndd.partition.shard.ShardMethod.RpcMethod;

/**
 * Leads a run through its phases once, on the shard copies of one plan: pin, boilerplate, digests, then candidates and decisions for each
 * window of ranks, then members and groups. Holds only counters; documents, terms and texts are never sent to the coordinator. Blocks no
 * thread: each phase starts when the previous one has ended. The first failure ends the attempt.
 */
final class PartitionAttempt {

    private static final TimeValue NOTIFY_TIMEOUT = TimeValue.timeValueSeconds(5);

    private final PartitionPlan plan;
    private final RunMessenger messenger;
    private final ClusterService clusterService;
    private final PartitionProgress progress;
    private final StepSender steps;
    private final Throttle throttle;
    private final Pause pause;
    private final TermRanges ranges;
    private int windows;

    /** @param windows number of windows in which documents are decided; 0 to derive it from the memory of the nodes */
    PartitionAttempt(
            PartitionPlan plan,
            CancellableTask task,
            RunMessenger messenger,
            ClusterService clusterService,
            ThreadPool threadPool,
            PartitionProgress progress,
            int windows) {
        this.plan = plan;
        this.messenger = messenger;
        this.clusterService = clusterService;
        this.progress = progress;
        this.windows = windows;
        this.throttle = new Throttle(
                System::nanoTime, plan.options().execution().requestsPerSecond(), Double.POSITIVE_INFINITY);
        this.pause = new Pause(task, threadPool, this::ensureIndices);
        this.ranges = new TermRanges(clusterService.getSettings());
        this.steps = new StepSender(
                plan, messenger, clusterService, task, () -> sendToAll(NodeSteps.STOP, ActionListener.noop()));
    }

    /** Whether an earlier attempt may have written groups. */
    boolean replays() {
        return plan.replays();
    }

    /** Ends even a slow run soon after a required index was deleted. */
    private void ensureIndices() {
        RuntimeException lost = plan.missingSource(clusterService.state());
        if (lost != null) {
            throw lost;
        }
    }

    /** Learns boilerplate. The listener is called when it is learned, even if nodes still hold resources of the attempt. */
    void learn(ActionListener<Void> listener) {
        SubscribableListener.<Void>newForked(l -> pin((pins, done) -> done.onResponse(null), l))
                .<Void>andThen(this::boilerplate)
                .addListener(listener);
    }

    /** Executes all phases until the groups are written; {@code pinned} gets the last operation of each shard that the run sees. */
    void run(BiConsumer<Map<ShardId, ShardPosition>, ActionListener<Void>> pinned, ActionListener<Void> listener) {
        SubscribableListener.<Void>newForked(l -> pin(pinned, l))
                .<Void>andThen(this::boilerplate)
                .<Void>andThen(this::digests)
                .<Void>andThen(l -> window(0, l))
                .<Void>andThen(this::merge)
                .<Void>andThen(this::decisions)
                .<Void>andThen(this::members)
                .<Void>andThen(this::groups)
                .<Void>andThen(this::check)
                .addListener(listener);
    }

    /**
     * Ends the part of each node. A node that does not receive the request ends its part with the run's task.
     *
     * @param listener is called when all nodes have stored their decisions, or after 5 seconds; never fails
     */
    void close(ActionListener<Void> listener) {
        sendToAll(NodeSteps.CLOSE, listener);
    }

    private void sendToAll(RpcMethod<Void, Void> method, ActionListener<Void> listener) {
        RunRequest<Void, Void> request =
                new RunRequest<>(method, RpcTarget.node(plan.runId(), plan.attempt()), plan.indices(), null);
        try (var all = new RefCountingRunnable(() -> listener.onResponse(null))) {
            for (String nodeId : plan.nodes()) {
                DiscoveryNode node = clusterService.state().nodes().get(nodeId);
                if (node != null) {
                    ActionListener<Void> nodeListener = ActionListener.releasing(all.acquire());
                    messenger.send(node, request, null, NOTIFY_TIMEOUT, nodeListener);
                }
            }
        }
    }

    void rethrottle(double perSecond) {
        throttle.perSecond(perSecond);
    }

    private void pin(
            BiConsumer<Map<ShardId, ShardPosition>, ActionListener<Void>> pinned, ActionListener<Void> listener) {
        progress.begin("pin");
        Map<ShardId, ShardPosition> pins = new HashMap<>();
        int[] required = new int[1];
        BiConsumer<DiscoveryNode, StepResult> opened = (node, result) -> {
            progress.add(node, result);
            synchronized (pins) {
                result.pins()
                        .forEach((ordinal, pin) ->
                                pins.put(plan.shards().get(ordinal).shard(), pin));
                required[0] = Math.max(required[0], result.windows());
            }
        };
        SubscribableListener.<Void>newForked(l -> steps.sendPlan(NodeSteps.OPEN, plan.timeout(), opened, l))
                .<Void>andThen(l -> {
                    windows = windows(required[0]);
                    progress.windows(windows);
                    pinned.accept(pins, l);
                })
                .addListener(listener);
    }

    private int windows(int required) {
        if (plan.options().grouping().candidates().isOfSets()) {
            return 1;
        }
        int count = Math.max(windows, plan.options().execution().windows());
        return count == PartitionOptions.AUTOMATIC_WINDOWS ? required : count;
    }

    private void boilerplate(ActionListener<Void> listener) {
        progress.begin("boilerplate");
        if (plan.options().boilerplate() == PartitionOptions.Boilerplate.NONE) {
            listener.onResponse(null);
        } else {
            order(steps.eachNode(RunStep.BOILERPLATE), listener);
        }
    }

    private void digests(ActionListener<Void> listener) {
        progress.begin("digests");
        List<String> prefixes = ranges.digests(progress.get(Count.DOCUMENTS));
        SubscribableListener.<Void>newForked(
                        l -> order(steps.eachRange(StepRequest.of(RunStep.MERGE_DIGESTS), prefixes), l))
                .<Void>andThen(l -> order(steps.eachSourceShard(RunStep.VERIFY_EXACT), l))
                .addListener(listener);
    }

    private void window(int number, ActionListener<Void> listener) {
        if (number == windows) {
            listener.onResponse(null);
            return;
        }
        Window window = new Window(number, windows);
        StepRequest begin = StepRequest.of(RunStep.BEGIN_WINDOW).withWindow(window);
        long documents = progress.get(Count.DOCUMENTS) - progress.get(Count.EXACT_DUPLICATES);
        long all = documents + progress.get(Count.REFERENCE_DOCUMENTS);
        List<String> prefixes =
                ranges.fingerprints(documents, plan.fingerprints().scheme().format());
        StepRequest merge =
                StepRequest.of(RunStep.MERGE_FINGERPRINTS).withWindow(window).withDocuments(all);
        progress.begin("candidates");
        SubscribableListener.<Void>newForked(l -> order(steps.eachSourceShard(begin), l))
                .<Void>andThen(l -> order(steps.eachRange(merge, prefixes), l))
                .<Long>andThen(this::endCandidates)
                .<Void>andThen((l, pending) -> {
                    progress.begin("decide");
                    progress.expect(pending);
                    new PacedDecisions(RunStep.DECIDE, steps, progress, throttle, pause).run(l);
                })
                .<Void>andThen(l -> window(number + 1, l))
                .addListener(listener);
    }

    private void endCandidates(ActionListener<Long> listener) {
        List<StepSender.AddressedStep> orders = steps.eachSourceShard(RunStep.END_CANDIDATES);
        progress.expect(orders.size());
        pending(orders, listener.map(pending -> {
            progress.done(orders.size());
            return pending;
        }));
    }

    /** Sends orders once. The listener gets the amount of work that is pending on all shards after the step. */
    private void pending(List<StepSender.AddressedStep> orders, ActionListener<Long> listener) {
        AtomicLong pending = new AtomicLong();
        steps.send(
                orders,
                (order, node, result) -> {
                    progress.add(node, result);
                    pending.addAndGet(result.counts().get(Count.PENDING));
                },
                listener.map(done -> pending.get()));
    }

    private void merge(ActionListener<Void> listener) {
        if (plan.options().grouping().candidates().isOfSets()) {
            listener.onResponse(null);
            return;
        }
        progress.begin("decide");
        SubscribableListener.<Void>newForked(l -> order(steps.eachSourceShard(RunStep.SEND_BRIDGES), l))
                .<Long>andThen(l -> pending(steps.eachSourceShard(RunStep.BEGIN_MERGING), l))
                .<Void>andThen((l, pending) -> {
                    progress.expect(pending);
                    new PacedDecisions(RunStep.MERGE_LEADERS, steps, progress, throttle, pause).run(l);
                })
                .addListener(listener);
    }

    private void decisions(ActionListener<Void> listener) {
        if (plan.decisions().isEmpty()) {
            listener.onResponse(null);
            return;
        }
        progress.begin("decisions");
        SubscribableListener.<Void>newForked(l -> order(steps.eachShard(RunStep.FIND_DECIDED), l))
                .<Void>andThen(l -> order(steps.eachNode(RunStep.APPLY_DECISIONS), l))
                .addListener(listener);
    }

    private void members(ActionListener<Void> listener) {
        progress.begin("members");
        order(steps.eachSourceShard(RunStep.SEND_MEMBERS), listener);
    }

    private void groups(ActionListener<Void> listener) {
        progress.begin("groups");
        List<StepSender.AddressedStep> rounds = steps.eachShard(RunStep.WRITE_GROUPS);
        SubscribableListener.<Long>newForked(l -> pending(steps.eachShard(RunStep.BEGIN_GROUPS), l))
                .<Void>andThen((l, pending) -> {
                    progress.expect(pending);
                    steps.sendUntilDone(
                            rounds,
                            (order, node, result) -> {
                                progress.add(node, result);
                                progress.done(result.counts().get(Count.GROUPED));
                            },
                            l);
                })
                .addListener(listener);
    }

    /** Counts the documents that the run does not see, and the documents that the processor has not processed. */
    private void check(ActionListener<Void> listener) {
        progress.begin("check");
        SubscribableListener.<Void>newForked(l -> order(steps.eachSourceShard(RunStep.COUNT_OUTDATED), l))
                .<Void>andThen(l -> order(steps.eachSourceShard(RunStep.COUNT_CHANGES), l))
                .addListener(listener);
    }

    void forgetDecisions(ActionListener<Void> listener) {
        steps.send(steps.eachShard(RunStep.FORGET_DECISIONS), (order, node, result) -> {}, listener);
    }

    /** Repeats a step until no work is pending. Only steps that are executed in rounds are repeated. */
    private void order(List<StepSender.AddressedStep> orders, ActionListener<Void> listener) {
        progress.expect(orders.size());
        steps.sendUntilDone(
                orders,
                (order, node, result) -> {
                    progress.add(node, result);
                    progress.done(result.counts().get(Count.PENDING) == 0 ? 1 : 0);
                },
                listener);
    }
}
