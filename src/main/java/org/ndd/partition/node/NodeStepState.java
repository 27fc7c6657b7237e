package org.ndd.partition.node;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.ndd.config.DocumentFields;
import org.ndd.partition.shard.ExactVerifier;
import org.ndd.partition.shard.Grouper;
import org.ndd.partition.shard.ShardRun;

/** State of the steps of a node's part in a run that work in rounds. A step begins with its first order. */
final class NodeStepState implements Releasable {

    private final Map<Integer, Grouper> groupers = new ConcurrentHashMap<>();
    private final Map<Integer, ExactVerifier> verifiers = new ConcurrentHashMap<>();
    private final Map<Integer, OutdatedCounter> outdatedCounters = new ConcurrentHashMap<>();
    private final Map<String, DuplicateListWriter> lists = new ConcurrentHashMap<>();
    private BoilerplateStep boilerplate;

    /** The node's slice of the sites. */
    synchronized BoilerplateStep boilerplate(Supplier<BoilerplateStep> begin) {
        boilerplate = boilerplate == null ? begin.get() : boilerplate;
        return boilerplate;
    }

    /** Verifies the exact duplicates of a shard. */
    ExactVerifier exact(ShardRun shard) {
        return verifiers.computeIfAbsent(shard.ordinal(), ordinal -> new ExactVerifier(shard));
    }

    /** Counts outdated documents of a shard. */
    OutdatedCounter outdated(ShardRun shard, DocumentFields fields) {
        return outdatedCounters.computeIfAbsent(
                shard.ordinal(), ordinal -> new OutdatedCounter(shard.pinned(), fields));
    }

    /** Starts to make the groups of a shard. */
    void begin(int ordinal, Grouper grouper) {
        groupers.put(ordinal, grouper);
    }

    /** Makes the groups of a shard. */
    Grouper grouper(int ordinal) {
        return groupers.get(ordinal);
    }

    /** Lists the duplicates of an index. */
    DuplicateListWriter lists(String index, Supplier<DuplicateListWriter> begin) {
        return lists.computeIfAbsent(index, name -> begin.get());
    }

    @Override
    public void close() {
        Releasables.close(groupers.values());
    }
}
