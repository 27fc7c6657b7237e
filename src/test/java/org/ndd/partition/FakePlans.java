package org.ndd.partition;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.internal.AliasFilter;
import org.ndd.partition.node.StepResult;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.plan.PartitionPlan.PlannedShard;
import org.ndd.partition.plan.RunSpec;
import org.ndd.partition.plan.RunSpec.RunSource;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.plan.StepCounts.Count;

/** Plans and responses for tests without real nodes. */
final class FakePlans {

    static final List<String> NODES = List.of("node-0", "node-1", "node-2");

    private FakePlans() {}

    /** Shards assigned to the nodes in turn. */
    static PartitionPlan plan(int shards, TimeValue timeout) {
        List<PlannedShard> planned = new ArrayList<>();
        for (int shard = 0; shard < shards; shard++) {
            String node = NODES.get(shard % NODES.size());
            planned.add(new PlannedShard(new ShardId("pages", "uuid", shard), node, AliasFilter.EMPTY, null, false));
        }
        RunSpec spec = TestRuns.spec();
        return new PartitionPlan(
                new RunSpec(
                        spec.runId(),
                        spec.dest(),
                        spec.publication(),
                        new RunSource(spec.source().indices(), spec.source().concrete(), List.of(), null),
                        spec.options(),
                        spec.version(),
                        timeout),
                1,
                false,
                null,
                planned,
                List.of());
    }

    static StepResult result(Map<Count, Long> counted) {
        StepCounts counts = new StepCounts();
        counted.forEach(counts::add);
        return new StepResult(counts, List.of(), Map.of(), 1);
    }
}
