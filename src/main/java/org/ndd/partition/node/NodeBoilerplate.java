package org.ndd.partition.node;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.cache.Cache;
import org.elasticsearch.common.cache.CacheBuilder;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.boilerplate.StoredBoilerplate.BoilerplateWire;
import org.ndd.bulk.ReservedMemory;
import org.ndd.config.NddThreadPools;
import org.ndd.core.boilerplate.BoilerplateFamilies;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.partition.node.RunMessenger.RpcTarget;
import org.ndd.partition.node.RunMessenger.RunRequest;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.plan.TermQuery;
import org.ndd.partition.shard.ShardMethod.RpcMethod;
import org.ndd.partition.shard.ShardMethod.WireFormat;

/**
 * Provides the boilerplate of a run's sites on one node. The node learned or loaded the boilerplate of its slice of the sites, and requests
 * that of other sites from other nodes. A site always belongs to the same slice, so every node gets the same boilerplate.
 *
 * <p>Memory on the request circuit breaker: 8 to 16 bytes per line of the own slice's boilerplate, and a cache of fixed size for other
 * slices.
 */
final class NodeBoilerplate implements Releasable {

    /** Requests the boilerplate of a site. Returns the part of it that masking needs, or {@code null} if the site has none. */
    static final RpcMethod<String, SiteBoilerplate> BOILERPLATE = new RpcMethod<>(
            "[boilerplate]",
            NddThreadPools.READ,
            new WireFormat<>(StreamInput::readString, StreamOutput::writeString),
            new WireFormat<>(
                    in -> in.readOptional(BoilerplateWire::read),
                    (out, boilerplate) -> out.writeOptional(BoilerplateWire::write, boilerplate)));

    private static final long MAX_CACHE_BYTES = 16 << 20;
    private static final int CACHE_SHARE_OF_HEAP = 50;
    private static final long ENTRY_BYTES = 150;
    /** Prefix of cache keys for sites of more than one family. No name of a family starts with it. */
    private static final String SEVERAL_FAMILIES = "+";

    private final PartitionPlan plan;
    /** The nodes of the plan, which computes them from all its shards; needed for each page that is compared. */
    private final List<String> nodesOfSlices;

    private final String localNode;
    private final RunMessenger messenger;
    private final ReservedMemory memory;
    private final Map<String, SiteBoilerplate> own = new ConcurrentHashMap<>();
    private Cache<String, Optional<SiteBoilerplate>> others;
    private boolean closed;

    NodeBoilerplate(PartitionPlan plan, String localNode, RunMessenger messenger, CircuitBreaker breaker) {
        this.plan = plan;
        this.nodesOfSlices = plan.nodes();
        this.localNode = localNode;
        this.messenger = messenger;
        this.memory = new ReservedMemory(breaker, "ndd boilerplate");
    }

    private synchronized void reserve(long more) {
        if (closed) {
            throw new IllegalStateException("the run has ended");
        }
        memory.add(more);
    }

    private synchronized Cache<String, Optional<SiteBoilerplate>> others() {
        if (others == null) {
            long cacheBytes = Math.min(MAX_CACHE_BYTES, Runtime.getRuntime().maxMemory() / CACHE_SHARE_OF_HEAP);
            reserve(cacheBytes);
            others = CacheBuilder.<String, Optional<SiteBoilerplate>>builder()
                    .setMaximumWeight(cacheBytes)
                    .weigher((site, boilerplate) -> ENTRY_BYTES
                            + site.length()
                            + boilerplate.map(SiteBoilerplate::ramBytes).orElse(0L))
                    .build();
        }
        return others;
    }

    /** Stores boilerplate of the own slice, for masking only. */
    void put(SiteBoilerplate boilerplate) {
        SiteBoilerplate mask = boilerplate.withoutLines();
        reserve(ENTRY_BYTES + mask.ramBytes());
        own.put(mask.site(), mask);
    }

    /** Returns the boilerplate of a site of this node's own slice. */
    SiteBoilerplate own(String site) {
        return own.get(site);
    }

    /** Returns the boilerplate of a site, from the node of its slice; {@code null} if it has none, or if the site is {@code null}. */
    SiteBoilerplate of(String site, DiscoveryNodes nodes, CancellableTask task, Runnable ensureActive) {
        List<String> families = BoilerplateFamilies.of(site);
        if (families.size() == 1) {
            return boilerplateOfFamily(families.get(0), nodes, task, ensureActive);
        }
        String key = SEVERAL_FAMILIES + site;
        Optional<SiteBoilerplate> known = others().get(key);
        if (known == null) {
            known = Optional.ofNullable(BoilerplateFamilies.boilerplate(
                    site, family -> boilerplateOfFamily(family, nodes, task, ensureActive)));
            others().put(key, known);
        }
        return known.orElse(null);
    }

    private SiteBoilerplate boilerplateOfFamily(
            String site, DiscoveryNodes nodes, CancellableTask task, Runnable ensureActive) {
        String owner = owner(site);
        if (owner.equals(localNode)) {
            return own.get(site);
        }
        Optional<SiteBoilerplate> known = others().get(site);
        if (known == null) {
            RpcTarget address = RpcTarget.node(plan.runId(), plan.attempt());
            SiteBoilerplate response = messenger.sendAndWait(
                    nodes, owner, new RunRequest<>(BOILERPLATE, address, plan.indices(), site), task, ensureActive);
            known = Optional.ofNullable(response);
            others().put(site, known);
        }
        return known.orElse(null);
    }

    private String owner(String site) {
        return nodesOfSlices.get(TermQuery.sliceOf(new BytesRef(site), nodesOfSlices.size()));
    }

    @Override
    public synchronized void close() {
        closed = true;
        memory.close();
    }
}
