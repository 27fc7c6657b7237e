package org.ndd.partition.node;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.shard.ShardId;
import org.ndd.compat.Project;
import org.ndd.groups.DuplicateList;
import org.ndd.partition.node.StepHandlers.StepContext;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.plan.PartitionPlan.PlannedShard;
import org.ndd.partition.shard.DuplicateSender;
import org.ndd.partition.shard.PageLists;
import org.ndd.partition.shard.StepCounts;
import org.ndd.partition.shard.StepCounts.Count;
import org.ndd.partition.shard.TimeSlice;

/**
 * Executes the steps that write to the run's index: groups, and lists of duplicates. A round responds when all its documents are written,
 * and blocks no thread while it waits, even if the index rejects writes for a long time.
 */
final class WriteSteps {

    private final ClusterService clusterService;
    private final CircuitBreaker breaker;

    /** @param breaker accounts for the responses of shards while lists are merged */
    WriteSteps(ClusterService clusterService, CircuitBreaker breaker) {
        this.clusterService = clusterService;
        this.breaker = breaker;
    }

    /** Executes one round of creating the groups of a shard. */
    void groups(StepContext step, ActionListener<StepResult> listener) throws IOException {
        GroupWriter writer = new GroupWriter(step, writer(step));
        DuplicateSender duplicates = new DuplicateSender(
                step.peers(), PageLists.of(step.options().grouping().canonicals()));
        StepCounts counts = step.run()
                .rounds()
                .grouper(step.ordinal())
                .round(step.texts(), writer, writer.and(duplicates), step::ensureActive);
        duplicates.send();
        writer.finish(listener.map(count -> {
            counts.add(Count.WRITTEN, count);
            return StepResult.of(counts, writer.largest());
        }));
    }

    /** Executes one round of listing the duplicates of an index. */
    void lists(StepContext step, ActionListener<StepResult> listener) throws IOException {
        String index = step.request().prefix();
        List<Integer> shards = shards(step.plan(), index);
        ShardId first = step.plan().shards().get(shards.get(0)).shard();
        DuplicateListWriter lists = step.run()
                .rounds()
                .lists(
                        index,
                        () -> new DuplicateListWriter(
                                first.getIndex().getUUID(),
                                shards,
                                PageLists.of(step.options().grouping().canonicals()),
                                breaker,
                                DuplicateList.MAX_IDS));
        RunWriter writer = writer(step);
        TimeSlice time = new TimeSlice();
        boolean done = lists.round(
                step.peers(), writer::add, () -> time.getAsBoolean() && writer.isFull() == false, step::ensureActive);
        writer.finish(listener.map(documents -> StepResult.of(StepCounts.of(Count.PENDING, done ? 0 : 1))));
    }

    private static List<Integer> shards(PartitionPlan plan, String index) {
        List<PlannedShard> all = plan.shards();
        return IntStream.range(0, all.size())
                .filter(ordinal -> all.get(ordinal).shard().getIndexName().equals(index))
                .boxed()
                .toList();
    }

    private RunWriter writer(StepContext step) {
        return new RunWriter(step.plan(), step.client(), () -> {
            step.ensureActive();
            ensureDestinationExists(step.plan());
        });
    }

    /** Throws if the run's index was deleted. A write would create it again, with a dynamic mapping. */
    private void ensureDestinationExists(PartitionPlan plan) {
        if (Project.of(clusterService.state()).hasIndex(plan.runId()) == false) {
            throw new IndexNotFoundException(plan.runId());
        }
    }
}
