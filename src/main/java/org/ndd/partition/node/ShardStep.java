package org.ndd.partition.node;

import java.io.IOException;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.util.BigArrays;
import org.ndd.config.DocumentFields;
import org.ndd.core.compare.PairComparator;
import org.ndd.pair.BreakerMemory;
import org.ndd.partition.plan.PartitionOptions;
import org.ndd.partition.shard.CandidateRule;
import org.ndd.partition.shard.DecidedFinder;
import org.ndd.partition.shard.Decider;
import org.ndd.partition.shard.DecisionRule;
import org.ndd.partition.shard.Grouper;
import org.ndd.partition.shard.JoinLeaders;
import org.ndd.partition.shard.LabelSets;
import org.ndd.partition.shard.MemberSender;
import org.ndd.partition.shard.MergeLeaders;
import org.ndd.partition.shard.PageTexts;
import org.ndd.partition.shard.ShardClients;
import org.ndd.partition.shard.ShardRun;
import org.ndd.partition.shard.StepCounts;
import org.ndd.partition.shard.StepCounts.Count;
import org.ndd.partition.shard.TimeSlice;
import org.ndd.partition.shard.WorkStealingExecutor;

/** Executes a step for a shard of this node, or one round of it. Created per order. */
final class ShardStep {

    private final NodeRun run;
    private final ShardRun shard;
    private final StepRequest order;
    private final PartitionOptions options;
    private final ShardClients peers;
    private final PageTexts texts;
    private final Tools tools;
    private final Runnable ensureGoesOn;

    /**
     * Resources of the node for all orders.
     *
     * @param client writes decisions: not as a child of the order's task, so that they are stored also if that is cancelled
     * @param bigArrays accounts for the memory of comparisons
     * @param workers threads for comparisons
     */
    record Tools(Client client, BigArrays bigArrays, WorkStealingExecutor workers) {}

    /** @param ensureGoesOn called periodically, by several threads */
    ShardStep(
            NodeRun run,
            ShardRun shard,
            StepRequest order,
            ShardClients peers,
            PageTexts texts,
            Tools tools,
            Runnable ensureGoesOn) {
        this.run = run;
        this.shard = shard;
        this.order = order;
        this.options = run.plan().options();
        this.peers = peers;
        this.texts = texts;
        this.tools = tools;
        this.ensureGoesOn = ensureGoesOn;
    }

    /** Returns the counts; {@link Count#PENDING} is 0 if the step is complete. */
    StepCounts run() throws IOException {
        StepCounts counts = new StepCounts();
        switch (order.step()) {
            case VERIFY_EXACT ->
                counts.add(run.rounds().exact(shard).round(texts, tools.workers(), new TimeSlice(), ensureGoesOn));
            case BEGIN_WINDOW -> shard.beginWindow(order.window(), rule());
            case END_CANDIDATES -> {
                counts.add(Count.CANDIDATES, shard.decisions().endCandidates(ensureGoesOn));
                counts.add(Count.PENDING, shard.decisions().pendingDocuments());
            }
            case DECIDE -> counts.add(decide(rule().isOfSets() ? new LabelSets(shard) : joinLeaders()));
            case SEND_BRIDGES -> shard.decisions().sendBridges(peers, ensureGoesOn);
            case BEGIN_MERGING -> {
                shard.decisions().beginMerging();
                counts.add(Count.PENDING, shard.decisions().pendingDocuments());
            }
            case MERGE_LEADERS ->
                counts.add(decide(new MergeLeaders(shard, texts, comparator(), tools.workers(), ensureGoesOn)));
            case FIND_DECIDED ->
                shard.decisions()
                        .decidedDocs(new DecidedFinder(shard, peers, ensureGoesOn)
                                .find(new DecidedStep(run.plan()).wanted(shard.ordinal())));
            case SEND_MEMBERS -> counts.add(new MemberSender(shard, peers, ensureGoesOn).send());
            case BEGIN_GROUPS -> counts.add(Count.PENDING, beginGroups());
            case COUNT_OUTDATED ->
                counts.add(run.rounds()
                        .outdated(shard, new DocumentFields(options.field()))
                        .round(new TimeSlice(), ensureGoesOn));
            default -> throw new IllegalArgumentException("[" + order.step() + "] is not a step of a shard");
        }
        return counts;
    }

    private CandidateRule rule() {
        return CandidateRule.of(options.candidates());
    }

    private StepCounts decide(DecisionRule rule) throws IOException {
        Runnable keep = () -> run.decisions().keepNowAndThen(shard, tools.client());
        return new Decider(shard, peers, order.most(), ensureGoesOn, keep, new TimeSlice()).round(rule);
    }

    private JoinLeaders joinLeaders() {
        return new JoinLeaders(
                shard, texts, comparator(), options.candidates().maxLeaders(), tools.workers(), ensureGoesOn);
    }

    private PairComparator comparator() {
        return new PairComparator(options.similarity()).with(BreakerMemory.of(tools.bigArrays()));
    }

    private long beginGroups() {
        int setLeaders = rule().isOfSets() ? options.candidates().maxLeaders() : 0;
        Grouper grouper = new Grouper(
                shard, comparator(), tools.workers(), options.canonicals(), options.singletons(), setLeaders);
        run.rounds().begin(shard.ordinal(), grouper);
        return grouper.pending();
    }
}
