package org.ndd.partition;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.test.ESIntegTestCase;
import org.ndd.Found;
import org.ndd.compat.Calls;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.group.DecidedBy;
import org.ndd.core.group.DecidedPair;
import org.ndd.core.partition.InMemoryPartition;
import org.ndd.core.partition.Partition;
import org.ndd.core.partition.Partition.Group;
import org.ndd.core.partition.PartitionDocument;
import org.ndd.core.partition.PartitionParameters;
import org.ndd.partition.plan.StepCounts.Count;

/** Runs against a reference: a cluster has the same groups as the in-memory partition, and the reference is unchanged. */
@ESIntegTestCase.ClusterScope(numDataNodes = 2, numClientNodes = 0, supportsDedicatedMasters = false)
public class PartitionAgainstTests extends PartitionTestCase {

    private FingerprintParameters fingerprints = randomFrom(FingerprintParameters.BALANCED, TestCorpus.EACH_PASSAGE);

    private final List<TestCorpus.Page> archive = new ArrayList<>();
    private final List<TestCorpus.Page> news = new ArrayList<>();

    private void divide(List<TestCorpus.Page> pages) {
        int share = between(1, 9);
        for (TestCorpus.Page page : pages) {
            (between(0, 9) < share ? archive : news).add(page);
        }
        // the same document in source and reference
        archive.stream().limit(3).forEach(news::add);
    }

    private Partition expected(boolean apart) {
        return expected(apart, List.of());
    }

    private Partition expected(boolean apart, List<DecidedPair> decisions) {
        List<PartitionDocument> documents = Stream.concat(
                        news.stream().map(page -> TestCorpus.document("news", page, fingerprints)),
                        archive.stream().map(page -> TestCorpus.document("archive", page, fingerprints)))
                .map(document -> apart ? document.withMustAgreeKeys(siteOf(document)) : document)
                .toList();
        return new InMemoryPartition(
                        PartitionParameters.BALANCED.against(Set.of("archive")), ComparisonMemory.UNLIMITED)
                .run(documents, site -> null, decisions, () -> {});
    }

    private static MustAgreeKeys siteOf(PartitionDocument document) {
        return MustAgreeKeys.of(List.of(document.site() == null ? List.of() : List.of(document.site())));
    }

    private void index(int shards) throws IOException {
        index(new TestCorpus(random(), news), "news" + shards, shards, 0, fingerprints);
        index(new TestCorpus(random(), archive), "archive" + shards, shards, 0, fingerprints);
    }

    private PartitionReport run(int shards, String more) throws IOException {
        return partition(
                "news" + shards,
                "{\"against\": {\"index\": \"archive" + shards + "\"}, \"boilerplate\": \"none\"" + more + "}");
    }

    private void assertFinds(Partition expected, int shards, PartitionReport report) {
        assertEquals(TestCorpus.lines(expected), lines("news" + shards + "-ndd"));
        assertEquals(news.size(), report.counts().get(Count.DOCUMENTS));
        assertEquals(archive.size(), report.counts().get(Count.REFERENCE_DOCUMENTS));
        assertEquals(expected.counts().comparisons(), report.counts().get(Count.COMPARISONS));
        assertEquals(expected.counts().exactDuplicates(), report.counts().get(Count.EXACT_DUPLICATES));
        assertEquals(expected.duplicateCount(), report.counts().get(Count.DUPLICATES));
    }

    public void testEqualsInMemoryPartitionForAnyShards() throws IOException {
        divide(new TestCorpus(random(), between(100, 400)).pages());
        Partition expected = expected(false);
        index(1);
        index(5);
        assertFinds(expected, 1, run(1, ""));
        assertFinds(expected, 5, run(5, ""));
        assertFinds(expected, 5, run(5, ", \"windows\": 7"));
        assertReferenceIsCanonical("news5-ndd", "archive5");
        assertFinds(expected(true), 5, run(5, ", \"must_agree\": [\"ndd.site\"]"));
    }

    /** Later copies connect groups, including groups of reference documents. */
    public void testGroupsThatMerge() throws IOException {
        divide(TestCorpus.storiesOfTwoLeaders(random(), 25));
        Partition expected = expected(false);
        index(1);
        index(5);
        assertFinds(expected, 1, run(1, ""));
        assertFinds(expected, 5, run(5, ", \"windows\": 3"));
        assertReferenceIsCanonical("news5-ndd", "archive5");
    }

    /** Sentences from anywhere in long documents of the reference. By default, few of them have fingerprints of these. */
    public void testSentencesOfLongDocuments() throws IOException {
        archive.addAll(TestCorpus.longDocuments(random(), 5));
        Map<String, String> sources = new HashMap<>();
        for (TestCorpus.Page source : archive) {
            List<String> lines = source.text().lines().toList();
            for (int first = between(0, 9); first < lines.size(); first += 50) {
                String id = source.id() + "-" + first;
                news.add(new TestCorpus.Page(id, null, lines.get(first) + " " + lines.get(first + 1)));
                sources.put(id, source.id());
            }
        }
        fingerprints = FingerprintParameters.BALANCED;
        index(1);
        long few = run(1, "").counts().get(Count.PART_OF);
        assertTrue(few + " with few fingerprints", few < sources.size() / 2);
        fingerprints = TestCorpus.EACH_PASSAGE;
        Partition expected = expected(false);
        index(3);
        assertFinds(expected, 3, run(3, ""));
        Map<String, String> found = new HashMap<>();
        for (Group group : expected.groups()) {
            group.contained()
                    .forEach(page ->
                            found.put(page.document().id(), group.leader().id()));
        }
        assertEquals(sources, found);
    }

    public void testDecisionsOfPeople() throws IOException {
        divide(
                randomBoolean()
                        ? new TestCorpus(random(), between(100, 300)).pages()
                        : TestCorpus.storiesOfTwoLeaders(random(), 15));
        boolean apart = randomBoolean();
        List<DecidedPair> decisions = decisions(expected(apart));
        Partition expected = expected(apart, decisions);
        assertReferenceLeads(expected);
        index(1);
        index(5);
        String options = ", \"decisions_index\": \"" + TestDecisions.INDEX + "\""
                + (apart ? ", \"must_agree\": [\"ndd.site\"]" : "");
        for (int shards : new int[] {1, 5}) {
            Collections.shuffle(decisions, random());
            String both = "both" + shards;
            assertAcked(client().admin()
                    .indices()
                    .aliases(Calls.aliases()
                            .addAliasAction(AliasActions.add()
                                    .indices("news" + shards, "archive" + shards)
                                    .alias(both))));
            TestDecisions.put(client(), both, decisions, String.valueOf(shards));
            PartitionReport report = run(shards, options);
            assertEquals(TestCorpus.lines(expected), lines("news" + shards + "-ndd"));
            assertEquals(decisions.size(), report.counts().get(Count.DECISIONS));
        }
        run(5, options + ", \"windows\": 3");
        assertEquals(TestCorpus.lines(expected), lines("news5-ndd"));
        assertReferenceIsCanonical("news5-ndd", "archive5");
    }

    /** Decisions about documents of one group, of two groups, and about any documents, including two of the archive. */
    private List<DecidedPair> decisions(Partition partition) {
        List<List<PartitionDocument>> groups = partition.groups().stream()
                .map(group -> group.pages().stream().map(Group.Page::document).toList())
                .filter(group -> group.size() > 1)
                .toList();
        List<PartitionDocument> all = Stream.concat(
                        news.stream().map(page -> TestCorpus.document("news", page, fingerprints)),
                        archive.stream().map(page -> TestCorpus.document("archive", page, fingerprints)))
                .toList();
        Set<Set<List<String>>> known = new HashSet<>();
        List<DecidedPair> decisions = new ArrayList<>();
        for (int i = between(10, 80); i > 0; i--) {
            PartitionDocument a = randomFrom(randomBoolean() ? randomFrom(groups) : all);
            PartitionDocument b = randomFrom(randomBoolean() ? randomFrom(groups) : all);
            List<String> one = List.of(a.index(), a.id());
            List<String> other = List.of(b.index(), b.id());
            if (one.equals(other) == false && known.add(Set.of(one, other))) {
                boolean inOrder = String.join("/", one).compareTo(String.join("/", other)) < 0;
                PartitionDocument first = inOrder ? a : b;
                PartitionDocument second = inOrder ? b : a;
                decisions.add(new DecidedPair(
                        first.index(),
                        first.id(),
                        second.index(),
                        second.id(),
                        randomInt(3) > 0,
                        new DecidedBy("kim", 0, null)));
            }
        }
        return decisions;
    }

    private static void assertReferenceLeads(Partition partition) {
        for (Group group : partition.groups()) {
            List<PartitionDocument> ofReference = group.pages().stream()
                    .map(Group.Page::document)
                    .filter(document -> document.index().equals("archive"))
                    .toList();
            assertTrue(ofReference.toString(), ofReference.isEmpty() || ofReference.equals(List.of(group.leader())));
        }
    }

    private void assertReferenceIsCanonical(String dest, String reference) {
        int found = 0;
        for (Map<String, Object> source :
                Found.sources(client().prepareSearch(dest).setSize(10_000))) {
            Map<?, ?> doc = (Map<?, ?>) source.get("doc");
            if (doc.get("index").equals(reference)) {
                found++;
                assertEquals(doc.get("id"), source.get("canonical_id"));
                assertEquals("leader", source.get("role"));
            }
        }
        assertTrue("documents of the reference in groups", found > 0);
    }

    /** Boilerplate is learned from the source and the reference together. */
    public void testBoilerplate() throws IOException {
        divide(new TestCorpus(random(), between(100, 200)).pages());
        index(2);
        PartitionReport report =
                partition("news2", "{\"against\": {\"index\": \"archive2\"}, \"dest\": {\"index\": \"learned\"}}");
        assertTrue(report.counts().get(Count.BOILERPLATE) > 0);
        assertReferenceIsCanonical("learned", "archive2");
    }

    /** Reference documents without candidates in the source cause no comparisons. */
    public void testComparisonsDependOnSourceSize() throws IOException {
        archive.addAll(new TestCorpus(random(), 300).pages());
        news.add(archive.get(0));
        index(1);
        PartitionReport report = run(1, "");
        assertTrue(
                report.counts().get(Count.COMPARISONS) + " comparisons",
                report.counts().get(Count.COMPARISONS) <= 8);
        assertTrue(report.counts().get(Count.FINGERPRINTS) <= fingerprints.buckets());
    }

    public void testQueryAndFilteredAlias() throws IOException {
        divide(new TestCorpus(random(), 100).pages());
        index(1);
        String query = "{\"match_none\": {}}";
        PartitionReport none = partition(
                "news1", "{\"against\": {\"index\": \"archive1\", \"query\": " + query + "}, \"dry_run\": true}");
        assertEquals(0, none.counts().get(Count.REFERENCE_DOCUMENTS));
        assertEquals(news.size(), none.counts().get(Count.DOCUMENTS));
        String site = "{\"term\": {\"ndd.site\": \"site1.example\"}}";
        IndicesAliasesRequest alias = Calls.aliases()
                .addAliasAction(
                        AliasActions.add().index("archive1").alias("part").filter(site));
        assertAcked(client().admin().indices().aliases(alias));
        PartitionReport part = partition("news1", "{\"against\": {\"index\": [\"part\"]}, \"dry_run\": true}");
        PartitionReport same =
                partition("news1", "{\"against\": {\"index\": \"arch*\", \"query\": " + site + "}, \"dry_run\": true}");
        assertTrue(part.counts().get(Count.REFERENCE_DOCUMENTS) > 0);
        assertTrue(part.counts().get(Count.REFERENCE_DOCUMENTS) < archive.size());
        assertEquals(part.counts().get(Count.REFERENCE_DOCUMENTS), same.counts().get(Count.REFERENCE_DOCUMENTS));
    }

    public void testRejectsInvalidRequestsBeforeStart() throws IOException {
        assertAcked(prepareCreate("source").setMapping("ndd", "type=near_dup"));
        assertAcked(prepareCreate("bare").setMapping("title", "type=text"));
        assertWrong(
                "{\"index\": \"missing\"}", "", "[against.index] must name open indices that exist, but was [missing]");
        assertWrong("{\"index\": \"none*\"}", "", "[against.index] must name open indices that exist, but was [none*]");
        assertWrong("{\"index\": []}", "", "[against.index] must name at least one index, but was []");
        assertWrong("{\"index\": \"sour*\"}", "", "[against.index] must name no index of the source, but was [source]");
        assertWrong(
                "{\"index\": \"bare\"}",
                "",
                "[against.index] must name indices with a field [ndd] of type [near_dup], but was [bare], in which "
                        + "[ndd.fingerprints] is not mapped");
        assertWrong(
                "{\"index\": \"bare\"}",
                ", \"candidates\": {\"mode\": \"sets\"}",
                "[against] must be omitted in mode [sets], but was [bare]");
    }

    private void assertWrong(String against, String more, String message) throws IOException {
        String body = "{\"against\": " + against + more + "}";
        Throwable cause = ExceptionsHelper.unwrapCause(expectThrows(Exception.class, () -> partition("source", body)));
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        assertTrue(cause.toString(), cause instanceof IllegalArgumentException);
        assertEquals(message, cause.getMessage());
    }
}
