package org.ndd.partition;

import java.util.function.BiConsumer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.RefCountingListener;
import org.elasticsearch.client.internal.transport.NoNodeAvailableException;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.service.ClusterService;
import org.ndd.partition.node.StepResult;
import org.ndd.partition.plan.PartitionPlan;

/** Sends the same request to all nodes of a run, in parallel. */
final class NodeFanOut {

    private NodeFanOut() {}

    static NoNodeAvailableException hasLeft(String node) {
        return new NoNodeAvailableException("node [" + node + "] has left the cluster");
    }

    static void send(
            PartitionPlan plan,
            ClusterService clusterService,
            BiConsumer<DiscoveryNode, ActionListener<StepResult>> request,
            BiConsumer<DiscoveryNode, StepResult> results,
            ActionListener<Void> listener) {
        try (RefCountingListener all = new RefCountingListener(listener)) {
            for (String id : plan.nodes()) {
                DiscoveryNode node = clusterService.state().nodes().get(id);
                ActionListener<StepResult> response = all.acquire(result -> results.accept(node, result));
                if (node == null) {
                    response.onFailure(hasLeft(id));
                } else {
                    request.accept(node, response);
                }
            }
        }
    }
}
