package org.ndd.rank;

import static org.elasticsearch.index.query.QueryBuilders.matchAllQuery;
import static org.elasticsearch.index.query.QueryBuilders.rangeQuery;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;
import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.search.ClosePointInTimeRequest;
import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.action.search.TransportClosePointInTimeAction;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.aggregations.AggregationBuilders;
import org.elasticsearch.search.aggregations.metrics.ValueCount;
import org.elasticsearch.search.builder.PointInTimeBuilder;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.retriever.RetrieverBuilder;
import org.elasticsearch.search.retriever.StandardRetrieverBuilder;
import org.ndd.Found;
import org.ndd.compat.Calls;
import org.ndd.config.MustAgree;
import org.ndd.core.compare.Relation;
import org.ndd.core.fingerprint.FingerprintParameters;

/** The retriever in a cluster of several nodes. */
public class NearDupRetrieverTests extends StoriesTestCase {

    public void testCollapsesAcrossShards() {
        indexStories(3);
        List<String> ids = Found.ids(search(nearDup(standard(), 100)));
        assertEquals("the best hit of each story, in order", pages.subList(0, 10), ids);
        Map<String, List<String>> similar =
                similar(search(nearDup(standard(), 100)).setFetchSource(false));
        assertEquals(List.of("s0-1", "s0-2", "s0-3"), similar.get("s0-0"));
        assertEquals(List.of("s1-1", "s1-2"), similar.get("s1-0"));
        assertEquals(List.of("s2-1"), similar.get("s2-0"));
        assertEquals(List.of(), similar.get("s3-0"));
    }

    public void testScoresStay() {
        indexStories(between(1, 4));
        assertResponse(search(nearDup(standard(), 100)), response -> {
            assertEquals(pages.size(), response.getHits().getAt(0).getScore(), 0);
            assertEquals(pages.size() - 9, response.getHits().getAt(9).getScore(), 0);
            assertEquals("totals count all matches", pages.size(), Calls.total(response.getHits()));
        });
    }

    public void testStablePagesOfPointInTime() {
        indexStories(3);
        BytesReference pit = pointInTimeBeforeDelete("s0-0");
        List<String> all = new ArrayList<>();
        for (int from = 0; from < 12; from += 3) {
            SearchRequestBuilder search =
                    search(nearDup(standard(), 100)).setFrom(from).setSize(3);
            search.request().indices(Strings.EMPTY_ARRAY);
            all.addAll(Found.ids(search.setPointInTime(new PointInTimeBuilder(pit))));
        }
        assertEquals(pages.subList(0, 10), all);
        client().execute(TransportClosePointInTimeAction.TYPE, new ClosePointInTimeRequest(pit))
                .actionGet();
        assertEquals("s0-1", Found.ids(search(nearDup(standard(), 100))).get(9));
    }

    public void testWindowSize() {
        indexStories(2);
        assertEquals(
                pages.subList(0, 10), Found.ids(search(nearDup(standard(), 11)).setSize(11)));
        assertEquals(
                pages.subList(0, 5), Found.ids(search(nearDup(standard(), 5)).setSize(5)));
        Exception e = expectThrows(
                Exception.class, () -> Found.ids(search(nearDup(standard(), 5)).setSize(6)));
        assertThat(
                e.getMessage(), containsString("requires [rank_window_size: 5] be greater than or equal to [size: 6]"));
    }

    /** The warnings in the headers of the response. */
    private static List<String> warnings(SearchRequestBuilder search) {
        Client client = internalCluster().client();
        PlainActionFuture<List<String>> warnings = new PlainActionFuture<>();
        ThreadContext context = client.threadPool().getThreadContext();
        client.search(
                search.request(),
                warnings.map(response -> context.getResponseHeaders().getOrDefault("Warning", List.of()).stream()
                        .filter(warning -> warning.contains("[near_dup]"))
                        .toList()));
        return warnings.actionGet();
    }

    public void testWarnsIfPageIsNotFull() {
        indexStories(3);
        List<String> warnings = warnings(search(nearDup(standard(), 11)).setSize(11));
        assertEquals(1, warnings.size());
        assertThat(
                warnings.get(0),
                containsString("[near_dup] found [10] different hits among the first [11], fewer than requested: "
                        + "raise [rank_window_size]"));
        assertEquals(
                "filled", List.of(), warnings(search(nearDup(standard(), 11)).setSize(10)));
        assertEquals("no more matches", List.of(), warnings(search(nearDup(standard(), 100))));
        assertEquals(
                "the window has ten hits, and the second page none",
                1,
                warnings(search(nearDup(standard(), 11)).setSize(10).setFrom(10))
                        .size());
    }

    public void testSortedChild() throws IOException {
        indexStories(3);
        RetrieverBuilder child = sorted();
        List<String> ids = Found.ids(search(nearDup(child, 100)));
        assertEquals(List.of("s0-3", "s1-2", "s2-1", "s9-0", "s8-0", "s7-0", "s6-0", "s5-0", "s4-0", "s3-0"), ids);
        assertResponse(
                search(nearDup(sorted(), 100))
                        .addAggregation(AggregationBuilders.count("places").field("place")),
                response -> {
                    assertEquals(pages.size(), Calls.total(response.getHits()));
                    ValueCount count = response.getAggregations().get("places");
                    assertEquals(pages.size(), count.getValue());
                    assertEquals(1f, response.getHits().getAt(0).getScore(), 0);
                });
    }

    public void testDisabled() {
        indexStories(2);
        RetrieverBuilder off =
                TestRetrievers.of(standard(), "ndd", 100, false, null, BALANCED, Relation.NEAR, MustAgree.NONE);
        assertEquals(pages, Found.ids(search(off)));
        assertResponse(
                search(off), response -> assertNull(field(response.getHits().getAt(0))));
    }

    public void testDefaultSize() {
        indexStories(2);
        for (int window : new int[] {100, 5}) {
            SearchRequestBuilder search = client().prepareSearch(INDEX);
            search.request()
                    .source(new SearchSourceBuilder()
                            .retriever(TestRetrievers.of(
                                    standard(), "ndd", window, false, null, BALANCED, Relation.NEAR, MustAgree.NONE)));
            assertEquals(pages.subList(0, Math.min(10, window)), Found.ids(search));
        }
    }

    public void testFilterAndMinimumScore() {
        indexStories(3);
        RetrieverBuilder filtered = nearDup(standard(), 100);
        filtered.getPreFilterQueryBuilders().add(rangeQuery("place").gte(10));
        assertEquals(List.of("s0-1", "s1-1", "s2-1"), Found.ids(search(filtered)));
        RetrieverBuilder minimum = nearDup(standard(), 100).minScore(pages.size() - 4f);
        assertEquals(pages.subList(0, 5), Found.ids(search(minimum)));
    }

    public void testExplainAndProfile() {
        indexStories(2);
        assertResponse(search(nearDup(standard(), 100)).setExplain(true).setProfile(true), response -> {
            assertEquals("s0-0", response.getHits().getAt(0).getId());
            assertTrue(response.getHits().getAt(0).getExplanation().isMatch());
            assertEquals(4, field(response.getHits().getAt(0)).get("count"));
        });
    }

    public void testUnprocessedDocumentsRepresentThemselves() {
        indexStories(2);
        for (String id : List.of("raw1", "raw2")) {
            client().prepareIndex(INDEX)
                    .setId(id)
                    .setSource("name", id)
                    .setRefreshPolicy("true")
                    .get();
        }
        RetrieverBuilder all = nearDup(new StandardRetrieverBuilder(matchAllQuery()), 100);
        assertResponse(search(all), response -> {
            assertEquals(12, response.getHits().getHits().length);
            for (SearchHit hit : response.getHits()) {
                assertEquals(
                        hit.getId().startsWith("raw"),
                        Boolean.FALSE.equals(field(hit).get("compared")));
            }
        });
    }

    public void testGroupsOfEarlierRun() {
        indexStories(3);
        assertAcked(prepareCreate("groups")
                .setMapping(
                        "doc.index",
                        "type=keyword",
                        "doc.id",
                        "type=keyword",
                        "group",
                        "type=keyword",
                        "role",
                        "type=keyword"));
        page("s3-0", 0.8, "leader", "near");
        page("s5-0", 1.0, "member", "same");
        page("s6-0", 0.81, "member", "near");
        page("s7-0", 0.9, "part_of", "overlap");
        page("s8-0", 0.79, "member", "near");
        RetrieverBuilder retriever =
                TestRetrievers.of(standard(), "ndd", 100, true, "groups", BALANCED, Relation.NEAR, MustAgree.NONE);
        List<String> expected = new ArrayList<>(pages);
        expected.removeAll(List.of("s5-0", "s6-0"));
        // s8-0 is near to the canonical document, but not necessarily to s3-0, which is returned
        assertEquals("groups of the run take precedence over texts", expected, Found.ids(search(retriever)));
        assertEquals(List.of("s5-0", "s6-0"), similar(search(retriever)).get("s3-0"));
        assertResponse(search(retriever), response -> {
            List<?> similar = (List<?>) field(response.getHits().getAt(3)).get("similar");
            assertEquals("similarity to the canonical document", 0.8, ((Map<?, ?>) similar.get(0)).get("resemblance"));
            assertFalse("not known", ((Map<?, ?>) similar.get(1)).containsKey("resemblance"));
        });
        assertAcked(client().admin().indices().prepareDelete(INDEX));
        pages.clear();
        indexStories(3);
        assertEquals("an index that is not part of the run", pages, Found.ids(search(retriever)));
        RetrieverBuilder none =
                TestRetrievers.of(standard(), "ndd", 100, true, "nowhere", BALANCED, Relation.NEAR, MustAgree.NONE);
        Exception missing = expectThrows(Exception.class, () -> Found.ids(search(none)));
        assertEquals(404, ExceptionsHelper.status(missing).getStatus());
        RetrieverBuilder other =
                TestRetrievers.of(standard(), "ndd", 100, true, INDEX, BALANCED, Relation.NEAR, MustAgree.NONE);
        assertRejected(search(other), "[dest] must be the destination of a run, but was [pages]");
    }

    public void testGroupsWithMinRelationSame() {
        indexStories(3);
        assertAcked(prepareCreate("groups").setMapping("doc.index", "type=keyword", "doc.id", "type=keyword"));
        page("s3-0", 1.0, "member", "same");
        page("s4-0", 0.99, "member", "near");
        page("s5-0", 1.0, "leader", "same");
        page("s6-0", 1.0, "exact", "same");
        page("s7-0", 0.61, "member", "near");
        page("s8-0", 0.59, "member", "near");
        List<String> same = new ArrayList<>(pages);
        same.removeAll(List.of("s5-0", "s6-0"));
        assertEquals("near documents represent only themselves", same, Found.ids(search(stored(Relation.SAME))));
        assertEquals(
                List.of("s5-0", "s6-0"), similar(search(stored(Relation.SAME))).get("s3-0"));
        List<String> near = new ArrayList<>(pages);
        near.removeAll(List.of("s4-0", "s5-0", "s6-0", "s7-0"));
        assertEquals("1 + .59 is less than 1.6", near, Found.ids(search(stored(Relation.NEAR))));
        assertResponse(search(stored(Relation.SAME)), response -> {
            List<?> similar = (List<?>) field(response.getHits().getAt(3)).get("similar");
            assertEquals("same", ((Map<?, ?>) similar.get(0)).get("relation"));
            assertEquals(0.9, ((Map<?, ?>) similar.get(0)).get("confidence"));
            assertFalse("not known", ((Map<?, ?>) similar.get(1)).containsKey("relation"));
        });
    }

    /** Documents whose similarity to the canonical document equals that of a copy are represented by the copy; others need not be. */
    public void testGroupsWithEqualDuplicates() {
        indexStories(3);
        assertAcked(prepareCreate("groups").setMapping("doc.index", "type=keyword", "doc.id", "type=keyword"));
        page("s3-0", 0.6, "member", "near", 0.7);
        page("s4-0", 0.6, "exact", "near", 0.7);
        page("s6-0", 0.6, "member", "near", 0.7);
        page("s7-0", 0.6, "exact", "near", 0.71);
        page("s8-0", 0.61, "exact", "near", 0.7);
        List<String> expected = new ArrayList<>(pages);
        expected.remove("s4-0");
        assertEquals(expected, Found.ids(search(stored(Relation.NEAR))));
        assertEquals(List.of("s4-0"), similar(search(stored(Relation.NEAR))).get("s3-0"));
    }

    private RetrieverBuilder stored(Relation least) {
        return TestRetrievers.of(standard(), "ndd", 100, true, "groups", BALANCED, least, MustAgree.NONE);
    }

    /** A group document of the group whose canonical document is s5-0. */
    private void page(String id, double resemblance, String role, String relation) {
        page(id, resemblance, role, relation, 0.9);
    }

    private void page(String id, double resemblance, String role, String relation, double inCanonical) {
        put(Map.ofEntries(
                Map.entry(
                        "doc",
                        Map.of("index", INDEX, "index_uuid", resolveIndex(INDEX).getUUID(), "id", id)),
                Map.entry("group", "one"),
                Map.entry("canonical", id.equals("s5-0")),
                Map.entry("canonical_id", "s5-0"),
                Map.entry("resemblance", resemblance),
                Map.entry("containment", Map.of("in_canonical", inCanonical, "of_canonical", 0.9)),
                Map.entry("role", role),
                Map.entry("size", 9),
                Map.entry("verified", true),
                Map.entry("relation", relation),
                Map.entry("confidence", 0.9)));
    }

    private static void put(Map<String, Object> document) {
        client().prepareIndex("groups")
                .setSource(document)
                .setRefreshPolicy("true")
                .get();
    }

    public void testRejectsUnmappedField() {
        indexStories(2);
        RetrieverBuilder wrong =
                TestRetrievers.of(standard(), "nnd", 100, true, null, BALANCED, Relation.NEAR, MustAgree.NONE);
        assertRejected(
                search(wrong),
                "[target_field] must be mapped as [near_dup] in index [pages], but was [nnd], whose [nnd.text] is not mapped: add");
    }

    public void testDocumentsOfOtherVersionRepresentThemselves() {
        indexStories(2);
        RetrieverBuilder retriever = nearDup(new StandardRetrieverBuilder(matchAllQuery()), 100);
        Set<String> expected = new HashSet<>(Found.ids(search(retriever)));
        client().prepareIndex(INDEX)
                .setId("other")
                .setSource(TestPages.document(TestPages.text(0, 0), FingerprintParameters.PKU2007))
                .setRefreshPolicy("true")
                .get();
        expected.add("other");
        assertEquals(
                expected,
                new HashSet<>(Found.ids(search(nearDup(new StandardRetrieverBuilder(matchAllQuery()), 100)))));
    }
}
