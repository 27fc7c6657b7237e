package org.ndd.rank;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;
import static org.hamcrest.Matchers.matchesRegex;
import static org.hamcrest.Matchers.startsWith;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.search.Explanation;
import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.index.cache.request.RequestCacheStats;
import org.elasticsearch.search.SearchHit;
import org.ndd.Found;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.compat.Calls;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.DocumentFields;
import org.ndd.config.MatchRule;
import org.ndd.config.MustAgree;
import org.ndd.partition.TestDecisions;

/** The rescorer in a cluster of several nodes. */
public class NearDupRescorerTests extends StoriesTestCase {

    private SearchRequestBuilder rescored(int window, DocumentFields fields) {
        return rescored(window, fields, null);
    }

    private SearchRequestBuilder rescored(int window, DocumentFields fields, String decisionsIndex) {
        return client().prepareSearch(INDEX)
                .setQuery(scored())
                .setSize(50)
                .setRescorer(new NearDupRescorerBuilder(
                                new ComparisonOptions(
                                        fields, BALANCED, MatchRule.DEFAULT, MustAgree.NONE, decisionsIndex),
                                () -> internalCluster().getInstance(BoilerplateRegistry.class))
                        .windowSize(window));
    }

    private SearchRequestBuilder rescored(int window) {
        return rescored(window, new DocumentFields("ndd"));
    }

    public void testDemotesWithinShard() {
        indexStories(1);
        List<String> expected = new ArrayList<>(pages.subList(0, 10));
        expected.addAll(pages.subList(10, pages.size()));
        assertEquals(expected, Found.ids(rescored(100)));
        assertEquals(
                "hits outside of the window precede demoted hits",
                16,
                Found.ids(rescored(11)).size());
        List<String> window = new ArrayList<>(pages);
        window.remove("s0-1");
        window.add("s0-1");
        assertEquals(window, Found.ids(rescored(11)));
        assertResponse(rescored(100), response -> {
            assertEquals(16f, response.getHits().getAt(0).getScore(), 0);
            assertEquals(
                    6f * NearDupRescorer.Demotion.FACTOR,
                    response.getHits().getAt(10).getScore(),
                    0);
            assertEquals(16, Calls.total(response.getHits()));
        });
    }

    public void testDecisionsHavePriorityOverTexts() throws IOException {
        indexStories(1);
        TestDecisions.put(
                client(),
                INDEX,
                List.of(
                        new TestDecisions.Pair("s0-0", "s0-2", false),
                        new TestDecisions.Pair("s8-0", "s3-0", true),
                        new TestDecisions.Pair("s1-0", "s9-0", true)));
        SearchRequestBuilder search = rescored(100, new DocumentFields("ndd"), TestDecisions.INDEX);
        List<String> ids = Found.ids(search);
        assertEquals("s0-2 stays, s8-0 and s9-0 do not", 9, ids.indexOf("s8-0"));
        assertEquals(
                List.of("s0-0", "s1-0", "s2-0", "s3-0", "s4-0", "s5-0", "s6-0", "s7-0", "s0-2"), ids.subList(0, 9));
        assertEquals(new TreeSet<>(pages), new TreeSet<>(ids));
        assertResponse(search.setExplain(true), response -> {
            SearchHit demoted = response.getHits().getAt(9);
            assertEquals(demoted.getScore(), demoted.getExplanation().getValue().floatValue(), 0);
            assertThat(
                    demoted.getExplanation().getDescription(),
                    startsWith("demoted for [s3-0], a better hit of this shard: duplicates as decided by [kim]"));
        });
        client().prepareDelete(INDEX, "s3-0")
                .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
                .get();
        assertEquals(
                "a decision about a deleted document has no effect",
                7,
                Found.ids(rescored(100, new DocumentFields("ndd"), TestDecisions.INDEX))
                        .indexOf("s8-0"));
    }

    public void testRescorerKeepsAllHitsPerShard() {
        indexStories(3);
        List<String> ids = Found.ids(rescored(100));
        assertEquals(new TreeSet<>(pages), new TreeSet<>(ids));
        assertEquals(
                "the first hit of each story precedes all second hits",
                10,
                Set.copyOf(stories(ids.subList(0, 10))).size());
        assertEquals(STORIES, stories(ids).stream().distinct().sorted().toList());
    }

    public void testRescorerExplains() {
        indexStories(1);
        assertResponse(rescored(100).setExplain(true), response -> {
            SearchHit first = response.getHits().getAt(0);
            assertEquals(first.getScore(), first.getExplanation().getValue().floatValue(), 0);
            SearchHit demoted = response.getHits().getAt(10);
            assertEquals("s0-1", demoted.getId());
            assertEquals(demoted.getScore(), demoted.getExplanation().getValue().floatValue(), 0);
            assertThat(
                    demoted.getExplanation().getDescription(),
                    matchesRegex(
                            "demoted for \\[s0-0], a better hit of this shard: relation \\[near], reason \\[signals] at resemblance "
                                    + "\\[0\\.\\d+], product of:"));
            Explanation confidence = demoted.getExplanation().getDetails()[1].getDetails()[0];
            assertEquals(
                    "confidence that readers call them near-duplicates, computed as 1 / (1 + exp(-sum of log-odds)) from:",
                    confidence.getDescription());
            assertThat(
                    confidence.getDetails()[0].getDescription(),
                    matchesRegex("text is shared: log-odds \\+\\d+\\.\\d"));
            double logOdds = Arrays.stream(confidence.getDetails())
                    .mapToDouble(each -> each.getValue().doubleValue())
                    .sum();
            assertEquals(1 / (1 + Math.exp(-logOdds)), confidence.getValue().doubleValue(), 1e-9);
        });
    }

    /** Learned boilerplate changes the order of hits without a change of the index, and the request cache does not keep warnings. */
    public void testResultsAreNotCached() {
        indexStories(1);
        for (int i = 0; i < 2; i++) {
            Found.ids(rescored(100).setRequestCache(true));
        }
        RequestCacheStats cache = indicesAdmin()
                .prepareStats(INDEX)
                .setRequestCache(true)
                .get()
                .getTotal()
                .getRequestCache();
        assertEquals(0, cache.getHitCount() + cache.getMissCount());
    }

    public void testRejectsUnmappedField() {
        indexStories(2);
        assertRejected(
                rescored(100, new DocumentFields("nnd")),
                "[target_field] must be mapped as [near_dup] in index [pages], but was [nnd], whose [nnd.text] is not mapped: add");
    }
}
