package org.ndd.partition;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.xcontent.XContentFactory.jsonBuilder;
import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.indices.TermsLookup;
import org.elasticsearch.test.ESIntegTestCase;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.Found;
import org.ndd.analysis.PageAnalysis;
import org.ndd.analysis.PageInput;
import org.ndd.config.TaskState;
import org.ndd.core.compare.Relation;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.partition.Partition;
import org.ndd.core.partition.Partition.Group;
import org.ndd.core.partition.PartitionParameters;
import org.ndd.partition.plan.PartitionRequest;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.plan.StepCounts.Count;

/** The partition of a cluster with several nodes equals the in-memory partition, for any distribution over shards. */
@ESIntegTestCase.ClusterScope(numDataNodes = 2, numClientNodes = 0, supportsDedicatedMasters = false)
public class PartitionClusterTests extends PartitionTestCase {

    public void testEqualsInMemoryPartition() throws IOException {
        TestCorpus corpus = new TestCorpus(random(), between(100, 400));
        Partition partition = corpus.expected(PartitionParameters.BALANCED, FingerprintParameters.BALANCED, true);
        List<String> expected = TestCorpus.lines(partition);
        index(corpus, "one", 1, 0, FingerprintParameters.BALANCED);
        index(corpus, "five", 5, 1, FingerprintParameters.BALANCED);
        PartitionReport report = partition("one", "{}");
        assertEquals(corpus.pages().size(), report.counts().get(Count.DOCUMENTS));
        assertEquals(expected, lines("one-ndd"));
        assertCountsRelations(partition, report.counts());
        assertCountsRelations(partition, partition("five", "{}").counts());
        assertEquals(expected, lines("five-ndd"));
        partition("five", "{\"windows\": 7}");
        assertEquals(expected, lines("five-ndd"));
        for (String family : List.of("duplicates", "same")) {
            assertEquals(list(family, "one"), list(family, "five"));
        }
        assertOneFilterHidesDuplicates("five", "duplicates", Set.of("same", "near"));
        assertOneFilterHidesDuplicates("five", "same", Set.of("same"));
    }

    /** The first copies of each story share no passage, or only overlap, until later copies connect them. */
    public void testLaterCopiesMergeGroups() throws IOException {
        TestCorpus corpus = new TestCorpus(random(), TestCorpus.storiesOfTwoLeaders(random(), 25));
        Partition partition = corpus.expected(PartitionParameters.BALANCED, FingerprintParameters.BALANCED, true);
        assertTrue(
                "merged",
                partition.groups().stream().anyMatch(group -> group.pages().size() > 4));
        assertEquals(
                "all stories are complete",
                25,
                partition.groups().stream()
                        .filter(group -> group.pages().size() > 1)
                        .count());
        index(corpus, "one", 1, 0, FingerprintParameters.BALANCED);
        index(corpus, "five", 5, 1, FingerprintParameters.BALANCED);
        PartitionReport report = partition("one", "{}");
        assertEquals(partition.counts().comparisons(), report.counts().get(Count.COMPARISONS));
        assertEquals(TestCorpus.lines(partition), lines("one-ndd"));
        report = partition("five", "{\"windows\": 3}");
        assertEquals(partition.counts().comparisons(), report.counts().get(Count.COMPARISONS));
        assertEquals(TestCorpus.lines(partition), lines("five-ndd"));
    }

    /** Counts members by their relation to the canonical document; near members are the duplicates. */
    private static void assertCountsRelations(Partition partition, StepCounts counts) {
        Map<Relation, Long> expected = new EnumMap<>(Relation.class);
        Map<Relation, Long> found = new EnumMap<>(Relation.class);
        for (Relation relation : Relation.values()) {
            expected.put(relation, 0L);
            found.put(relation, counts.get(Count.of(relation)));
        }
        for (Group group : partition.groups()) {
            group.pages().stream()
                    .filter(page -> page.document() != page.canonical())
                    .forEach(page -> expected.merge(page.verdict().relation(), 1L, Long::sum));
        }
        assertEquals(expected, found);
        assertEquals(partition.duplicateCount(), counts.get(Count.DUPLICATES));
        assertEquals(expected.get(Relation.SAME) + expected.get(Relation.NEAR), counts.get(Count.DUPLICATES));
    }

    private String listId(String family, String index) {
        return family + "-" + resolveIndex(index).getUUID() + "-0";
    }

    private Object list(String family, String index) {
        return client().prepareGet(index + "-ndd", listId(family, index))
                .get()
                .getSourceAsMap()
                .get("duplicates");
    }

    /** The duplicate lists agree with the groups. */
    private void assertOneFilterHidesDuplicates(String index, String family, Set<String> relations) {
        TreeSet<String> expected = new TreeSet<>();
        for (Map<String, Object> page :
                Found.sources(client().prepareSearch(index + "-ndd").setSize(10_000))) {
            if (page.get("canonical").equals(false)
                    && relations.contains(page.get("relation"))
                    && page.get("role").equals("part_of") == false) {
                expected.add((String) ((Map<?, ?>) page.get("doc")).get("id"));
            }
        }
        TermsLookup list = new TermsLookup(index + "-ndd", listId(family, index), "duplicates");
        var hidden = client().prepareSearch(index)
                .setQuery(QueryBuilders.termsLookupQuery("_id", list))
                .setSize(10_000);
        assertEquals(expected, new TreeSet<>(Found.ids(hidden)));
    }

    public void testReportMethod() throws IOException {
        TestCorpus corpus = new TestCorpus(random(), between(50, 200));
        List<String> expected =
                TestCorpus.lines(corpus.expected(PartitionParameters.PKU2007, FingerprintParameters.PKU2007, true));
        index(corpus, "report", between(1, 4), 0, FingerprintParameters.PKU2007);
        partition("report", "{\"candidates\": {\"mode\": \"sets\"}, \"preset\": \"pku2007\"}");
        assertEquals(expected, lines("report-ndd"));
    }

    public void testCountsOutdatedDocuments() throws IOException {
        assertAcked(prepareCreate("outdated").setMapping("ndd", "type=near_dup"));
        Object[] bodies = {"as it was", "changed since", List.of("two", "parts")};
        String[] seen = {"as it was", "before", "two\n\nparts"};
        for (int i = 0; i < bodies.length; i++) {
            PageAnalysis analysis = TestCorpus.analyze(
                    new TestCorpus.Page(Integer.toString(i), null, seen[i]), FingerprintParameters.BALANCED);
            XContentBuilder source = jsonBuilder().startObject().field("body", bodies[i]);
            source.startObject("ndd")
                    .field("text", analysis.text())
                    .field("version", FingerprintParameters.BALANCED.version());
            source.field("source_field", "body")
                    .field("source_hash", PageInput.of(seen[i], null).sourceHash());
            client().index(new IndexRequest("outdated")
                            .id(Integer.toString(i))
                            .source(source.endObject().endObject())
                            .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE))
                    .actionGet();
        }
        PartitionReport report = partition("outdated", "{}");
        assertEquals(3, report.counts().get(Count.OUTDATED_CHECKED));
        assertEquals(1, report.counts().get(Count.OUTDATED));
        assertEquals(3, report.counts().get(Count.WITHOUT_FINGERPRINTS));
    }

    public void testRequestsPerSecondSlowsDeciding() throws IOException {
        TestCorpus corpus = new TestCorpus(random(), 40);
        index(corpus, "slow", 1, 0, FingerprintParameters.BALANCED);
        PartitionRequest request =
                PartitionRequest.parse(new String[] {"slow"}, null, true).atMost(100);
        PartitionReport report =
                client().execute(PartitionAction.TYPE, request).actionGet().report();
        assertEquals(TaskState.COMPLETED, report.state());
        long took = report.progress().phases().stream()
                .filter(phase -> phase.name().equals("decide"))
                .mapToLong(PartitionReport.Phase::tookMillis)
                .sum();
        long decided = report.counts().get(Count.DOCUMENTS) - report.counts().get(Count.EXACT_DUPLICATES);
        assertTrue("[" + decided + "] documents in [" + took + "] ms", took >= decided * 10 * 9 / 10);
    }

    /** Like a search, a run refreshes a shard that is search-idle and therefore not refreshed periodically. */
    public void testRefreshesIdleShard() throws Exception {
        assertAcked(client().admin()
                .indices()
                .prepareCreate("idle")
                .setSettings(indexSettings(1, 0).put("index.search.idle.after", "0s"))
                .setMapping("ndd", "type=near_dup"));
        ensureGreen("idle");
        client().index(new IndexRequest("idle")
                        .id("1")
                        .source(source(new TestCorpus.Page("1", null, "A page."), FingerprintParameters.BALANCED)))
                .actionGet();
        assertSoon(() -> assertEquals(1, partition("idle", "{}").counts().get(Count.DOCUMENTS)));
    }
}
