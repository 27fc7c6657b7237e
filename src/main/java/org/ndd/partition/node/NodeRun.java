package org.ndd.partition.node;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.lucene.store.AlreadyClosedException;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.cache.Cache;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.core.AbstractRefCounted;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.config.DocumentFields;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.partition.node.RunMessenger.RpcTarget;
import org.ndd.partition.node.RunMessenger.RunRequest;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.shard.Decider.ExactVerifier;
import org.ndd.partition.shard.Grouper;
import org.ndd.partition.shard.PageTexts;
import org.ndd.partition.shard.ShardMethod;
import org.ndd.partition.shard.ShardMethod.ShardClients;
import org.ndd.partition.shard.ShardRun;

/**
 * The part of a node in an attempt of a run: its pinned shards, and a cache of texts that its shards share. Its memory is on the request
 * circuit breaker: that of {@link ShardRun}, and the cache, which is smaller if other requests use the memory. Reference counted: its
 * resources are released when it has ended and the last step that uses it has finished.
 */
final class NodeRun extends AbstractRefCounted {

    private static final long MAX_CACHE_BYTES = 64 << 20;
    private static final int CACHE_SHARE_OF_HEAP = 20;

    /** Divisor of the free memory that limits the cache, so that further runs can start. It does not reduce the cache of a single run. */
    private static final int CACHE_SHARE_OF_FREE = 8;

    private final PartitionPlan plan;
    private final RunMessenger messenger;
    private final List<Integer> ordinals;

    private final SortedMap<Integer, ShardRun> shards = new ConcurrentSkipListMap<>();
    private final Cache<Long, PreparedPage> pages;
    private final NodeBoilerplate boilerplate;
    private final DecisionStore decisions;
    private final Map<Integer, Grouper> groupers = new ConcurrentHashMap<>();
    private final Map<Integer, ExactVerifier> verifiers = new ConcurrentHashMap<>();
    private final Map<Integer, OutdatedCounter> outdatedCounters = new ConcurrentHashMap<>();
    private final BoilerplateStep boilerplateStep;
    private final LongAdder received = new LongAdder();
    private final Releasable reserved;
    private volatile boolean ended;

    NodeRun(PartitionPlan plan, String localNode, RunMessenger messenger, BigArrays bigArrays) {
        CircuitBreaker breaker = bigArrays.breakerService().getBreaker(CircuitBreaker.REQUEST);
        this.plan = plan;
        this.messenger = messenger;
        this.ordinals = plan.ordinals().stream()
                .filter(ordinal -> plan.shards().get(ordinal).node().equals(localNode))
                .toList();
        this.boilerplate = new NodeBoilerplate(plan, localNode, messenger, breaker);
        this.boilerplateStep = new BoilerplateStep(plan, plan.nodes().indexOf(localNode), boilerplate, breaker);
        this.decisions = new DecisionStore(plan.runId());
        long cacheBytes = cacheBytes(breaker);
        breaker.addEstimateBytesAndMaybeBreak(cacheBytes, "ndd texts");
        this.reserved = Releasables.releaseOnce(() -> breaker.addWithoutBreaking(-cacheBytes));
        this.pages = PageTexts.cache(cacheBytes);
    }

    static long cacheBytes(CircuitBreaker breaker) {
        long most = Math.min(MAX_CACHE_BYTES, Runtime.getRuntime().maxMemory() / CACHE_SHARE_OF_HEAP);
        // a limit below 0 means unlimited
        return breaker.getLimit() < 0
                ? most
                : Math.min(most, Math.max(0, breaker.getLimit() - breaker.getUsed()) / CACHE_SHARE_OF_FREE);
    }

    /**
     * Pins the shards that the plan assigns to this node. {@link NodeRuns} has this part already, so it also ends while it opens, for
     * example if one of the shards leaves this node.
     */
    void open(ShardOpener opener, StepCounts counts, CancellableTask task) throws IOException {
        for (int ordinal : ordinals) {
            shards.put(ordinal, opener.open(plan, ordinal, counts, () -> ensureActive(task)));
        }
    }

    PartitionPlan plan() {
        return plan;
    }

    NodeBoilerplate boilerplate() {
        return boilerplate;
    }

    DecisionStore decisions() {
        return decisions;
    }

    void received(long bytes) {
        received.add(bytes);
    }

    /** Returns the number of bytes that other nodes sent since the last call. */
    long takeReceived() {
        return received.sumThenReset();
    }

    Map<Integer, ShardRun> shards() {
        return Collections.unmodifiableMap(shards);
    }

    /** Returns the number of fingerprints of the documents of its shards of the source, counted once per document. */
    long fingerprints() throws IOException {
        long fingerprints = 0;
        for (ShardRun shard : shards.values()) {
            fingerprints += shard.pinned().isOfReference() ? 0 : shard.fingerprints();
        }
        return fingerprints;
    }

    ShardRun shard(int ordinal) {
        ShardRun shard = shards.get(ordinal);
        if (shard == null) {
            throw new IllegalStateException(
                    "shard [" + ordinal + "] of run [" + plan.runId() + "] is not on this node");
        }
        return shard;
    }

    BoilerplateStep boilerplateStep() {
        return boilerplateStep;
    }

    ExactVerifier exact(ShardRun shard) {
        return verifiers.computeIfAbsent(shard.ordinal(), ordinal -> new ExactVerifier(shard));
    }

    OutdatedCounter outdated(ShardRun shard) {
        DocumentFields fields = new DocumentFields(plan.options().field());
        return outdatedCounters.computeIfAbsent(
                shard.ordinal(), ordinal -> new OutdatedCounter(shard.pinned(), fields));
    }

    Map<Integer, Grouper> groupers() {
        return groupers;
    }

    boolean reads(ShardId shard) {
        return ordinals.stream()
                .anyMatch(ordinal -> plan.shards().get(ordinal).shard().equals(shard));
    }

    /** Throws if the task is cancelled or this part has ended. Steps call it periodically. */
    void ensureActive(CancellableTask task) {
        task.ensureNotCancelled();
        if (ended) {
            throw new AlreadyClosedException(
                    "attempt [" + plan.attempt() + "] at run [" + plan.runId() + "] has ended");
        }
    }

    /** Returns all shards of the run: local ones directly, others over the network as children of {@code task}. */
    ShardClients peers(DiscoveryNodes nodes, CancellableTask task) {
        return new ShardClients() {
            @Override
            public <Q, A> A call(int ordinal, ShardMethod<Q, A> method, Q request) throws IOException {
                ShardRun local = shards.get(ordinal);
                if (local != null) {
                    return local.call(method, request);
                }
                RpcTarget address = new RpcTarget(plan.runId(), plan.attempt(), ordinal);
                return messenger.sendAndWait(
                        nodes,
                        plan.shards().get(ordinal).node(),
                        new RunRequest<>(method.rpc(), address, plan.indices(), request),
                        task,
                        () -> ensureActive(task));
            }
        };
    }

    PageTexts texts(DiscoveryNodes nodes, CancellableTask task) {
        return new PageTexts(
                peers(nodes, task),
                site -> boilerplate.of(site, nodes, task, () -> ensureActive(task)),
                plan.version() != null && FingerprintParameters.isOfNoise(plan.version()),
                pages);
    }

    void stop() {
        ended = true;
    }

    void end() {
        stop();
        decRef();
    }

    @Override
    protected void closeInternal() {
        Releasables.close(
                () -> Releasables.close(groupers.values()),
                () -> Releasables.close(shards.values()),
                boilerplate,
                reserved);
        pages.invalidateAll();
    }
}
