package org.ndd.partition.node;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.RefCountingListener;
import org.elasticsearch.client.internal.transport.NoNodeAvailableException;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.bulk.Batches;
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
        send(orders, results, false, listener);
    }

    /** Sends orders, and repeats each one until its pending work is done. Nodes do not wait for each other. */
    public void sendUntilDone(List<AddressedStep> orders, Results results, ActionListener<Void> listener) {
        send(orders, results, true, listener);
    }

    private void send(List<AddressedStep> orders, Results results, boolean untilDone, ActionListener<Void> listener) {
        AtomicReference<Exception> failure = new AtomicReference<>();
        try (RefCountingListener all = new RefCountingListener(listener)) {
            orders.stream()
                    .collect(Collectors.groupingBy(AddressedStep::node, LinkedHashMap::new, Collectors.toList()))
                    .forEach((nodeId, ofNode) -> Batches.each(
                            ofNode,
                            MAX_STEPS_PER_NODE,
                            (order, l) -> send(order, results, untilDone, failure, l),
                            all.acquire()));
        }
    }

    private void send(
            AddressedStep order,
            Results results,
            boolean untilDone,
            AtomicReference<Exception> failure,
            ActionListener<Void> listener) {
        if (failure.get() != null) {
            listener.onResponse(null);
            return;
        }
        ActionListener<Void> aborting = listener.delegateResponse((l, e) -> {
            // others fail because of the abort
            Exception first = failure.compareAndExchange(null, e);
            if (first == null) {
                abort.run();
            }
            l.onFailure(first == null ? e : first);
        });
        DiscoveryNode node = clusterService.state().nodes().get(order.node());
        if (node == null) {
            aborting.onFailure(hasLeft(order.node()));
            return;
        }
        RunRequest<StepRequest, StepResult> request = new RunRequest<>(
                NodeSteps.STEP,
                new RpcTarget(plan.runId(), plan.attempt(), order.shard()),
                plan.indices(),
                order.step());
        messenger.send(node, request, task, plan.timeout(), aborting.delegateFailureAndWrap((l, result) -> {
            results.accept(order, node, result);
            if (untilDone && result.counts().get(Count.PENDING) > 0) {
                send(order, results, true, failure, listener);
            } else {
                l.onResponse(null);
            }
        }));
    }
}
