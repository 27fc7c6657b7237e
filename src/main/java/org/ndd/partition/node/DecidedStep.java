package org.ndd.partition.node;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.ndd.core.group.DecidedDocuments;
import org.ndd.core.group.DecidedPair;
import org.ndd.decisions.DocumentState;
import org.ndd.decisions.PairDecision;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.shard.DecidedRows;
import org.ndd.partition.shard.ShardClients;
import org.ndd.partition.shard.ShardMethod;
import org.ndd.partition.shard.ShardRun;
import org.ndd.partition.shard.StepCounts;
import org.ndd.partition.shard.StepCounts.Count;

/**
 * Changes groups so that they agree with decisions of people. Every node gathers the documents of these decisions from all shards, and
 * computes the same leaders.
 */
final class DecidedStep {

    private final PartitionPlan plan;

    DecidedStep(PartitionPlan plan) {
        this.plan = plan;
    }

    /** Returns the documents of decisions that may be on a shard: ids with the digests that people saw. */
    SortedMap<String, SortedSet<String>> digestsById(int ordinal) {
        SortedMap<String, SortedSet<String>> digestsById = new TreeMap<>();
        for (PairDecision decision : plan.decisions()) {
            for (DocumentState document : decision.documents()) {
                if (document.name().index().equals(index(ordinal))) {
                    digestsById
                            .computeIfAbsent(document.name().id(), id -> new TreeSet<>())
                            .add(document.digest());
                }
            }
        }
        return digestsById;
    }

    private String index(int ordinal) {
        return plan.shards().get(ordinal).shard().getIndexName();
    }

    /**
     * Changes leaders on shards of this node.
     *
     * @param counts whether this node counts the decisions, which are the same on each node
     */
    StepCounts apply(Collection<ShardRun> shards, ShardClients peers, boolean counts, Runnable ensureActive)
            throws IOException {
        DecidedRows rows = new DecidedRows();
        for (int ordinal : plan.ordinals()) {
            ensureActive.run();
            rows.add(index(ordinal), peers.shard(ordinal).call(ShardMethod.DECIDED, null));
        }
        List<DecidedPair> applied = new ArrayList<>();
        for (PairDecision decision : plan.decisions()) {
            if (decision.documents().stream().allMatch(document -> rows.has(document.name(), document.digest()))) {
                applied.add(decision.pair());
            }
        }
        DecidedDocuments decided = rows.decide(applied);
        for (ShardRun shard : shards) {
            rows.apply(shard, decided, ensureActive);
        }
        StepCounts counted = new StepCounts();
        if (counts) {
            counted.add(Count.DECISIONS, applied.size());
            counted.add(Count.DECISIONS_OUTDATED, plan.decisions().size() - applied.size());
        }
        return counted;
    }
}
