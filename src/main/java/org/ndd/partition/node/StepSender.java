package org.ndd.partition.node;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.RefCountingListener;
import org.elasticsearch.client.internal.transport.NoNodeAvailableException;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.partition.node.RunMessenger.RpcTarget;
import org.ndd.partition.node.RunMessenger.RunRequest;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.plan.StepCounts.Count;
import org.ndd.partition.shard.ShardMethod.RpcMethod;

/**
 * Sends steps to nodes and waits for all of them, with at most 4 in flight at the same time on each node. A node that does not respond
 * within the run's timeout is treated as lost. After the first failure, no more steps are sent and the nodes cancel the steps in flight.
 * The listener is called when all steps have ended.
 */
public final class StepSender {

    private static final int MAX_STEPS_PER_NODE = 4;

    private final PartitionPlan plan;
    private final RunMessenger messenger;
    private final ClusterService clusterService;
    private final CancellableTask task;
    private final Runnable abort;

    /** A step, the node that receives it, and the ordinal of the shard, or {@link RpcTarget#NODE}. */
    public record AddressedStep(String node, int shard, StepRequest step) {}

    public interface Results {

        void accept(AddressedStep order, DiscoveryNode node, StepResult result);
    }

    /** @param abort cancels the active work of nodes */
    public StepSender(
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

    public List<AddressedStep> eachShard(RunStep step) {
        return orders(plan.ordinals(), StepRequest.of(step));
    }

    public List<AddressedStep> eachSourceShard(RunStep step) {
        return eachSourceShard(StepRequest.of(step));
    }

    public List<AddressedStep> eachSourceShard(StepRequest step) {
        return orders(plan.ordinals(false), step);
    }

    private List<AddressedStep> orders(List<Integer> shards, StepRequest step) {
        return shards.stream()
                .map(shard -> new AddressedStep(plan.shards().get(shard).node(), shard, step))
                .toList();
    }

    public List<AddressedStep> eachNode(RunStep step) {
        return plan.nodes().stream()
                .map(node -> new AddressedStep(node, RpcTarget.NODE, StepRequest.of(step)))
                .toList();
    }

    /** Returns an order of the step for each range of terms, distributed over the nodes. */
    public List<AddressedStep> eachRange(StepRequest step, Collection<String> ranges) {
        List<AddressedStep> orders = new ArrayList<>();
        List<String> nodes = plan.nodes();
        for (String range : ranges) {
            String node = nodes.get(orders.size() % nodes.size());
            orders.add(new AddressedStep(node, RpcTarget.NODE, step.withPrefix(range)));
        }
        return orders;
    }

    public static NoNodeAvailableException hasLeft(String node) {
        return new NoNodeAvailableException("node [" + node + "] has left the cluster");
    }

    public <A> void sendPlan(
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

    public void send(List<AddressedStep> orders, Results results, ActionListener<Void> listener) {
        new Batch(results, false).start(orders, listener);
    }

    /** Sends orders, and repeats each one until its pending work is done. Shards do not wait for each other. */
    public void sendUntilDone(List<AddressedStep> orders, Results results, ActionListener<Void> listener) {
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
}
