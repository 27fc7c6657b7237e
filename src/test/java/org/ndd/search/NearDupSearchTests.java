package org.ndd.search;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertNoFailuresAndResponse;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertScrollResponsesAndHitCount;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasSize;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionFuture;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.search.ClosePointInTimeRequest;
import org.elasticsearch.action.search.OpenPointInTimeRequest;
import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.search.TransportClosePointInTimeAction;
import org.elasticsearch.action.search.TransportOpenPointInTimeAction;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.PointInTimeBuilder;
import org.elasticsearch.search.fetch.subphase.highlight.HighlightBuilder;
import org.elasticsearch.search.sort.SortOrder;
import org.elasticsearch.test.ESIntegTestCase;
import org.ndd.Found;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.boilerplate.StoredBoilerplate;
import org.ndd.boilerplate.TestBoilerplate;
import org.ndd.compat.Calls;
import org.ndd.compat.TestCalls;
import org.ndd.config.ComparisonOptions;
import org.ndd.core.boilerplate.LineHash;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.boilerplate.SiteBoilerplate.BoilerplateLine;
import org.ndd.core.boilerplate.SiteBoilerplate.Level;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.pair.PageSource;
import org.ndd.pair.SearchPermits;
import org.ndd.pair.TestSources;
import org.ndd.partition.TestCorpus;
import org.ndd.partition.TestDecisions;
import org.ndd.plugin.NddPlugin;
import org.ndd.search.NearDupQuery.NearDupOptions;

/** The query in a cluster of two nodes, combined with other features of a search. */
@ESIntegTestCase.ClusterScope(numDataNodes = 2, numClientNodes = 0, supportsDedicatedMasters = false)
public class NearDupSearchTests extends ESIntegTestCase {

    private static final Supplier<BoilerplateRegistry> REGISTRY =
            () -> internalCluster().getInstance(BoilerplateRegistry.class);

    private static final NearDupOptions QUICK = new NearDupOptions(1, false, 1000, false, ComparisonOptions.DEFAULT);

    private static final String STORY = text("the harbour of the old town was closed because of the storm");
    private static final String EDITED = STORY.replace("number 7 ", "number seven, as the keeper says, ");
    private static final String OTHER = text("an entirely different matter is reported from the mountains today");

    private static String text(String about) {
        return IntStream.range(0, 12)
                .mapToObj(i -> "in part number " + i + " it is said that " + about + " by the "
                        + "abcdefghijkl".charAt(i) + " team.")
                .collect(Collectors.joining(" "));
    }

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return List.of(NddPlugin.class);
    }

    private void create(String index, int shards, Settings.Builder settings) {
        assertAcked(prepareCreate(index)
                .setSettings(settings.put("index.number_of_shards", shards).put("index.number_of_replicas", 0))
                .setMapping("ndd", "type=near_dup", "lang", "type=keyword", "day", "type=long", "part", "type=nested"));
    }

    private static IndexRequest page(String index, String id, String text, int day) {
        return page(index, id, text, day, FingerprintParameters.BALANCED);
    }

    private static IndexRequest page(String index, String id, String text, int day, FingerprintParameters parameters) {
        Map<String, Object> ndd = TestCorpus.fields(new TestCorpus.Page(id, "https://a.org/" + id, text), parameters);
        return new IndexRequest(index)
                .id(id)
                .source(Map.of(
                        "ndd",
                        ndd,
                        "body",
                        text,
                        "lang",
                        day % 2 == 0 ? "en" : "de",
                        "day",
                        day,
                        "part",
                        List.of(Map.of("n", 1), Map.of("n", 2))));
    }

    private void index(String index, int shards) {
        index(index, shards, Settings.builder());
    }

    private void index(String index, int shards, Settings.Builder settings) {
        create(index, shards, settings);
        BulkRequest bulk = new BulkRequest();
        for (int i = 0; i < 10; i++) {
            bulk.add(page(index, "story" + i, i % 2 == 0 ? STORY : EDITED, i));
            bulk.add(page(index, "other" + i, OTHER.replace("mountains", "mountains number " + i), i));
            bulk.add(page(index, "gone" + i, STORY, i));
        }
        assertFalse(client().bulk(bulk).actionGet().hasFailures());
        if (randomBoolean()) {
            refresh(index);
        }
        for (int i = 0; i < 10; i++) {
            client().prepareDelete(index, "gone" + i).get();
        }
        refresh(index);
    }

    private static NearDupQueryBuilder like(NearDupOptions options, PageSource... like) {
        return new NearDupQueryBuilder(Arrays.asList(like), options, false, REGISTRY);
    }

    private static NearDupQueryBuilder like(PageSource... like) {
        return like(NearDupOptions.DEFAULT, like);
    }

    private static PageSource document(String index, String id) {
        return PageSource.document(index, id, null);
    }

    private static PageSource given(String text) {
        return PageSource.text(text);
    }

    private static SearchRequestBuilder search(String index, QueryBuilder query) {
        return client().prepareSearch(index).setQuery(query);
    }

    private static Set<String> ids(SearchResponse response) {
        return Arrays.stream(response.getHits().getHits()).map(SearchHit::getId).collect(Collectors.toSet());
    }

    private static void write(IndexRequest request) {
        client().index(request.setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE))
                .actionGet();
    }

    private static void delete(String index, String id) {
        client().prepareDelete(index, id)
                .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
                .get();
    }

    private void assertFails(String index, QueryBuilder query, String message) {
        Exception e = expectThrows(Exception.class, () -> found(index, query));
        assertThat(ExceptionsHelper.stackTrace(e), containsString(message));
    }

    private Set<String> found(String index, QueryBuilder query) {
        Set<String> ids = new TreeSet<>();
        assertNoFailuresAndResponse(search(index, query).setSize(1000), response -> {
            ids.addAll(ids(response));
            assertEquals(ids.size(), Calls.total(response.getHits()));
            for (SearchHit hit : response.getHits()) {
                assertTrue(Float.toString(hit.getScore()), hit.getScore() >= 0 && hit.getScore() <= 1);
            }
        });
        return ids;
    }

    private static Set<String> stories(int... but) {
        Set<String> ids = new TreeSet<>();
        IntStream.range(0, 10)
                .filter(i -> IntStream.of(but).noneMatch(left -> left == i))
                .forEach(i -> ids.add("story" + i));
        return ids;
    }

    /** More nearly identical documents than the limit of common fingerprints. */
    public void testFindsManyNearlyIdenticalDocuments() {
        create("flood", 1, Settings.builder());
        int size = between(1100, 1200);
        BulkRequest bulk = new BulkRequest().setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
        for (int i = 0; i < size; i++) {
            bulk.add(page("flood", "page" + i, STORY + " Nr " + i + " x.", i));
        }
        for (int i = 0; i < 10; i++) {
            bulk.add(page("flood", "other" + i, OTHER.replace("mountains", "mountains number " + i), i));
        }
        assertFalse(client().bulk(bulk).actionGet().hasFailures());
        NearDupOptions all = new NearDupOptions(1, true, 2 * size, false, ComparisonOptions.DEFAULT);
        NearDupOptions unverified = new NearDupOptions(1, false, 1, false, ComparisonOptions.DEFAULT);
        for (NearDupOptions options : List.of(all, unverified)) {
            assertEquals(size - 1, Found.total(search("flood", like(options, document(null, "page5")))));
        }
    }

    /** A document that is decided not to be a duplicate of another is no duplicate of the decided duplicates of that one either. */
    public void testDecisionsConnectDocuments() throws IOException {
        index("pages", between(1, 3));
        TestDecisions.put(
                client(),
                "pages",
                List.of(
                        new TestDecisions.Pair("story0", "other0", true),
                        new TestDecisions.Pair("other0", "story1", false)));
        NearDupOptions decided = new NearDupOptions(1, true, 1000, false, TestDecisions.COMPARISON);
        assertFalse(found("pages", like(decided, document(null, "story0"))).contains("story1"));
        assertFalse(found("pages", like(decided, document(null, "story1"))).contains("story0"));
        assertTrue(found("pages", like(document(null, "story1"))).contains("story0"));
    }

    public void testResultIsIndependentOfShards() {
        for (int shards : new int[] {1, 5}) {
            String index = "pages" + shards;
            index(index, shards, Settings.builder());
            assertEquals(stories(3), found(index, like(document(null, "story3"))));
            assertEquals(stories(), found(index, like(given(STORY))));
            assertEquals(
                    stories(),
                    found(index, like(TestSources.of(Map.of("html", "<p>" + EDITED, "url", "https://b.org/")))));
            assertEquals(stories(3, 4), found(index, like(document(index, "story3"), document(index, "story4"))));
            assertEquals(
                    Set.of(),
                    found(
                            index,
                            like(given("nothing like that was ever written, not in this place, not in any other"))));
            NearDupOptions self = new NearDupOptions(1, true, 1000, true, ComparisonOptions.DEFAULT);
            assertEquals(stories(), found(index, like(self, document(index, "story3"))));
            assertEquals(stories(3), found(index, like(QUICK, document(index, "story3"))));
        }
        assertEquals("a document of another index", stories(), found("pages5", like(document("pages1", "story3"))));
    }

    public void testCombinedWithOtherQueries() {
        index("pages", between(1, 5));
        QueryBuilder even = QueryBuilders.termQuery("lang", "en");
        NearDupQueryBuilder near = like(document(null, "story2"));
        assertEquals(
                stories(1, 2, 3, 5, 7, 9),
                found("pages", new BoolQueryBuilder().must(near).filter(even)));
        assertEquals(
                stories(1, 2, 3, 5, 7, 9),
                found("pages", new BoolQueryBuilder().filter(near).filter(even)));
        assertEquals(
                Set.of("story2", "other0", "other2", "other4", "other6", "other8"),
                found("pages", new BoolQueryBuilder().filter(even).mustNot(near)));
        BoolQueryBuilder preferred =
                new BoolQueryBuilder().must(even).should(near.boost(100).queryName("like2"));
        assertNoFailuresAndResponse(search("pages", preferred).setSize(4), response -> {
            assertEquals(stories(1, 2, 3, 5, 7, 9), ids(response));
            for (SearchHit hit : response.getHits()) {
                assertThat(hit.getMatchedQueries(), equalTo(new String[] {"like2"}));
            }
        });
    }

    public void testCombinedWithOtherFeatures() {
        index("pages", between(1, 5));
        NearDupQueryBuilder near = like(given(STORY));
        assertNoFailuresAndResponse(
                search("pages", near)
                        .setExplain(true)
                        .setProfile(true)
                        .setMinScore(0.99f)
                        .highlighter(new HighlightBuilder().field("body").requireFieldMatch(randomBoolean()))
                        .setSize(100),
                response -> {
                    assertEquals(stories(1, 3, 5, 7, 9), ids(response));
                    for (SearchHit hit : response.getHits()) {
                        assertThat(hit.getExplanation().toString(), containsString("reason [same_words]"));
                    }
                    assertTrue(TestCalls.isProfiled(response));
                });
        assertEquals(
                List.of("story9", "story8", "story7"),
                Found.ids(search("pages", near).addSort("day", SortOrder.DESC).setSize(3)));
        assertEquals(10, Found.total(search("pages", near)));
    }

    public void testSortedIndex() {
        index(
                "sorted",
                between(1, 3),
                Settings.builder().put("index.sort.field", "day").put("index.sort.order", "desc"));
        assertEquals(stories(3), found("sorted", like(document(null, "story3"))));
    }

    public void testScrollAndPointInTime() throws Exception {
        index("pages", between(1, 5));
        Set<String> scrolled = new TreeSet<>();
        assertScrollResponsesAndHitCount(
                client(),
                TimeValue.timeValueMinutes(1),
                search("pages", like(given(STORY))).setSize(3),
                10,
                (number, page) -> scrolled.addAll(ids(page)));
        assertEquals(stories(), scrolled);
        BytesReference pit = client().execute(
                        TransportOpenPointInTimeAction.TYPE,
                        new OpenPointInTimeRequest("pages").keepAlive(TimeValue.timeValueMinutes(1)))
                .actionGet()
                .getPointInTimeId();
        try {
            delete("pages", "story1");
            SearchRequestBuilder then = client().prepareSearch()
                    .setPointInTime(new PointInTimeBuilder(pit))
                    .setQuery(like(document(null, "story3")));
            assertEquals("the state of the point in time", stories(3), Set.copyOf(Found.ids(then)));
        } finally {
            client().execute(TransportClosePointInTimeAction.TYPE, new ClosePointInTimeRequest(pit))
                    .actionGet();
        }
        assertEquals("the current state", stories(1, 3), found("pages", like(document(null, "story3"))));
    }

    public void testBadRequests() {
        index("pages", 2);
        index("more", 1);
        assertFails(
                "pages",
                like(document(null, "nobody")),
                "ResourceNotFoundException: document [nobody] of index [pages] does not exist");
        assertFails(
                "*",
                like(document(null, "story1")),
                "[like._index] must be specified if the search is not over one name, but was missing");
        write(new IndexRequest("pages").id("raw").source(Map.of("body", STORY)));
        assertFails("pages", like(document(null, "raw")), "document [raw] of index [pages] has no [ndd.text]");
    }

    public void testOtherFingerprintVersion() {
        index("pages", 1);
        create("report", 1, Settings.builder());
        write(page("report", "r", EDITED, 1, FingerprintParameters.PKU2007));
        assertEquals("no documents of its version", Set.of(), found("pages", like(document("report", "r"))));
        assertEquals("a provided text uses the version of the index", Set.of("r"), found("report", like(given(STORY))));
        write(page("pages", "mixed", EDITED, 1, FingerprintParameters.PKU2007));
        assertEquals("the version of most documents", stories(), found("pages", like(given(STORY))));
        assertEquals(Set.of("mixed"), found("pages", like(document("report", "r"))));
        delete("pages", "mixed");
        assertEquals("deleted documents do not count", stories(), found("pages", like(given(STORY))));
    }

    public void testExpensiveQueries() {
        index("pages", 1);
        updateClusterSettings(Settings.builder().put("search.allow_expensive_queries", false));
        try {
            assertFails("pages", like(given(STORY)), "set [verify] to false");
            assertEquals(stories(), found("pages", like(QUICK, given(STORY))));
        } finally {
            updateClusterSettings(Settings.builder().putNull("search.allow_expensive_queries"));
        }
    }

    /** Repeats the same search with different results: no cache may return outdated ones. */
    public void testUsesLearnedBoilerplateImmediately() throws IOException {
        index("pages", 1);
        List<Long> before = new ArrayList<>();
        List<Long> after = new ArrayList<>();
        for (List<Long> totals : List.of(before, after)) {
            for (int i = 0; i < 3; i++) {
                totals.add(Found.total(
                        search("pages", like(document(null, "story0"))).setRequestCache(true)));
            }
            BoilerplateLine common = new BoilerplateLine(LineHash.of(STORY), Level.COMMON, 5, STORY);
            SiteBoilerplate boilerplate = new SiteBoilerplate("a.org", List.of(common));
            TestBoilerplate.save(client(), "pages", new StoredBoilerplate(boilerplate, 9, 1));
        }
        assertThat(Set.copyOf(before), hasSize(1));
        assertThat(Set.copyOf(after), hasSize(1));
        assertNotEquals(before.get(0), after.get(0));
    }

    /** Many concurrent searches with a document and a text, on nodes that admit some of them at a time: all return the same result. */
    public void testConcurrentSearchesWithLongTexts() throws Exception {
        create("long", 2, Settings.builder());
        String longText = IntStream.range(0, 100)
                .mapToObj(i -> text("the ferry of the town left the harbour at " + 7 * i + " in the morning"))
                .collect(Collectors.joining(" "));
        BulkRequest bulk = new BulkRequest().setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
        bulk.add(page("long", "a", longText, 1));
        bulk.add(page("long", "b", longText.replace("at 7 in", "at seven in"), 1));
        bulk.add(page("long", "part", longText.substring(0, 2000), 1));
        assertFalse(client().bulk(bulk).actionGet().hasFailures());
        assertThat(longText.length(), greaterThan(SearchPermits.MAX_LENGTH_WITHOUT_PERMIT));
        List<ActionFuture<SearchResponse>> searches = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            NearDupQueryBuilder near = like(i % 2 == 0 ? given(longText) : document("long", "a"));
            searches.add(search("long", near).execute());
        }
        for (int i = 0; i < searches.size(); i++) {
            Set<String> expected = i % 2 == 0 ? Set.of("a", "b") : Set.of("b");
            assertNoFailuresAndResponse(searches.get(i), response -> assertEquals(expected, ids(response)));
        }
    }
}
