package org.ndd.rank;

import static org.elasticsearch.index.query.QueryBuilders.boolQuery;
import static org.elasticsearch.index.query.QueryBuilders.matchAllQuery;
import static org.elasticsearch.index.query.QueryBuilders.rangeQuery;
import static org.elasticsearch.index.query.QueryBuilders.termQuery;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.search.TotalHits.Relation;
import org.elasticsearch.action.search.ClosePointInTimeRequest;
import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.action.search.TransportClosePointInTimeAction;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.util.CollectionUtils;
import org.elasticsearch.index.IndexModule;
import org.elasticsearch.index.shard.SearchOperationListener;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.SearchHits;
import org.elasticsearch.search.aggregations.AggregationBuilder;
import org.elasticsearch.search.aggregations.AggregationBuilders;
import org.elasticsearch.search.aggregations.metrics.ValueCount;
import org.elasticsearch.search.builder.PointInTimeBuilder;
import org.elasticsearch.search.collapse.CollapseBuilder;
import org.elasticsearch.search.fetch.subphase.highlight.HighlightBuilder;
import org.elasticsearch.search.internal.SearchContext;
import org.elasticsearch.search.retriever.RetrieverBuilder;
import org.elasticsearch.search.retriever.StandardRetrieverBuilder;
import org.junit.Before;
import org.ndd.Found;
import org.ndd.compat.Calls;
import org.ndd.compat.TestCalls;

/** Totals equal those of the query without the retriever, and each shard counts once. */
public class NearDupRetrieverTotalsTests extends StoriesTestCase {

    private static final AtomicInteger COUNTS = new AtomicInteger();

    /** Records how often a shard counts. */
    public static final class CountingPlugin extends Plugin {

        @Override
        public void onIndexModule(IndexModule module) {
            module.addSearchOperationListener(new SearchOperationListener() {
                @Override
                public void onPreQueryPhase(SearchContext search) {
                    if (search.trackTotalHitsUpTo() != SearchContext.TRACK_TOTAL_HITS_DISABLED) {
                        COUNTS.incrementAndGet();
                    }
                }
            });
        }
    }

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return CollectionUtils.appendToCopy(super.nodePlugins(), CountingPlugin.class);
    }

    private int shards;

    private static RetrieverBuilder nearest() {
        return TestCalls.nearest("point", 0, 1);
    }

    private static AggregationBuilder places() {
        return AggregationBuilders.count("places").field("place");
    }

    @Before
    public void indexOnShards() {
        shards = between(1, 3);
        indexStories(shards);
    }

    private static TotalHits total(SearchRequestBuilder search, int hits, int counts) {
        TotalHits[] total = new TotalHits[1];
        COUNTS.set(0);
        assertResponse(search, response -> {
            total[0] = response.getHits().getTotalHits();
            SearchHits shown = response.getHits();
            assertEquals(hits, shown.getHits().length);
            shown.forEach(hit -> assertTrue(hit.hasReferences()));
        });
        // skips a shard if the others have reached the threshold
        assertTrue(
                "shards that counted: " + COUNTS.get(), COUNTS.get() <= counts && COUNTS.get() >= Math.min(1, counts));
        return total[0];
    }

    private void assertTotal(long expected, SearchRequestBuilder search, int hits, int times) {
        TotalHits total = total(search, hits, times * shards);
        assertEquals(new TotalHits(expected, Relation.EQUAL_TO), total);
    }

    public void testCountedOnce() throws IOException {
        assertTotal(16, search(nearDup(standard(), 100)), 10, 1);
        assertTotal(16, search(nearDup(standard(), 100)).setTrackTotalHits(true), 10, 1);
        assertTotal(16, search(nearDup(standard(), 3)).setSize(3), 3, 1);
        assertTotal(16, search(nearDup(standard(), 100)).setSize(4).setFrom(8), 2, 1);
        assertTotal(16, search(nearDup(standard(), 100)).setFrom(20), 0, 1);
        assertTotal(16, search(nearDup(sorted(), 100)), 10, 1);
        assertTotal(0, search(nearDup(new StandardRetrieverBuilder(termQuery("name", "none")), 100)), 0, 1);

        RetrieverBuilder filtered = nearDup(standard(), 100);
        filtered.getPreFilterQueryBuilders().add(rangeQuery("place").gte(10));
        assertTotal(6, search(filtered), 3, 1);
        StandardRetrieverBuilder child = standard();
        child.getPreFilterQueryBuilders().add(rangeQuery("place").gte(10));
        assertTotal(6, search(nearDup(child, 100)), 3, 1);
    }

    public void testTrackTotalHitsUpTo() {
        for (int upTo = 1; upTo < 20; upTo++) {
            TotalHits total = total(search(nearDup(standard(), 100)).setTrackTotalHitsUpTo(upTo), 10, shards);
            assertEquals(new TotalHits(Math.min(upTo, 16), relation(upTo)), total);
        }
        assertNull(total(search(nearDup(standard(), 100)).setTrackTotalHits(false), 10, 0));
    }

    private static Relation relation(int upTo) {
        return upTo < 16 ? Relation.GREATER_THAN_OR_EQUAL_TO : Relation.EQUAL_TO;
    }

    public void testTotalsCountedByElasticsearch() {
        assertTotal(16, search(nearDup(nearest(), 100)), 10, 1);
        assertTotal(16, search(nearDup(nearDup(standard(), 100), 100)), 10, 1);
        assertTotal(16, search(nearDup(standard(), 100)).addAggregation(places()), 10, 1);
        assertTotal(16, search(nearDup(standard(), 100)).setExplain(true), 10, 1);
        assertTotal(16, search(nearDup(standard(), 100)).setProfile(true), 10, 1);
        assertTotal(5, search(nearDup(standard(), 100).minScore(12f)), 5, 1);
    }

    private SearchRequestBuilder lateRequest(RetrieverBuilder child) {
        return search(nearDup(child, 100)).setPostFilter(rangeQuery("place").gte(10));
    }

    /** Collapsed hits neither return to be counted nor fill up a page. */
    public void testPostFilterReturnsNoCollapsedHits() {
        List<String> best = List.of("s0-1", "s1-1", "s2-1");
        assertEquals("the best hits that pass the filter", best, Found.ids(lateRequest(standard())));
        assertEquals("the part of the best hits that passes the filter", List.of(), Found.ids(lateRequest(nearest())));
        for (RetrieverBuilder child : List.of(standard(), nearest())) {
            boolean query = child instanceof StandardRetrieverBuilder;
            assertResponse(lateRequest(child).addAggregation(places()), response -> {
                assertEquals(query ? 3 : 0, response.getHits().getHits().length);
                assertEquals(query ? 6 : 0, Calls.total(response.getHits()));
                ValueCount places = response.getAggregations().get("places");
                assertEquals("aggregations contain all matches", 16, places.getValue());
            });
        }
        assertTotal(6, lateRequest(standard()), 3, 1);
    }

    /** Remaining hits come first, also if none has a score. */
    public void testHitsWithoutScoresReturnNoCollapsedHits() {
        RetrieverBuilder child = new StandardRetrieverBuilder(boolQuery().filter(matchAllQuery()));
        Set<String> ids = Set.copyOf(Found.ids(search(nearDup(child, 100)).addAggregation(places())));
        assertEquals(Set.copyOf(STORIES), Set.copyOf(stories(ids)));
        assertEquals(10, ids.size());
    }

    public void testCollapseReturnsNoCollapsedHits() {
        CollapseBuilder copies = new CollapseBuilder("copy");
        for (boolean profile : new boolean[] {false, true}) {
            for (RetrieverBuilder child : List.of(standard(), nearest(), nearDup(standard(), 100))) {
                assertEquals(
                        List.of("s0-0"),
                        Found.ids(
                                search(nearDup(child, 100)).setCollapse(copies).setProfile(profile)));
            }
        }
        assertTotal(16, search(nearDup(standard(), 100)).setCollapse(copies), 1, 1);
    }

    /** Highlights and names of queries come from the query of the child, also if it is not executed for the total. */
    public void testKeepsHighlightsAndNamesOfQueries() {
        // Elasticsearch itself removes the name of the outermost query
        StandardRetrieverBuilder query = new StandardRetrieverBuilder(
                boolQuery().must(termQuery("name", "s0-0").queryName("first")));
        for (RetrieverBuilder child : List.of(query, nearDup(query, 100))) {
            for (String type : List.of("unified", "plain")) {
                SearchRequestBuilder search = search(nearDup(child, 100))
                        .setTrackTotalHits(randomBoolean())
                        .highlighter(new HighlightBuilder().field("name").highlighterType(type));
                assertResponse(search, response -> {
                    SearchHit hit = response.getHits().getAt(0);
                    assertArrayEquals(new String[] {"first"}, hit.getMatchedQueries());
                    assertEquals(
                            "[<em>s0-0</em>]",
                            Arrays.toString(hit.getHighlightFields().get("name").fragments()));
                });
            }
        }
    }

    /** The response keeps all other parts, including the point in time. */
    public void testKeepsOtherPartsOfResponse() {
        BytesReference pit = pointInTimeBeforeDelete("s0-0");
        SearchRequestBuilder search = search(nearDup(standard(), 100)).setPointInTime(new PointInTimeBuilder(pit));
        search.request().indices(Strings.EMPTY_ARRAY);
        assertResponse(search, response -> {
            assertEquals(16, Calls.total(response.getHits()));
            assertEquals(16f, response.getHits().getMaxScore(), 0);
            assertNotNull(response.pointInTimeId());
            assertEquals(shards, response.getTotalShards());
            assertEquals(shards, response.getSuccessfulShards());
            assertFalse(response.isTimedOut());
            assertEquals("s0-0", response.getHits().getAt(0).getId());
            assertNotNull(response.getHits().getAt(0).getSourceAsMap().get("name"));
        });
        client().execute(TransportClosePointInTimeAction.TYPE, new ClosePointInTimeRequest(pit))
                .actionGet();
    }
}
