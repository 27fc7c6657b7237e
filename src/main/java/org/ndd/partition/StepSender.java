package org.ndd.partition;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.BiConsumer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.RefCountingListener;
import org.elasticsearch.client.internal.transport.NoNodeAvailableException;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.partition.node.NodeSteps;
import org.ndd.partition.node.StepRequest;
import org.ndd.partition.node.StepResult;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.shard.StepCounts.Count;
import org.ndd.partition.wire.RpcMethod;
import org.ndd.partition.wire.RunMessenger;
import org.ndd.partition.wire.RunRequest;
import org.ndd.partition.wire.RunRequest.RpcTarget;

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

    /**
     * A step and its receiver.
     *
     * @param node id of the node
     * @param shard ordinal of the shard, or {@link RpcTarget#NODE}
     */
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

    /** Returns an order of the step for every shard. */
    List<AddressedStep> eachShard(StepRequest step) {
        return orders(plan.ordinals(), step);
    }

    /** Returns an order of the step for every shard of the source. */
    List<AddressedStep> eachSourceShard(StepRequest step) {
        return orders(plan.ordinals(false), step);
    }

    private List<AddressedStep> orders(List<Integer> shards, StepRequest step) {
        return shards.stream()
                .map(shard -> new AddressedStep(plan.shards().get(shard).node(), shard, step))
                .toList();
    }

    /** Returns an order of the step for every node. */
    List<AddressedStep> eachNode(StepRequest step) {
        return plan.nodes().stream()
                .map(node -> new AddressedStep(node, RpcTarget.NODE, step))
                .toList();
    }

    /** Returns an order of the step for each range of terms, or for each index, distributed over the nodes. */
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
        RunRequest<PartitionPlan> request =
                new RunRequest<>(method, RpcTarget.node(plan.runId(), plan.attempt()), plan.indices(), plan);
        try (RefCountingListener all = new RefCountingListener(listener)) {
            for (String id : plan.nodes()) {
                DiscoveryNode node = clusterService.state().nodes().get(id);
                ActionListener<A> response = all.acquire(result -> results.accept(node, result));
                if (node == null) {
                    response.onFailure(hasLeft(id));
                } else {
                    messenger.send(node, method, request, task, timeout, response);
                }
            }
        }
    }

    void send(List<AddressedStep> orders, Results results, ActionListener<Void> listener) {
        new Batch(results, false, listener).start(orders);
    }

    /** Sends orders, and repeats each one until its pending work is done. Shards do not wait for each other. */
    void sendUntilDone(List<AddressedStep> orders, Results results, ActionListener<Void> listener) {
        new Batch(results, true, listener).start(orders);
    }

    private final class Batch {

        private final Results results;
        private final boolean untilDone;
        private final ActionListener<Void> listener;
        private final Map<String, Queue<AddressedStep>> waiting = new HashMap<>();
        private int inFlight;
        private Exception failure;
        private boolean ended;

        Batch(Results results, boolean untilDone, ActionListener<Void> listener) {
            this.results = results;
            this.untilDone = untilDone;
            this.listener = listener;
        }

        void start(List<AddressedStep> orders) {
            List<AddressedStep> first = new ArrayList<>();
            synchronized (this) {
                Map<String, Integer> started = new HashMap<>();
                for (AddressedStep order : orders) {
                    if (started.merge(order.node(), 1, Integer::sum) <= MAX_STEPS_PER_NODE) {
                        first.add(order);
                    } else {
                        waiting.computeIfAbsent(order.node(), node -> new ArrayDeque<>())
                                .add(order);
                    }
                }
                inFlight = first.size();
            }
            if (first.isEmpty()) {
                listener.onResponse(null);
            }
            first.forEach(this::send);
        }

        private void send(AddressedStep order) {
            if (hasFailed()) {
                ended(order, false, null);
                return;
            }
            DiscoveryNode node = clusterService.state().nodes().get(order.node());
            ActionListener<StepResult> resultListener = ActionListener.wrap(
                    result -> {
                        results.accept(order, node, result);
                        ended(order, untilDone && result.counts().get(Count.PENDING) > 0, null);
                    },
                    e -> ended(order, false, e));
            if (node == null) {
                resultListener.onFailure(hasLeft(order.node()));
                return;
            }
            RunRequest<StepRequest> request = new RunRequest<>(
                    NodeSteps.STEP,
                    new RpcTarget(plan.runId(), plan.attempt(), order.shard()),
                    plan.indices(),
                    order.step());
            messenger.send(node, NodeSteps.STEP, request, task, plan.timeout(), resultListener);
        }

        private synchronized boolean hasFailed() {
            return failure != null;
        }

        private void ended(AddressedStep order, boolean again, Exception e) {
            AddressedStep next = null;
            boolean first = false;
            boolean last;
            synchronized (this) {
                inFlight--;
                if (e != null && failure == null) {
                    failure = e;
                    waiting.clear();
                    first = true;
                }
                if (again && failure == null) {
                    waiting.computeIfAbsent(order.node(), node -> new ArrayDeque<>())
                            .add(order);
                }
                Queue<AddressedStep> more = waiting.get(order.node());
                if (more != null && more.isEmpty() == false) {
                    next = more.poll();
                    inFlight++;
                }
                last = inFlight == 0 && ended == false;
                ended |= last;
            }
            if (first && last == false) {
                abort.run();
            }
            if (next != null) {
                send(next);
            } else if (last && failure != null) {
                listener.onFailure(failure);
            } else if (last) {
                listener.onResponse(null);
            }
        }
    }
}
