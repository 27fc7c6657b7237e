package org.ndd.partition.shard;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.test.ESTestCase;
import org.ndd.bulk.TestWorkers;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.FrequencyRule;
import org.ndd.core.group.Rank;
import org.ndd.partition.plan.DocRef;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.plan.StepCounts.Count;
import org.ndd.partition.plan.TermQuery.TermKind;
import org.ndd.partition.shard.ShardDecisions.Window;
import org.ndd.partition.shard.ShardMethod.ShardClients;
import org.ndd.partition.shard.TermDocs.TermDelivery;
import org.ndd.partition.shard.TestShards.DocLocation;
import org.ndd.partition.shard.TestShards.Page;

/** Rounds of decisions of any length. */
public class DeciderTests extends ESTestCase {

    private static final CandidateParameters NEIGHBORS = CandidateParameters.NEIGHBORS;

    /** Delivers the head of each posting list to each shard, as a merge does. */
    static void deliver(TestShards shards) throws IOException {
        Map<String, List<DocLocation>> postings = new TreeMap<>();
        for (DocLocation placed : shards.placed()) {
            placed.page()
                    .fingerprints()
                    .forEach(term -> postings.computeIfAbsent(term, t -> new ArrayList<>())
                            .add(placed));
        }
        for (ShardRun shard : shards.shards()) {
            shard.beginWindow(Window.ALL, NEIGHBORS);
            TermDelivery delivery = new TermDelivery(TermKind.FINGERPRINT, 0);
            postings.forEach((term, list) -> {
                if (list.size() > 1 && list.stream().anyMatch(page -> DocRef.shard(page.ref()) == shard.ordinal())) {
                    list.sort(Comparator.comparing(DocLocation::rank));
                    boolean whole = list.size() <= NEIGHBORS.listHead(false);
                    delivery.add(new BytesRef(term), FrequencyRule.weight(list.size()), whole, false);
                    list.stream().limit(NEIGHBORS.listHead(false)).forEach(page -> delivery.addDocument(page.row(), 0));
                }
            });
            shard.deliver(delivery);
            shard.decisions().endCandidates(() -> {});
        }
    }

    private static StepCounts round(TestShards shards, ShardRun shard, BooleanSupplier time) throws IOException {
        ShardClients peers = shards.clients();
        return new Decider(shard, peers, Long.MAX_VALUE, () -> {}, () -> {}, time)
                .round(new JoinLeaders(
                        shard,
                        new PageComparisons(
                                new PageTexts(peers, site -> null, false, PageTexts.cache(1 << 20)),
                                new PairComparator(SimilarityParameters.BALANCED),
                                TestWorkers.NONE,
                                () -> {}),
                        8));
    }

    /** Runs rounds in turn until all documents are decided; returns the leader of each document, by id. */
    private static Map<String, Long> decide(TestShards shards, BooleanSupplier time, int mostRounds)
            throws IOException {
        deliver(shards);
        int pending = 1;
        for (int rounds = 0; pending > 0; rounds++) {
            assertTrue("still [" + pending + "] after [" + rounds + "] rounds", rounds < mostRounds);
            pending = 0;
            for (ShardRun shard : shards.shards()) {
                pending += (int) round(shards, shard, time).get(Count.PENDING);
            }
        }
        Map<String, Long> leaders = new TreeMap<>();
        for (DocLocation placed : shards.placed()) {
            ShardRun shard = shards.shards().get(DocRef.shard(placed.ref()));
            leaders.put(placed.page().id(), shard.decisions().leaders().ref(DocRef.doc(placed.ref())));
        }
        return leaders;
    }

    public void testResultIsIndependentOfRounds() throws IOException {
        List<Page> pages = TestShards.randomPages(random(), between(1, 300), between(1, 100));
        List<Map<String, Long>> decided = new ArrayList<>();
        long seed = randomLong();
        int count = between(1, 3);
        for (BooleanSupplier time : List.<BooleanSupplier>of(() -> true, () -> false, ESTestCase::randomBoolean)) {
            try (TestShards shards = TestShards.random(new Random(seed), pages, count, RankOrder.HASH)) {
                decided.add(decide(shards, time, 10_000));
            }
        }
        assertEquals(decided.get(0), decided.get(1));
        assertEquals(decided.get(0), decided.get(2));
    }

    /**
     * All documents of the first segments depend on one in the last segment. A round has time for some of them only; the next round
     * continues after them rather than checking the same documents again.
     */
    public void testRoundsReachReadyDocuments() throws IOException {
        List<Page> candidates = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            candidates.add(new Page("doc" + i, "text", null, null, List.of("p-common")));
        }
        candidates.sort(Comparator.comparing((Page page) -> Rank.of(page.id())).reversed());
        try (TestShards shards = new TestShards()) {
            // only the first document in rank order is ready, which is the last one of the shard
            shards.add(random(), candidates);
            int rounds = 1000;
            Map<String, Long> leaders = decide(shards, () -> false, rounds);
            assertEquals(1, leaders.values().stream().distinct().count());
        }
    }
}
