package org.ndd.rank;

import static org.elasticsearch.index.query.QueryBuilders.constantScoreQuery;
import static org.elasticsearch.index.query.QueryBuilders.rangeQuery;
import static org.elasticsearch.index.query.QueryBuilders.termQuery;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.action.search.ClosePointInTimeRequest;
import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.action.search.TransportClosePointInTimeAction;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.search.aggregations.AggregationBuilders;
import org.elasticsearch.search.aggregations.metrics.ValueCount;
import org.elasticsearch.search.builder.PointInTimeBuilder;
import org.elasticsearch.search.rescore.QueryRescorerBuilder;
import org.elasticsearch.search.retriever.KnnRetrieverBuilder;
import org.elasticsearch.search.retriever.RescorerRetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverBuilder;
import org.elasticsearch.search.retriever.StandardRetrieverBuilder;
import org.ndd.Found;
import org.ndd.compat.Calls;
import org.ndd.compat.TestCalls;
import org.ndd.config.MustAgree;
import org.ndd.core.compare.Relation;

/** The retriever inside other retrievers and around them. */
public class NearDupRetrieverNestingTests extends StoriesTestCase {

    public void testNestedRetrievers() {
        indexStories(3);
        QueryBuilder worst = constantScoreQuery(termQuery("name", "s9-0")).boost(1000);
        RetrieverBuilder outside = new RescorerRetrieverBuilder(
                nearDup(standard(), 100), List.of(new QueryRescorerBuilder(worst).windowSize(50)));
        assertEquals("s9-0", Found.ids(search(outside)).get(0));
        Map<String, List<String>> similar = similar(search(outside));
        assertEquals(Set.copyOf(pages.subList(0, 10)), similar.keySet());
        assertEquals(
                "the outer retriever keeps the similar hits",
                3,
                similar.get("s0-0").size());

        QueryBuilder copy = constantScoreQuery(termQuery("name", "s0-3")).boost(1000);
        RetrieverBuilder inside = nearDup(
                new RescorerRetrieverBuilder(standard(), List.of(new QueryRescorerBuilder(copy).windowSize(100))), 50);
        assertEquals(List.of("s0-0", "s0-1", "s0-2"), similar(search(inside)).get("s0-3"));

        NearDupRetrieverBuilder twice = nearDup(nearDup(standard(), 100), 60);
        assertEquals(List.of("s0-1", "s0-2", "s0-3"), similar(search(twice)).get("s0-0"));
        assertEquals(pages.subList(0, 10), Found.ids(search(twice)));
    }

    private static KnnRetrieverBuilder nearest() {
        return TestCalls.nearest("point", 0, 1);
    }

    public void testKnnInside() {
        indexStories(3);
        assertEquals(pages.subList(0, 10), Found.ids(search(nearDup(nearest(), 100))));
        assertEquals(
                List.of("s0-1", "s0-2", "s0-3"),
                similar(search(nearDup(nearest(), 100))).get("s0-0"));
    }

    private static ReciprocalRankFusion fused(int window, RetrieverBuilder... children) {
        return new ReciprocalRankFusion(List.of(children), window);
    }

    /** Both children return all documents, the second in another order: the sum of ranks decides, and each story occurs once. */
    public void testAroundFusion() {
        indexStories(3);
        NearDupRetrieverBuilder around = nearDup(fused(100, standard(), nearest()), 100);
        assertEquals("both agree", pages.subList(0, 10), Found.ids(search(around)));
        RetrieverBuilder only = new StandardRetrieverBuilder(constantScoreQuery(termQuery("name", "s0-3")));
        List<String> ids = Found.ids(search(nearDup(fused(100, standard(), only), 100)));
        List<String> expected = new ArrayList<>(pages.subList(0, 10));
        expected.set(0, "s0-3");
        assertEquals("the hit of both children represents its story", expected, ids);
        assertEquals(
                List.of("s0-0", "s0-1", "s0-2"),
                similar(search(nearDup(fused(100, standard(), only), 100))).get("s0-3"));
    }

    /** The similar hits of both children reach the response through the fusion, and are merged. */
    public void testInsideFusion() {
        indexStories(3);
        List<String> ids = Found.ids(search(fused(100, nearDup(standard(), 100), nearDup(nearest(), 100))));
        assertEquals(pages.subList(0, 10), ids);
        Map<String, List<String>> similar =
                similar(search(fused(100, nearDup(standard(), 100), nearDup(nearest(), 100))));
        assertEquals(List.of("s0-1", "s0-2", "s0-3"), similar.get("s0-0"));
        assertEquals(List.of("s2-1"), similar.get("s2-0"));

        RetrieverBuilder only = new StandardRetrieverBuilder(termQuery("name", "s0-2"));
        List<String> merged = Found.ids(search(fused(100, nearDup(standard(), 100), only)));
        assertEquals("the other child is not collapsed", 11, merged.size());
        assertTrue(merged.contains("s0-2"));

        NearDupRetrieverBuilder both = nearDup(fused(100, nearDup(standard(), 100), standard()), 100);
        assertEquals(pages.subList(0, 10), Found.ids(search(both)));
        assertEquals(
                Set.of("s0-1", "s0-2", "s0-3"), Set.copyOf(similar(search(both)).get("s0-0")));
    }

    public void testDisabledAndFilteredInside() {
        indexStories(3);
        RetrieverBuilder off =
                TestRetrievers.of(standard(), "ndd", 100, false, null, BALANCED, Relation.NEAR, MustAgree.NONE);
        assertEquals(pages, Found.ids(search(fused(100, off))));
        ReciprocalRankFusion filtered = fused(100, nearDup(standard(), 100), nearDup(nearest(), 100));
        filtered.getPreFilterQueryBuilders().add(rangeQuery("place").gte(10));
        assertEquals(List.of("s0-1", "s1-1", "s2-1"), Found.ids(search(filtered)));
    }

    public void testSortedChildAndAggregationsInside() throws IOException {
        indexStories(3);
        assertResponse(
                search(nearDup(fused(100, sorted()), 100))
                        .addAggregation(AggregationBuilders.count("places").field("place")),
                response -> {
                    assertEquals("s0-3", response.getHits().getAt(0).getId());
                    assertEquals(10, response.getHits().getHits().length);
                    assertEquals(pages.size(), Calls.total(response.getHits()));
                    ValueCount count = response.getAggregations().get("places");
                    assertEquals(pages.size(), count.getValue());
                });
    }

    /** Pages of one point in time are parts of one list, even if the index changes. */
    public void testStablePagesOfPointInTime() {
        indexStories(3);
        BytesReference pit = pointInTimeBeforeDelete("s0-0");
        try {
            for (boolean around : new boolean[] {true, false}) {
                List<String> all = new ArrayList<>();
                for (int from = 0; from < 12; from += 3) {
                    RetrieverBuilder retriever = around
                            ? nearDup(fused(100, standard(), nearest()), 100)
                            : fused(100, nearDup(standard(), 100), nearDup(nearest(), 100));
                    SearchRequestBuilder search =
                            search(retriever).setFrom(from).setSize(3);
                    search.request().indices(Strings.EMPTY_ARRAY);
                    all.addAll(Found.ids(search.setPointInTime(new PointInTimeBuilder(pit))));
                }
                assertEquals(pages.subList(0, 10), all);
            }
        } finally {
            client().execute(TransportClosePointInTimeAction.TYPE, new ClosePointInTimeRequest(pit))
                    .actionGet();
        }
    }
}
