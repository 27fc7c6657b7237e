package org.ndd.partition.node;

import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.partition.plan.PartitionOptions;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.shard.PageTexts;
import org.ndd.partition.shard.ShardClients;
import org.ndd.partition.shard.ShardRun;

/**
 * The request for a step, with the part of the run that it is for. Created per request.
 *
 * @param run the node's part in the run
 * @param ordinal of the shard that the step is for, if it is for a shard
 * @param nodes of the cluster when the request arrived
 * @param task of the request
 * @param client sends requests as children of the task, with the rights of the user
 */
record StepContext(
        NodeRun run, int ordinal, StepRequest request, DiscoveryNodes nodes, CancellableTask task, Client client) {

    PartitionPlan plan() {
        return run.plan();
    }

    PartitionOptions options() {
        return plan().options();
    }

    /** The shard that the step is for. */
    ShardRun shard() {
        return run.shard(ordinal);
    }

    ShardClients peers() {
        return run.peers(nodes, task);
    }

    PageTexts texts() {
        return run.texts(nodes, task);
    }

    /** Called periodically, by several threads; throws if the step must end. */
    void ensureActive() {
        run.ensureActive(task);
    }
}
