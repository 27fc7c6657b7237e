package org.ndd.partition.node;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.compat.Project;
import org.ndd.groups.DuplicateList;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.plan.PartitionPlan.PlannedShard;
import org.ndd.partition.shard.DuplicateSender;
import org.ndd.partition.shard.PageLists;
import org.ndd.partition.shard.PageTexts;
import org.ndd.partition.shard.ShardClients;
import org.ndd.partition.shard.ShardRun;
import org.ndd.partition.shard.StepCounts;
import org.ndd.partition.shard.StepCounts.Count;
import org.ndd.partition.shard.TimeSlice;

/**
 * The steps that write to the run's index: groups, and lists of duplicates. A round responds once all its documents are written, and blocks
 * no thread while it waits, even if the index rejects writes for a long time.
 */
final class WriteSteps {

    private final ClusterService clusterService;
    private final Client client;
    private final CircuitBreaker breaker;

    /** @param breaker accounts for the responses of shards while lists are merged */
    WriteSteps(ClusterService clusterService, Client client, CircuitBreaker breaker) {
        this.clusterService = clusterService;
        this.client = client;
        this.breaker = breaker;
    }

    /** Executes one round of making the groups of a shard. */
    void groups(
            NodeRun run,
            ShardRun shard,
            ShardClients peers,
            PageTexts texts,
            CancellableTask task,
            ActionListener<StepResult> listener)
            throws IOException {
        PartitionPlan plan = run.plan();
        boolean dryRun = plan.options().dryRun();
        Runnable check = () -> run.ensureGoesOn(task);
        GroupDocuments documents = new GroupDocuments(plan);
        WrittenGroups written =
                new WrittenGroups(plan.runId(), documents, assigned(task), plan.replays() && dryRun == false, check);
        GroupWriter writer = new GroupWriter(documents, written, writer(run, task), dryRun);
        DuplicateSender duplicates =
                new DuplicateSender(peers, PageLists.of(plan.options().canonicals()));
        StepCounts counts = run.rounds().grouper(shard.ordinal()).round(texts, written, writer.and(duplicates), check);
        duplicates.send();
        writer.finish(listener.map(count -> {
            counts.add(Count.WRITTEN, count);
            return StepResult.of(counts, writer.largest());
        }));
    }

    /** Executes one round of listing the duplicates of an index. */
    void lists(NodeRun run, String index, ShardClients peers, CancellableTask task, ActionListener<StepResult> listener)
            throws IOException {
        List<Integer> shards = shards(run.plan(), index);
        ShardId first = run.plan().shards().get(shards.get(0)).shard();
        DuplicateListWriter lists = run.rounds()
                .lists(
                        index,
                        () -> new DuplicateListWriter(
                                first.getIndex().getUUID(),
                                shards,
                                PageLists.of(run.plan().options().canonicals()),
                                breaker,
                                DuplicateList.MAX_IDS));
        RunWriter writer = writer(run, task);
        TimeSlice time = new TimeSlice();
        boolean done = lists.round(
                peers,
                writer::add,
                () -> time.getAsBoolean() && writer.isFull() == false,
                () -> run.ensureGoesOn(task));
        writer.finish(listener.map(documents -> {
            StepCounts counts = new StepCounts();
            counts.add(Count.PENDING, done ? 0 : 1);
            return StepResult.of(counts);
        }));
    }

    private static List<Integer> shards(PartitionPlan plan, String index) {
        List<PlannedShard> all = plan.shards();
        return IntStream.range(0, all.size())
                .filter(ordinal -> all.get(ordinal).shard().getIndexName().equals(index))
                .boxed()
                .toList();
    }

    private RunWriter writer(NodeRun run, CancellableTask task) {
        return new RunWriter(run.plan(), assigned(task), () -> {
            run.ensureGoesOn(task);
            ensureThatDestinationIsThere(run.plan());
        });
    }

    /** Writing to a deleted index would create it again, with any mapping. */
    private void ensureThatDestinationIsThere(PartitionPlan plan) {
        if (Project.of(clusterService.state()).hasIndex(plan.runId()) == false) {
            throw new IndexNotFoundException(plan.runId());
        }
    }

    private Client assigned(CancellableTask task) {
        return new ParentTaskAssigningClient(client, clusterService.localNode(), task);
    }
}
