package org.ndd.query;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceNotFoundException;
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
import org.ndd.analysis.PageAnalysis;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.boilerplate.TestBoilerplate;
import org.ndd.compat.Calls;
import org.ndd.compat.TestCalls;
import org.ndd.config.ComparisonOptions;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.pair.PageSource;
import org.ndd.pair.SearchPermits;
import org.ndd.partition.TestCorpus;
import org.ndd.plugin.NddPlugin;

/** The query in a cluster of two nodes, combined with other features of a search. */
@ESIntegTestCase.ClusterScope(numDataNodes = 2, numClientNodes = 0, supportsDedicatedMasters = false)
public class NearDupSearchTests extends ESIntegTestCase {

    private static final Supplier<BoilerplateRegistry> REGISTRY =
            () -> internalCluster().getInstance(BoilerplateRegistry.class);

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
                .setMapping(
                        "ndd",
                        "type=near_dup",
                        "lang",
                        "type=keyword",
                        "day",
                        "type=long",
                        "body",
                        "type=text",
                        "part",
                        "type=nested"));
    }

    private static IndexRequest page(String index, String id, String text, int day) {
        return page(index, id, text, day, FingerprintParameters.BALANCED);
    }

    private static IndexRequest page(String index, String id, String text, int day, FingerprintParameters parameters) {
        PageAnalysis analysis = TestCorpus.analyze(new TestCorpus.Page(id, "https://a.org/" + id, text), parameters);
        Map<String, Object> ndd = new TreeMap<>();
        ndd.put("text", analysis.text());
        ndd.put("fingerprints", analysis.fingerprintTerms());
        ndd.put("site", analysis.site());
        ndd.put("families", analysis.families());
        ndd.put("version", parameters.version());
        if (analysis.digest() != null) {
            ndd.put("digest", analysis.digest());
        }
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
        return new PageSource(index, id, null, null, null, null);
    }

    private static PageSource given(String text) {
        return new PageSource(null, null, null, text, null, null);
    }

    private void search(SearchRequestBuilder request, Consumer<SearchResponse> check) {
        SearchResponse response = request.get();
        try {
            assertEquals(Arrays.toString(response.getShardFailures()), 0, response.getFailedShards());
            check.accept(response);
        } finally {
            response.decRef();
        }
    }

    private static Set<String> ids(SearchResponse response) {
        Set<String> ids = new TreeSet<>();
        for (SearchHit hit : response.getHits()) {
            ids.add(hit.getId());
        }
        return ids;
    }

    private Set<String> found(String index, QueryBuilder query) {
        Set<String> ids = new TreeSet<>();
        search(client().prepareSearch(index).setQuery(query).setSize(1000), response -> {
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
            search(
                    client().prepareSearch("flood")
                            .setQuery(like(options, document(null, "page5")))
                            .setSize(0)
                            .setTrackTotalHits(true),
                    response -> assertEquals(size - 1, Calls.total(response.getHits())));
        }
    }

    public void testResultIsIndependentOfShards() {
        for (int shards : new int[] {1, 5}) {
            String index = "pages" + shards;
            index(index, shards, Settings.builder());
            assertEquals(stories(3), found(index, like(document(null, "story3"))));
            assertEquals(stories(), found(index, like(given(STORY))));
            assertEquals(
                    stories(),
                    found(index, like(new PageSource(null, null, null, null, "<p>" + EDITED, "https://b.org/"))));
            assertEquals(stories(3, 4), found(index, like(document(index, "story3"), document(index, "story4"))));
            assertEquals(
                    Set.of(),
                    found(
                            index,
                            like(given("nothing like that was ever written, not in this place, not in any other"))));
            NearDupOptions self = new NearDupOptions(1, true, 1000, true, ComparisonOptions.DEFAULT);
            assertEquals(stories(), found(index, like(self, document(index, "story3"))));
            NearDupOptions quick = new NearDupOptions(1, false, 1000, false, ComparisonOptions.DEFAULT);
            assertEquals(stories(3), found(index, like(quick, document(index, "story3"))));
        }
        assertEquals("a document of another index", stories(), found("pages5", like(document("pages1", "story3"))));
    }

    public void testCombinedWithOtherQueries() {
        index("pages", between(1, 5), Settings.builder());
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
        search(
                client().prepareSearch("pages")
                        .setQuery(new BoolQueryBuilder()
                                .must(even)
                                .should(near.boost(100).queryName("like2")))
                        .setSize(4),
                response -> {
                    assertEquals(stories(1, 2, 3, 5, 7, 9), ids(response));
                    for (SearchHit hit : response.getHits()) {
                        assertThat(hit.getMatchedQueries(), equalTo(new String[] {"like2"}));
                    }
                });
    }

    public void testCombinedWithOtherFeatures() {
        index("pages", between(1, 5), Settings.builder());
        NearDupQueryBuilder near = like(given(STORY));
        search(
                client().prepareSearch("pages")
                        .setQuery(near)
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
        search(
                client().prepareSearch("pages")
                        .setQuery(near)
                        .addSort("day", SortOrder.DESC)
                        .setSize(3),
                response -> assertEquals(
                        List.of("story9", "story8", "story7"),
                        Arrays.stream(response.getHits().getHits())
                                .map(SearchHit::getId)
                                .toList()));
        search(
                client().prepareSearch("pages").setQuery(near).setSize(0).setTrackTotalHits(true),
                response -> assertEquals(10, Calls.total(response.getHits())));
    }

    public void testSortedIndex() {
        index(
                "sorted",
                between(1, 3),
                Settings.builder().put("index.sort.field", "day").put("index.sort.order", "desc"));
        assertEquals(stories(3), found("sorted", like(document(null, "story3"))));
    }

    public void testScrollAndPointInTime() throws Exception {
        index("pages", between(1, 5), Settings.builder());
        Set<String> scrolled = new TreeSet<>();
        SearchResponse page = client().prepareSearch("pages")
                .setQuery(like(given(STORY)))
                .setScroll(TimeValue.timeValueMinutes(1))
                .setSize(3)
                .get();
        String scroll = page.getScrollId();
        while (page.getHits().getHits().length > 0) {
            scrolled.addAll(ids(page));
            page.decRef();
            page = client().prepareSearchScroll(scroll)
                    .setScroll(TimeValue.timeValueMinutes(1))
                    .get();
        }
        page.decRef();
        clearScroll(scroll);
        assertEquals(stories(), scrolled);
        BytesReference pit = client().execute(
                        TransportOpenPointInTimeAction.TYPE,
                        new OpenPointInTimeRequest("pages").keepAlive(TimeValue.timeValueMinutes(1)))
                .actionGet()
                .getPointInTimeId();
        try {
            client().prepareDelete("pages", "story1")
                    .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
                    .get();
            search(
                    client().prepareSearch()
                            .setPointInTime(new PointInTimeBuilder(pit))
                            .setQuery(like(document(null, "story3")))
                            .setSize(100),
                    response -> assertEquals("the state of the point in time", stories(3), ids(response)));
        } finally {
            client().execute(TransportClosePointInTimeAction.TYPE, new ClosePointInTimeRequest(pit))
                    .actionGet();
        }
        assertEquals("the current state", stories(1, 3), found("pages", like(document(null, "story3"))));
    }

    public void testBadRequests() {
        index("pages", 2, Settings.builder());
        index("more", 1, Settings.builder());
        Exception missing = expectThrows(Exception.class, () -> found("pages", like(document(null, "nobody"))));
        ResourceNotFoundException notFound =
                (ResourceNotFoundException) ExceptionsHelper.unwrap(missing, ResourceNotFoundException.class);
        assertThat(notFound.getMessage(), containsString("document [nobody] of index [pages] does not exist"));
        Exception several = expectThrows(Exception.class, () -> found("*", like(document(null, "story1"))));
        assertThat(
                ExceptionsHelper.stackTrace(several),
                containsString("[like._index] must be specified if the search is not over one name, but was missing"));
        client().index(new IndexRequest("pages").id("raw").source(Map.of("body", STORY)))
                .actionGet();
        Exception raw = expectThrows(Exception.class, () -> found("pages", like(document(null, "raw"))));
        assertThat(
                ExceptionsHelper.stackTrace(raw), containsString("document [raw] of index [pages] has no [ndd.text]"));
    }

    public void testOtherFingerprintVersion() {
        index("pages", 1, Settings.builder());
        create("report", 1, Settings.builder());
        client().index(page("report", "r", EDITED, 1, FingerprintParameters.PKU2007)
                        .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE))
                .actionGet();
        assertEquals("no documents of its version", Set.of(), found("pages", like(document("report", "r"))));
        assertEquals("a provided text uses the version of the index", Set.of("r"), found("report", like(given(STORY))));
        client().index(page("pages", "mixed", EDITED, 1, FingerprintParameters.PKU2007)
                        .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE))
                .actionGet();
        assertEquals("the version of most documents", stories(), found("pages", like(given(STORY))));
        assertEquals(Set.of("mixed"), found("pages", like(document("report", "r"))));
        client().prepareDelete("pages", "mixed")
                .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
                .get();
        assertEquals("deleted documents do not count", stories(), found("pages", like(given(STORY))));
    }

    public void testExpensiveQueries() {
        index("pages", 1, Settings.builder());
        updateClusterSettings(Settings.builder().put("search.allow_expensive_queries", false));
        try {
            Exception e = expectThrows(Exception.class, () -> found("pages", like(given(STORY))));
            assertThat(ExceptionsHelper.stackTrace(e), containsString("set [verify] to false"));
            NearDupOptions quick = new NearDupOptions(1, false, 1000, false, ComparisonOptions.DEFAULT);
            assertEquals(stories(), found("pages", like(quick, given(STORY))));
        } finally {
            updateClusterSettings(Settings.builder().putNull("search.allow_expensive_queries"));
        }
    }

    /** Repeats the same search with different results: no cache may return outdated ones. */
    public void testUsesLearnedBoilerplateImmediately() throws IOException {
        index("pages", 1, Settings.builder());
        List<String> before = new ArrayList<>();
        List<String> after = new ArrayList<>();
        for (List<String> responses : List.of(before, after)) {
            for (int i = 0; i < 3; i++) {
                search(
                        client().prepareSearch("pages")
                                .setRequestCache(true)
                                .setQuery(like(document(null, "story0")))
                                .setSize(0)
                                .setTrackTotalHits(true),
                        response ->
                                responses.add(response.getHits().getTotalHits().toString()));
            }
            saveBoilerplate("pages", STORY);
        }
        assertThat(Set.copyOf(before), hasSize(1));
        assertThat(Set.copyOf(after), hasSize(1));
        assertNotEquals(before.get(0), after.get(0));
    }

    private void saveBoilerplate(String index, String line) {
        var boilerplate = new org.ndd.core.boilerplate.SiteBoilerplate(
                "a.org",
                List.of(new org.ndd.core.boilerplate.SiteBoilerplate.BoilerplateLine(
                        org.ndd.core.boilerplate.LineHash.of(line),
                        org.ndd.core.boilerplate.SiteBoilerplate.Level.COMMON,
                        5,
                        line)));
        TestBoilerplate.save(client(), index, new org.ndd.boilerplate.StoredBoilerplate(boilerplate, 9, 1));
    }

    /** Many concurrent searches with a document and a text, on nodes that admit some of them at a time: all return the same result. */
    public void testConcurrentSearchesWithLongTexts() throws Exception {
        create("long", 2, Settings.builder());
        String longText = IntStream.range(0, 1200)
                .mapToObj(i -> "in part number " + i + " it is said that the ferry of the town left the harbour at "
                        + 7 * i + " in the morning.")
                .collect(Collectors.joining(" "));
        BulkRequest bulk = new BulkRequest();
        bulk.add(page("long", "a", longText, 1));
        bulk.add(page("long", "b", longText.replace("number 7 ", "number seven "), 1));
        bulk.add(page("long", "part", longText.substring(0, 2000), 1));
        assertFalse(client().bulk(bulk).actionGet().hasFailures());
        refresh("long");
        assertTrue(SearchPermits.isLarge(longText.length()));
        List<ActionFuture<SearchResponse>> searches = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            NearDupQueryBuilder near = like(i % 2 == 0 ? given(longText) : document("long", "a"));
            searches.add(client().prepareSearch("long").setQuery(near).execute());
        }
        for (int i = 0; i < searches.size(); i++) {
            SearchResponse response = searches.get(i).get(60, TimeUnit.SECONDS);
            try {
                assertEquals(i % 2 == 0 ? Set.of("a", "b") : Set.of("b"), ids(response));
            } finally {
                response.decRef();
            }
        }
    }
}
