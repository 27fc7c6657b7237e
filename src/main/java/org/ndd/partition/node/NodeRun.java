package org.ndd.partition.node;

import java.io.IOException;
import java.util.SortedMap;
import java.util.TreeMap;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.cache.Cache;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.core.compare.PreparedPage;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.plan.PartitionPlan.PlannedShard;
import org.ndd.partition.shard.PageTexts;
import org.ndd.partition.shard.Peers;
import org.ndd.partition.shard.ShardAccess;
import org.ndd.partition.shard.ShardRun;
import org.ndd.partition.shard.StepCounts;
import org.ndd.partition.wire.RemoteShard;
import org.ndd.partition.wire.RunAddress;
import org.ndd.partition.wire.RunMessenger;

/**
 * A node's part in a run: its pinned shards, and a cache of texts that its shards share. Memory: what {@link ShardRun} says, and a fixed share
 * of the heap for the cache, all on the request circuit breaker.
 */
final class NodeRun implements Releasable {

    private static final long MAX_CACHE_BYTES = 64 << 20;
    private static final int CACHE_SHARE_OF_HEAP = 20;

    private final PartitionPlan plan;
    private final RunMessenger messenger;
    private final SortedMap<Integer, ShardRun> shards = new TreeMap<>();
    private final Cache<Long, PreparedPage> pages;
    private final NodeTemplates templates;
    private final Releasable reserved;

    private NodeRun(PartitionPlan plan, RunMessenger messenger, NodeTemplates templates, BigArrays bigArrays) {
        this.plan = plan;
        this.messenger = messenger;
        this.templates = templates;
        long cacheBytes = Math.min(MAX_CACHE_BYTES, Runtime.getRuntime().maxMemory() / CACHE_SHARE_OF_HEAP);
        CircuitBreaker breaker = bigArrays.breakerService().getBreaker(CircuitBreaker.REQUEST);
        breaker.addEstimateBytesAndMaybeBreak(cacheBytes, "ndd texts");
        this.reserved = Releasables.releaseOnce(() -> breaker.addWithoutBreaking(-cacheBytes));
        this.pages = PageTexts.cache(cacheBytes);
    }

    /** Pins the shards that the plan gives to this node. */
    static NodeRun open(
            PartitionPlan plan,
            String localNode,
            ShardOpener opener,
            RunMessenger messenger,
            NodeTemplates templates,
            BigArrays bigArrays,
            StepCounts counts)
            throws IOException {
        NodeRun run = new NodeRun(plan, messenger, templates, bigArrays);
        boolean success = false;
        try {
            for (int ordinal = 0; ordinal < plan.shards().size(); ordinal++) {
                if (plan.shards().get(ordinal).node().equals(localNode)) {
                    run.shards.put(ordinal, opener.open(plan, ordinal, counts));
                }
            }
            success = true;
            return run;
        } finally {
            if (success == false) {
                run.close();
            }
        }
    }

    PartitionPlan plan() {
        return plan;
    }

    NodeTemplates templates() {
        return templates;
    }

    /** A shard that this node has. */
    ShardRun shard(int ordinal) {
        ShardRun shard = shards.get(ordinal);
        if (shard == null) {
            throw new IllegalStateException(
                    "shard [" + ordinal + "] of run [" + plan.runId() + "] is not on this node");
        }
        return shard;
    }

    /** All shards of the run: those of this node directly, others over the wire as children of {@code task}. */
    Peers peers(DiscoveryNodes nodes, CancellableTask task) {
        return ordinal -> {
            ShardAccess local = shards.get(ordinal);
            if (local != null) {
                return local;
            }
            PlannedShard planned = plan.shards().get(ordinal);
            return new RemoteShard(
                    messenger, nodes.get(planned.node()), new RunAddress(plan.runId(), ordinal), plan.indices(), task);
        };
    }

    /** Texts of any document of the run, with the templates of their sites. */
    PageTexts texts(DiscoveryNodes nodes, CancellableTask task) {
        return new PageTexts(peers(nodes, task), site -> templates.of(site, nodes, task), pages);
    }

    @Override
    public void close() {
        Releasables.close(() -> Releasables.close(shards.values()), templates, reserved);
        pages.invalidateAll();
    }
}
