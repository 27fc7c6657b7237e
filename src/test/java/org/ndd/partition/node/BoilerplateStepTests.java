package org.ndd.partition.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.client.internal.transport.NoNodeAvailableException;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.NoopCircuitBreaker;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.internal.AliasFilter;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.test.ESTestCase;
import org.ndd.bulk.TestWorkers;
import org.ndd.config.MustAgree;
import org.ndd.config.RedirectFields;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.CanonicalRules;
import org.ndd.partition.node.BoilerplateStep.RunBoilerplateStore;
import org.ndd.partition.plan.PartitionOptions;
import org.ndd.partition.plan.PartitionOptions.ExecutionOptions;
import org.ndd.partition.plan.PartitionOptions.GroupingOptions;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.plan.PartitionPlan.PlannedShard;
import org.ndd.partition.plan.Reference;
import org.ndd.partition.plan.RunSpec;
import org.ndd.partition.plan.RunSpec.Publication;
import org.ndd.partition.plan.RunSpec.RunSource;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.plan.StepCounts.Count;
import org.ndd.partition.shard.ShardMethod.ShardClients;
import org.ndd.partition.shard.TestShards;
import org.ndd.partition.shard.TestShards.Page;

/** Boilerplate is learned in rounds of at least one site each, with the same result for any division into rounds. */
public class BoilerplateStepTests extends ESTestCase {

    private static final String NODE = "node";

    private final CircuitBreaker breaker = new NoopCircuitBreaker(CircuitBreaker.REQUEST);

    /** A run that writes no groups. */
    private static PartitionPlan plan(int shards) {
        PartitionOptions options = new PartitionOptions(
                TestShards.TARGET,
                new GroupingOptions(
                        SimilarityParameters.BALANCED,
                        CandidateParameters.NEIGHBORS,
                        CanonicalRules.of(List.of()),
                        MustAgree.NONE,
                        RedirectFields.NONE),
                PartitionOptions.Boilerplate.LEARN,
                new ExecutionOptions(true, false, 1, 1, Double.POSITIVE_INFINITY),
                null,
                Reference.NONE);
        List<PlannedShard> planned = IntStream.range(0, shards)
                .mapToObj(shard ->
                        new PlannedShard(new ShardId("pages", "uuid", shard), NODE, AliasFilter.EMPTY, null, false))
                .toList();
        return new PartitionPlan(
                new RunSpec(
                        "run",
                        "groups",
                        Publication.DEFAULT,
                        new RunSource(
                                new OriginalIndices(new String[] {"pages"}, IndicesOptions.strictExpand()),
                                List.of(),
                                List.of(),
                                null),
                        options,
                        null,
                        TimeValue.timeValueMinutes(1)),
                1,
                false,
                null,
                planned,
                List.of());
    }

    /** Sites with different menus, some with too few documents. */
    private static List<Page> pages(Map<String, Integer> sizes) {
        List<Page> pages = new ArrayList<>();
        for (int site = between(1, 12); site > 0; site--) {
            String name = "site" + site + ".example";
            sizes.put(name, between(1, 30));
            for (int page = sizes.get(name); page > 0; page--) {
                String text = "the menu of " + name + "\nhome and news\n" + randomAlphaOfLength(40)
                        + "\nlegal notice of " + name;
                pages.add(new Page(name + "/" + page, text, name, null, List.of()));
            }
        }
        return pages;
    }

    private Map<String, Integer> learn(PartitionPlan plan, TestShards shards, BooleanSupplier mayContinue, int[] rounds)
            throws Exception {
        ShardClients peers = shards.clients();
        Map<String, Integer> lines = new TreeMap<>();
        try (NodeBoilerplate boilerplate = new NodeBoilerplate(plan, NODE, null, breaker);
                TestWorkers workers = new TestWorkers(between(1, 4))) {
            BoilerplateStep step = new BoilerplateStep(plan, 0, boilerplate, breaker);
            StepCounts all = new StepCounts();
            StepCounts counts;
            do {
                counts = step.learn(
                        new BoilerplateStep.Tools(
                                peers,
                                new RunBoilerplateStore(plan, null, () -> {}, read -> null),
                                workers.workers(),
                                mayContinue,
                                () -> {}),
                        1);
                all.add(counts);
                rounds[0]++;
            } while (counts.get(Count.PENDING) > 0);
            for (TestShards.DocLocation placed : shards.placed()) {
                String site = placed.page().site();
                if (boilerplate.own(site) != null) {
                    lines.put(site, boilerplate.own(site).hashCode());
                }
            }
            assertEquals(lines.size(), all.get(Count.BOILERPLATE));
        }
        return lines;
    }

    public void testResultIsIndependentOfRounds() throws Exception {
        int count = between(1, 4);
        Map<String, Integer> sizes = new TreeMap<>();
        List<Page> pages = pages(sizes);
        try (TestShards shards = new TestShards()) {
            List<List<Page>> parts = new ArrayList<>();
            IntStream.range(0, count).forEach(shard -> parts.add(new ArrayList<>()));
            pages.forEach(page -> randomFrom(parts).add(page));
            for (List<Page> part : parts) {
                shards.add(random(), part);
            }
            PartitionPlan plan = plan(count);
            int[] one = new int[1];
            Map<String, Integer> whole = learn(plan, shards, () -> true, one);
            assertEquals(1, one[0]);
            assertEquals(sizes.values().stream().filter(size -> size >= 10).count(), whole.size());
            int[] many = new int[1];
            assertEquals(whole, learn(plan, shards, () -> false, many));
            assertEquals("one site per round", sizes.size(), many[0]);
            assertEquals(whole, learn(plan, shards, ESTestCase::randomBoolean, new int[1]));
        }
    }

    public void testNodeOfSiteHasLeft() {
        try (NodeBoilerplate boilerplate = new NodeBoilerplate(plan(1), "other", new RunMessenger(null), breaker)) {
            Exception e = expectThrows(
                    NoNodeAvailableException.class,
                    () -> boilerplate.of("example.org", DiscoveryNodes.EMPTY_NODES, null, () -> {}));
            assertEquals("node [" + NODE + "] has left the cluster", e.getMessage());
        }
    }

    public void testCancelled() throws Exception {
        try (TestShards shards = new TestShards()) {
            shards.add(random(), pages(new TreeMap<>()));
            PartitionPlan plan = plan(1);
            try (NodeBoilerplate boilerplate = new NodeBoilerplate(plan, NODE, null, breaker)) {
                BoilerplateStep step = new BoilerplateStep(plan, 0, boilerplate, breaker);
                Runnable cancelled = () -> {
                    throw new TaskCancelledException("cancelled");
                };
                BoilerplateStep.Tools tools = new BoilerplateStep.Tools(
                        shards.clients(),
                        new RunBoilerplateStore(plan, null, cancelled, read -> null),
                        TestWorkers.NONE,
                        () -> true,
                        cancelled);
                expectThrows(TaskCancelledException.class, () -> step.learn(tools, 1));
            }
        }
    }
}
