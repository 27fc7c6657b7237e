package org.ndd.partition;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.test.ESIntegTestCase;
import org.ndd.Found;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.partition.Partition;
import org.ndd.core.partition.Partition.Group;
import org.ndd.core.partition.PartitionParameters;
import org.ndd.partition.TestDecisions.Pair;
import org.ndd.partition.plan.StepCounts.Count;

/**
 * Decisions of users: a cluster computes the groups of the in-memory partition, for any distribution over shards, and no group contradicts
 * a decision.
 */
@ESIntegTestCase.ClusterScope(numDataNodes = 2, numClientNodes = 0, supportsDedicatedMasters = false)
public class PartitionDecisionsTests extends PartitionTestCase {

    public void testEqualsInMemoryPartition() throws IOException {
        TestCorpus corpus = randomBoolean()
                ? new TestCorpus(random(), between(100, 300))
                : new TestCorpus(random(), TestCorpus.storiesOfTwoLeaders(random(), 15));
        boolean sites = randomBoolean();
        List<Pair> pairs = TestDecisions.pairs(random(), expected(corpus, sites, List.of()));
        Partition partition = expected(corpus, sites, pairs);
        List<String> expected = TestCorpus.lines(partition);
        index(corpus, "one", 1, 0, FingerprintParameters.BALANCED);
        index(corpus, "five", 5, 1, FingerprintParameters.BALANCED);
        TestDecisions.put(client(), "one", pairs);
        Collections.shuffle(pairs, random());
        TestDecisions.put(client(), "five", pairs);
        String options = "\"decisions_index\": \"" + TestDecisions.INDEX + "\""
                + (sites ? ", \"must_agree\": [\"ndd.site\"]" : "");
        PartitionReport report = partition("one", "{" + options + "}");
        assertEquals(pairs.size(), report.counts().get(Count.DECISIONS));
        assertEquals(0, report.counts().get(Count.DECISIONS_OUTDATED));
        assertEquals(expected, lines("one-ndd"));
        partition("five", "{" + options + "}");
        assertEquals(expected, lines("five-ndd"));
        partition("five", "{" + options + ", \"windows\": 7}");
        assertEquals(expected, lines("five-ndd"));
        for (Group group : partition.groups()) {
            Set<String> ids =
                    group.pages().stream().map(page -> page.document().id()).collect(Collectors.toSet());
            for (Pair pair : pairs) {
                assertFalse(
                        "no group contradicts a decision",
                        pair.duplicates() == false && ids.contains(pair.a()) && ids.contains(pair.b()));
            }
        }
    }

    private static Partition expected(TestCorpus corpus, boolean sites, List<Pair> pairs) {
        return corpus.expected(
                PartitionParameters.BALANCED,
                FingerprintParameters.BALANCED,
                true,
                page -> sites ? MustAgreeKeys.of(List.of(site(page))) : MustAgreeKeys.NONE,
                pairs.stream().map(pair -> pair.decided("pages")).toList());
    }

    private static List<String> site(TestCorpus.Page page) {
        String site = TestCorpus.analyze(page, FingerprintParameters.BALANCED).site();
        return site == null ? List.of() : List.of(site);
    }

    public void testDuplicateNamesDecision() throws IOException {
        TestCorpus corpus = new TestCorpus(
                random(),
                List.of(
                        new TestCorpus.Page("a", null, "The harbour is closed because of the storm of last night."),
                        new TestCorpus.Page("b", null, "A garden on the roof has many bees, and a mayor with a veil."),
                        new TestCorpus.Page(
                                "c", null, "A garden on the roof has many bees, and a mayor with a veil.")));
        index(corpus, "named", 2, 0, FingerprintParameters.BALANCED);
        TestDecisions.put(client(), "named", List.of(new Pair("a", "b", true), new Pair("b", "c", false)));
        String body = "{\"decisions_index\": \"" + TestDecisions.INDEX + "\", \"canonical\": [\"_id\"]}";
        partition("named", body);
        Map<String, Object> b = decided("named-ndd");
        assertEquals("kim", ((Map<?, ?>) b.get("decided")).get("user"));
        assertEquals(true, b.get("verified"));
        assertEquals("a", b.get("canonical_id"));
        assertEquals("different", b.get("relation"));
        // a changed text: the decisions about it have no effect
        client().index(new IndexRequest("named")
                        .id("b")
                        .source(source(
                                new TestCorpus.Page("b", null, "Another text about the garden of the town hall."),
                                FingerprintParameters.BALANCED))
                        .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE))
                .actionGet();
        PartitionReport report = partition("named", body);
        assertEquals(0, report.counts().get(Count.DECISIONS));
        assertEquals(2, report.counts().get(Count.DECISIONS_OUTDATED));
        assertEquals(0, report.counts().get(Count.GROUPS));
    }

    /** The only group document whose canonical document is due to a decision. */
    private static Map<String, Object> decided(String dest) {
        List<Map<String, Object>> found =
                Found.sources(client().prepareSearch(dest).setQuery(QueryBuilders.existsQuery("decided.user")));
        assertEquals(1, found.size());
        return found.get(0);
    }

    public void testMissingDecisionsIndex() throws IOException {
        index(new TestCorpus(random(), 20), "missing", 1, 0, FingerprintParameters.BALANCED);
        Exception e =
                expectThrows(Exception.class, () -> partition("missing", "{\"decisions_index\": \"no-such-index\"}"));
        assertTrue(ExceptionsHelper.unwrapCause(e) instanceof IndexNotFoundException);
    }
}
