package org.ndd.partition;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.TermQueryBuilder;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.internal.AliasFilter;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.ToXContent;
import org.elasticsearch.xcontent.XContentType;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.config.MustAgree;
import org.ndd.config.RedirectFields;
import org.ndd.config.ShardPosition;
import org.ndd.config.TaskState;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.CanonicalRule;
import org.ndd.core.group.CanonicalRules;
import org.ndd.partition.PartitionReport.NodeShare;
import org.ndd.partition.node.StepResult.LargeGroup;
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

/** Serialization of the parts of a run that all nodes read. */
public class PartitionWireTests extends ESTestCase {

    private static final NamedWriteableRegistry QUERIES = new NamedWriteableRegistry(List.of(
            new NamedWriteableRegistry.Entry(QueryBuilder.class, TermQueryBuilder.NAME, TermQueryBuilder::new)));

    private static CanonicalRules randomCanonicals() {
        SortedMap<String, List<CanonicalRule>> markets = new TreeMap<>();
        for (int i = between(0, 3); i > 0; i--) {
            markets.put(
                    "market-" + i,
                    List.of(
                            CanonicalRule.preferring("_host_suffix", List.of("de", "at")),
                            randomFrom(
                                    CanonicalRule.of("_static_url"), CanonicalRule.preferring("lang", List.of("de")))));
        }
        return new CanonicalRules(List.of(CanonicalRule.of("popularity"), CanonicalRule.of("_url_length")), markets);
    }

    private static <T extends Writeable> T copy(T original, Writeable.Reader<T> reader) throws IOException {
        return copyWriteable(original, QUERIES, reader);
    }

    private static PartitionOptions randomOptions() {
        boolean sets = randomBoolean();
        boolean dryRun = randomBoolean();
        return new PartitionOptions(
                randomAlphaOfLength(4),
                new GroupingOptions(
                        randomFrom(
                                SimilarityParameters.BALANCED,
                                SimilarityParameters.STRICT,
                                SimilarityParameters.PKU2007),
                        sets ? CandidateParameters.SETS : CandidateParameters.NEIGHBORS,
                        randomCanonicals(),
                        randomBoolean() ? MustAgree.NONE : new MustAgree(List.of("lang", "product.number")),
                        randomBoolean()
                                ? RedirectFields.NONE
                                : RedirectFields.of("moved_to", randomBoolean() ? null : "url", "ndd")),
                randomFrom(PartitionOptions.Boilerplate.values()),
                new ExecutionOptions(
                        dryRun,
                        randomBoolean(),
                        dryRun ? 0.5 : 1,
                        sets ? 1 : between(1, 9),
                        randomBoolean() ? Double.POSITIVE_INFINITY : 10),
                null,
                Reference.NONE);
    }

    /** Documents with the same id in two indices are in this order, for any number of shards. */
    public void testShardsAreOrderedByIndex() {
        List<PlannedShard> shards = new ArrayList<>();
        for (String index : List.of("a", "b")) {
            for (int shard = 0; shard < 3; shard++) {
                shards.add(new PlannedShard(new ShardId(index, index, shard), "node", AliasFilter.EMPTY, null, false));
            }
        }
        List<PlannedShard> shuffled = new ArrayList<>(shards);
        Collections.shuffle(shuffled, random());
        shuffled.sort(PlannedShard.ORDER);
        assertEquals(shards, shuffled);
    }

    public void testOptions() throws IOException {
        PartitionOptions options = randomOptions();
        assertEquals(options, copy(options, PartitionOptions::new));
        Reference against = new Reference(
                List.of("archive", "old"), randomBoolean() ? null : QueryBuilders.termQuery("lang", "en"));
        PartitionOptions referring = TestRuns.spec().options().against(against);
        assertEquals(referring, copy(referring, PartitionOptions::new));
        assertEquals(against, referring.atMost(7).withDefaultExecution().against());
        assertEquals(
                options.grouping().canonicals(), options.atMost(7).grouping().canonicals());
    }

    private static RunSpec randomSpec() {
        return new RunSpec(
                "pages-ndd-1",
                "groups",
                new Publication(randomBoolean(), randomBoolean(), randomBoolean(), between(0, 9)),
                new RunSource(
                        new OriginalIndices(new String[] {"english"}, IndicesOptions.strictExpandOpen()),
                        List.of(new RunSource.SourceIndex(
                                new Index("pages", "uuid"),
                                AliasFilter.EMPTY,
                                randomBoolean() ? null : "filter",
                                randomBoolean() ? null : "lines")),
                        List.of(),
                        randomBoolean() ? null : QueryBuilders.termQuery("site", "example.org")),
                randomOptions(),
                randomBoolean() ? null : FingerprintParameters.BALANCED.version(),
                randomTimeValue());
    }

    public void testPlan() throws IOException {
        List<PlannedShard> shards = new ArrayList<>();
        for (int i = between(1, 5); i > 0; i--) {
            QueryBuilder filter = randomBoolean() ? null : QueryBuilders.termQuery("lang", "en");
            AliasFilter alias = AliasFilter.of(filter, "english");
            shards.add(new PlannedShard(
                    new ShardId("pages", randomUUID(), i),
                    "node" + between(1, 3),
                    alias,
                    randomBoolean() ? null : new ShardPosition(randomNonNegativeLong(), "history"),
                    randomBoolean()));
        }
        PartitionPlan plan = new PartitionPlan(
                randomSpec(),
                randomNonNegativeLong(),
                randomBoolean(),
                randomBoolean() ? "node1" : null,
                shards,
                List.of());
        PartitionPlan arrived = copy(plan, PartitionPlan::new);
        assertEquals(plan.runId(), arrived.runId());
        assertEquals(plan.attempt(), arrived.attempt());
        assertEquals(plan.replays(), arrived.replays());
        assertEquals(plan.timeout(), arrived.timeout());
        assertEquals(plan.version(), arrived.version());
        assertEquals(plan.coordinator(), arrived.coordinator());
        assertArrayEquals(plan.indices().indices(), arrived.indices().indices());
        assertEquals(plan.indices().indicesOptions(), arrived.indices().indicesOptions());
        assertEquals(plan.query(), arrived.query());
        assertEquals(plan.options(), arrived.options());
        assertEquals(plan.shards(), arrived.shards());
        assertEquals(plan.nodes(), arrived.nodes());
        assertEquals(List.of("pages"), arrived.concreteIndices());
        assertEquals(
                shards.size(),
                arrived.ordinals(true).size() + arrived.ordinals(false).size());
    }

    public void testReport() throws IOException {
        StepCounts counts = new StepCounts();
        for (StepCounts.Count count : StepCounts.Count.values()) {
            counts.add(count, between(0, 1_000_000));
        }
        PartitionReport report = new PartitionReport(
                randomSpec(),
                new PartitionReport.RunStatus(
                        randomFrom(TaskState.values()),
                        randomNonNegativeLong(),
                        randomNonNegativeLong(),
                        randomBoolean() ? null : "no disk"),
                new PartitionReport.RunProgress(
                        "decide", List.of(new PartitionReport.Phase("pin", 12, 3, 4)), between(0, 9)),
                new PartitionReport.RunWork(
                        counts, List.of(new NodeShare("node1", counts)), List.of(new LargeGroup("a", 3, "b"))),
                new PartitionReport.Interruptions(
                        between(0, 9), randomBoolean() ? List.of() : List.of("node1 has left")),
                new PartitionReport.Published(randomBoolean(), randomBoolean() ? null : "[publish] is [false]"));
        PartitionReport arrived = copy(report, PartitionReport::new);
        for (StepCounts.Count count : StepCounts.Count.values()) {
            assertEquals(count.name(), counts.get(count), arrived.counts().get(count));
        }
        Map<?, ?> printed = XContentHelper.convertToMap(
                        BytesReference.bytes(
                                arrived.toXContent(JsonXContent.contentBuilder(), ToXContent.EMPTY_PARAMS)),
                        true,
                        XContentType.JSON)
                .v2();
        assertEquals(
                Map.of(
                        "same",
                        (int) counts.get(StepCounts.Count.SAME),
                        "near",
                        (int) counts.get(StepCounts.Count.NEAR),
                        "overlap",
                        (int) counts.get(StepCounts.Count.OVERLAP),
                        "other_item",
                        (int) counts.get(StepCounts.Count.OTHER_ITEM),
                        "different",
                        (int) counts.get(StepCounts.Count.DIFFERENT)),
                printed.get("relations"));
        assertEquals((int) counts.get(StepCounts.Count.DUPLICATES), printed.get("duplicates"));
        assertEquals("node1", arrived.work().nodes().get(0).node());
        assertEquals(counts.toString(), arrived.work().nodes().get(0).counts().toString());
        assertEquals(report.progress(), arrived.progress());
        assertEquals(report.work().largest(), arrived.work().largest());
        assertEquals(List.of(), arrived.withoutDocuments().work().largest());
        assertEquals(report.progress(), arrived.withoutDocuments().progress());
        assertEquals(report.status(), arrived.status());
        assertEquals(report.interruptions(), arrived.interruptions());
        assertEquals(report.id(), arrived.id());
        assertEquals(report.spec().options(), arrived.spec().options());
        assertEquals(report.spec().publication(), arrived.spec().publication());
        assertEquals(report.published(), arrived.published());
    }
}
