package org.ndd.partition;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.stream.LongStream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.RefCountingListener;
import org.elasticsearch.client.internal.transport.NoNodeAvailableException;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.bulk.Pause;
import org.ndd.bulk.Throttle;
import org.ndd.partition.node.NodeSteps;
import org.ndd.partition.node.RunMessenger;
import org.ndd.partition.node.RunMessenger.RpcTarget;
import org.ndd.partition.node.RunMessenger.RunRequest;
import org.ndd.partition.node.StepRequest;
import org.ndd.partition.node.StepRequest.RunStep;
import org.ndd.partition.node.StepRequest.StepResult;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.plan.StepCounts.Count;
import org.ndd.partition.shard.ShardMethod.RpcMethod;

/**
 * Sends steps to nodes and waits for all of them, with at most 4 in flight at the same time on each node. A node that does not respond
 * within the run's timeout is treated as lost. After the first failure, no more steps are sent and the nodes cancel the steps in flight.
 * The listener is called when all steps have ended.
 */
final class StepSender {

    private static final int MAX_STEPS_PER_NODE = 4;

    private final PartitionPlan plan;
    private final RunMessenger messenger;
    private final ClusterService clusterService;
    private final CancellableTask task;
    private final Runnable abort;

    /** A step, the node that receives it, and the ordinal of the shard, or {@link RpcTarget#NODE}. */
    record AddressedStep(String node, int shard, StepRequest step) {}

    /** Receives each result when it arrives. */
    interface Results {

        void accept(AddressedStep order, DiscoveryNode node, StepResult result);
    }

    /** @param abort cancels the active work of nodes */
    StepSender(
            PartitionPlan plan,
            RunMessenger messenger,
            ClusterService clusterService,
            CancellableTask task,
            Runnable abort) {
        this.plan = plan;
        this.messenger = messenger;
        this.clusterService = clusterService;
        this.task = task;
        this.abort = abort;
    }

    List<AddressedStep> eachShard(RunStep step) {
        return orders(plan.ordinals(), StepRequest.of(step));
    }

    List<AddressedStep> eachSourceShard(RunStep step) {
        return eachSourceShard(StepRequest.of(step));
    }

    List<AddressedStep> eachSourceShard(StepRequest step) {
        return orders(plan.ordinals(false), step);
    }

    private List<AddressedStep> orders(List<Integer> shards, StepRequest step) {
        return shards.stream()
                .map(shard -> new AddressedStep(plan.shards().get(shard).node(), shard, step))
                .toList();
    }

    List<AddressedStep> eachNode(RunStep step) {
        return plan.nodes().stream()
                .map(node -> new AddressedStep(node, RpcTarget.NODE, StepRequest.of(step)))
                .toList();
    }

    /** Returns an order of the step for each range of terms, distributed over the nodes. */
    List<AddressedStep> eachRange(StepRequest step, Collection<String> ranges) {
        List<AddressedStep> orders = new ArrayList<>();
        List<String> nodes = plan.nodes();
        for (String range : ranges) {
            String node = nodes.get(orders.size() % nodes.size());
            orders.add(new AddressedStep(node, RpcTarget.NODE, step.withPrefix(range)));
        }
        return orders;
    }

    static NoNodeAvailableException hasLeft(String node) {
        return new NoNodeAvailableException("node [" + node + "] has left the cluster");
    }

    /** Sends the plan to all its nodes, in parallel. */
    <A> void sendPlan(
            RpcMethod<PartitionPlan, A> method,
            TimeValue timeout,
            BiConsumer<DiscoveryNode, A> results,
            ActionListener<Void> listener) {
        RunRequest<PartitionPlan, A> request =
                new RunRequest<>(method, RpcTarget.node(plan.runId(), plan.attempt()), plan.indices(), plan);
        try (RefCountingListener all = new RefCountingListener(listener)) {
            for (String id : plan.nodes()) {
                DiscoveryNode node = clusterService.state().nodes().get(id);
                ActionListener<A> response = all.acquire(result -> results.accept(node, result));
                if (node == null) {
                    response.onFailure(hasLeft(id));
                } else {
                    messenger.send(node, request, task, timeout, response);
                }
            }
        }
    }

    void send(List<AddressedStep> orders, Results results, ActionListener<Void> listener) {
        new Batch(results, false).start(orders, listener);
    }

    /** Sends orders, and repeats each one until its pending work is done. Shards do not wait for each other. */
    void sendUntilDone(List<AddressedStep> orders, Results results, ActionListener<Void> listener) {
        new Batch(results, true).start(orders, listener);
    }

    private final class Batch {

        private final Results results;
        private final boolean untilDone;
        private final AtomicInteger inFlight = new AtomicInteger();
        private final AtomicBoolean failed = new AtomicBoolean();

        Batch(Results results, boolean untilDone) {
            this.results = results;
            this.untilDone = untilDone;
        }

        void start(List<AddressedStep> orders, ActionListener<Void> listener) {
            Map<String, Queue<AddressedStep>> byNode = new LinkedHashMap<>();
            orders.forEach(order -> byNode.computeIfAbsent(order.node(), node -> new ConcurrentLinkedQueue<>())
                    .add(order));
            try (RefCountingListener all = new RefCountingListener(listener)) {
                for (Queue<AddressedStep> waiting : byNode.values()) {
                    for (int i = 0; i < MAX_STEPS_PER_NODE; i++) {
                        sendNext(waiting, all.acquire());
                    }
                }
            }
        }

        private void sendNext(Queue<AddressedStep> waiting, ActionListener<Void> listener) {
            AddressedStep order = failed.get() ? null : waiting.poll();
            if (order == null) {
                listener.onResponse(null);
                return;
            }
            inFlight.incrementAndGet();
            DiscoveryNode node = clusterService.state().nodes().get(order.node());
            ActionListener<StepResult> resultListener = ActionListener.wrap(
                    result -> {
                        results.accept(order, node, result);
                        if (untilDone && result.counts().get(Count.PENDING) > 0) {
                            waiting.add(order);
                        }
                        inFlight.decrementAndGet();
                        sendNext(waiting, listener);
                    },
                    e -> {
                        boolean isLast = inFlight.decrementAndGet() == 0;
                        if (failed.compareAndSet(false, true) && isLast == false) {
                            abort.run();
                        }
                        listener.onFailure(e);
                    });
            if (node == null) {
                resultListener.onFailure(hasLeft(order.node()));
                return;
            }
            RunRequest<StepRequest, StepResult> request = new RunRequest<>(
                    NodeSteps.STEP,
                    new RpcTarget(plan.runId(), plan.attempt(), order.shard()),
                    plan.indices(),
                    order.step());
            messenger.send(node, request, task, plan.timeout(), resultListener);
        }
    }

    /**
     * Lets the shards decide the documents of a window, in rounds, at the speed of the run. The limit of a round is the number of documents
     * that the run may decide in about 2 seconds. It is divided in proportion to the documents that each shard decided in its last round.
     * The documents that a shard can decide depend on other shards, so they are not known in advance. The unused part is returned to the
     * throttle, so the run keeps its speed for any distribution of the documents. The coordinator waits between rounds, without blocking a
     * thread on any node.
     */
    static final class PacedDecisions {

        /** Seconds of documents that a round may decide. A round takes about one second, so the limit does not end it early. */
        private static final double ROUND_SECONDS = 2;

        /** More than the number of documents of a shard, for each of the maximum number of shards of a run. */
        private static final long UNLIMITED = 1L << 52;

        private final StepSender steps;
        private final PartitionProgress progress;
        private final Throttle throttle;
        private final Pause pause;
        private final List<StepSender.AddressedStep> shards;
        /** Documents that each shard decided in the last round, by its ordinal; completed shards are not included. */
        private final Map<Integer, Long> used = new ConcurrentHashMap<>();

        private int turn;

        PacedDecisions(RunStep step, StepSender steps, PartitionProgress progress, Throttle throttle, Pause pause) {
            this.steps = steps;
            this.progress = progress;
            this.throttle = throttle;
            this.pause = pause;
            this.shards = steps.eachSourceShard(step);
            shards.forEach(shard -> used.put(shard.shard(), 0L));
        }

        /** Executes rounds, each when the throttle permits it, until no work is pending and the time of the last round has passed. */
        void run(ActionListener<Void> listener) {
            pause.until(throttle::waitNanos, listener.delegateFailureAndWrap((l, nothing) -> {
                if (used.isEmpty()) {
                    l.onResponse(null);
                } else {
                    round(l);
                }
            }));
        }

        private void round(ActionListener<Void> listener) {
            long most = Math.max(1, (long) Math.min(throttle.perSecond() * ROUND_SECONDS, UNLIMITED));
            List<StepSender.AddressedStep> orders = distribute(most);
            throttle.take(most);
            AtomicLong left = new AtomicLong(most);
            steps.send(
                    orders,
                    (order, node, result) -> {
                        StepCounts counts = result.counts();
                        progress.add(node, result);
                        progress.done(counts.get(Count.DECIDED));
                        long decided = counts.get(Count.DECIDED) - counts.get(Count.REPLAYED);
                        left.addAndGet(-decided);
                        if (counts.get(Count.PENDING) == 0) {
                            used.remove(order.shard());
                        } else {
                            used.put(order.shard(), decided);
                        }
                    },
                    listener.delegateFailureAndWrap((l, nothing) -> {
                        throttle.returnUnused(left.get());
                        run(l);
                    }));
        }

        /**
         * Returns orders for the shards that are not complete. Together they may decide {@code most} documents. A shard that gets no order
         * gets one in a later round.
         */
        private List<StepSender.AddressedStep> distribute(long most) {
            List<StepSender.AddressedStep> waiting = shards.stream()
                    .filter(shard -> used.containsKey(shard.shard()))
                    .toList();
            long[] weights = waiting.stream()
                    .mapToLong(shard -> 1 + used.get(shard.shard()))
                    .toArray();
            long[] shares = shares(most, weights, turn++);
            List<StepSender.AddressedStep> orders = new ArrayList<>();
            for (int i = 0; i < shares.length; i++) {
                if (shares[i] > 0) {
                    StepSender.AddressedStep shard = waiting.get(i);
                    orders.add(new StepSender.AddressedStep(
                            shard.node(), shard.shard(), shard.step().atMost(shares[i])));
                }
            }
            return orders;
        }

        /** Divides {@code most} by weights above 0. The remainder is given in units of 1, from another first position in each turn. */
        static long[] shares(long most, long[] weights, int turn) {
            long[] shares = new long[weights.length];
            double sum = LongStream.of(weights).sum();
            long left = most;
            for (int i = 0; i < weights.length; i++) {
                shares[i] = (long) (most * (weights[i] / sum));
                left -= shares[i];
            }
            for (int i = 0; left > 0; i++, left--) {
                shares[Math.floorMod(turn + i, weights.length)]++;
            }
            return shares;
        }
    }
}
