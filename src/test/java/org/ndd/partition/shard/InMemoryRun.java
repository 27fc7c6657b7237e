package org.ndd.partition.shard;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ndd.bulk.PeriodicCheck.TimeSlice;
import org.ndd.bulk.WorkStealingExecutor;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.group.CanonicalRule;
import org.ndd.core.group.CanonicalRules;
import org.ndd.core.group.Verdict;
import org.ndd.partition.plan.DocRef;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.plan.StepCounts.Count;
import org.ndd.partition.shard.Decider.DecisionRule;
import org.ndd.partition.shard.Grouper.Group;
import org.ndd.partition.shard.JoinLeaders.MergeLeaders;
import org.ndd.partition.shard.Member.MemberSender;
import org.ndd.partition.shard.TestShards.DocLocation;

/** The comparison phases of a run over shards in memory, without nodes. */
final class InMemoryRun {

    private static final int MAX_LEADERS = 8;

    private final TestShards shards;
    private final Runnable check;
    private final PageComparisons comparisons;
    private final Map<Long, String> ids = new HashMap<>();
    private final StepCounts counts = new StepCounts();

    /**
     * @param memory memory of comparisons
     * @param check cancellation check, called by several threads
     */
    InMemoryRun(TestShards shards, WorkStealingExecutor workers, ComparisonMemory memory, Runnable check) {
        this.shards = shards;
        this.check = check;
        this.comparisons = new PageComparisons(
                new PageTexts(shards.clients(), site -> null, false, PageTexts.cache(1 << 18)),
                new PairComparator(SimilarityParameters.BALANCED).with(memory),
                workers,
                check);
        for (DocLocation placed : shards.placed()) {
            ids.put(placed.ref(), placed.page().id());
        }
    }

    /** The counts so far. */
    StepCounts counts() {
        return counts;
    }

    /** The ids of all decided documents, with their leaders. */
    Map<String, String> leaders() {
        Map<String, String> leaders = new TreeMap<>();
        for (DocLocation placed : shards.placed()) {
            ShardRun shard = shards.shards().get(DocRef.shard(placed.ref()));
            leaders.put(placed.page().id(), ids.get(shard.decisions().leaders().ref(DocRef.doc(placed.ref()))));
        }
        return leaders;
    }

    /** Collects candidates; must be called first. */
    void begin() throws IOException {
        DeciderTests.deliver(shards);
    }

    /** Decides all documents, and merges groups. */
    void decide() throws IOException {
        rounds(shard -> new JoinLeaders(shard, comparisons, MAX_LEADERS));
        for (ShardRun shard : shards.shards()) {
            shard.decisions().sendBridges(shards.clients(), check);
        }
        for (ShardRun shard : shards.shards()) {
            shard.decisions().beginMerging();
        }
        rounds(shard -> new MergeLeaders(shard, comparisons));
    }

    private interface Rules {

        DecisionRule of(ShardRun shard);
    }

    private void rounds(Rules rules) throws IOException {
        long pending = 1;
        while (pending > 0) {
            pending = 0;
            for (ShardRun shard : shards.shards()) {
                Decider decider =
                        new Decider(shard, shards.clients(), Long.MAX_VALUE, check, () -> {}, new TimeSlice());
                StepCounts round = decider.round(rules.of(shard));
                pending += round.get(Count.PENDING);
                add(round);
            }
        }
    }

    private void add(StepCounts round) {
        counts.add(round);
        counts.add(Count.PENDING, -round.get(Count.PENDING));
    }

    /** Writes the groups of the decisions: one line per document, sorted because the order of a shard depends on the rounds. */
    List<String> groups() throws IOException {
        for (ShardRun shard : shards.shards()) {
            counts.add(new MemberSender(shard, shards.clients(), check).send());
        }
        List<String> lines = new ArrayList<>();
        CanonicalRules canonicals = CanonicalRules.of(List.of(new CanonicalRule("_id", CanonicalRule.Order.ASC)));
        for (ShardRun shard : shards.shards()) {
            try (Grouper grouper = new Grouper(shard, canonicals, false, 0)) {
                while (grouper.pending() > 0) {
                    add(grouper.round(comparisons, TestShards.NO_VERDICTS, sink(lines)));
                }
            }
        }
        Collections.sort(lines);
        return lines;
    }

    private static Grouper.Sink sink(List<String> lines) {
        return new Grouper.Sink() {
            @Override
            public void page(Group group, Member page, Verdict toCanonical, List<String> canonicalIn) {
                lines.add(group.leader().id() + " " + group.canonical().id() + " " + page.id() + " " + page.role() + " "
                        + toCanonical);
            }

            @Override
            public void complete(Group group) {
                lines.add(group.leader().id() + " of " + group.size());
            }
        };
    }
}
