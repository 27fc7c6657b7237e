package org.ndd.boilerplate;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.ndd.Soon.answer;
import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ElasticsearchSecurityException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.admin.indices.validate.query.ValidateQueryResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.explain.ExplainRequestBuilder;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.search.TransportSearchAction;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.test.ESIntegTestCase;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.junit.After;
import org.junit.Before;
import org.ndd.Found;
import org.ndd.RequestFilterPlugin;
import org.ndd.boilerplate.SearchBoilerplate.BoilerplateView;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.partition.TestCorpus;
import org.ndd.partition.TestPartitions;
import org.ndd.plugin.NddPlugin;

/** Searches use the boilerplate in the memory of their node; search threads never load it. */
@ESIntegTestCase.ClusterScope(numDataNodes = 3, numClientNodes = 0, supportsDedicatedMasters = false)
public class BoilerplateRegistryTests extends ESIntegTestCase {

    private static final String PAGES = "pages";
    private static final String ALIAS = BoilerplateIndex.alias(PAGES);

    private static final List<String> SEARCHES = List.of(
            "{'size':500,'_source':false,'explain':true,'query':{'near_dup':{'like':[%s]}}}",
            "{'size':500,'_source':false,'explain':true,'query':{'match_all':{}},"
                    + "'rescore':{'window_size':100,'near_dup':{}}}",
            "{'size':0,'aggs':{'sets':{'near_dup':{'verify':true,'size':100}}}}");

    private final List<TestCorpus.Page> pages = new ArrayList<>();

    /** Counts requests of search threads and requests for boilerplate. */
    public static final class WatchPlugin extends RequestFilterPlugin {

        private static final AtomicInteger FROM_SEARCH_THREADS = new AtomicInteger();
        private static final AtomicInteger CHECKS = new AtomicInteger();
        private static final AtomicInteger LOADS = new AtomicInteger();

        /** Executed once, before the next request for the boilerplate in use. */
        private static final AtomicReference<Runnable> BEFORE_CHECK = new AtomicReference<>();

        @Override
        protected void observe(String action, ActionRequest request) {
            String pool = EsExecutors.executorName(Thread.currentThread());
            // Elasticsearch 9 fetches the hits of any search by an internal action of its search threads
            if (action.startsWith("internal:") == false && ("search".equals(pool) || "search_worker".equals(pool))) {
                FROM_SEARCH_THREADS.incrementAndGet();
            }
            if (action.equals(TransportSearchAction.NAME)) {
                List<String> indices = Arrays.asList(((SearchRequest) request).indices());
                if (indices.contains(ALIAS)) {
                    CHECKS.incrementAndGet();
                    Runnable before = BEFORE_CHECK.getAndSet(null);
                    if (before != null) {
                        before.run();
                    }
                } else if (indices.stream().anyMatch(index -> index.endsWith("-boilerplate"))) {
                    LOADS.incrementAndGet();
                }
            }
        }

        private static void begin() {
            FROM_SEARCH_THREADS.set(0);
            CHECKS.set(0);
            LOADS.set(0);
        }
    }

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return List.of(NddPlugin.class, WatchPlugin.class);
    }

    /** Creates one shard per node with one segment each, so that the order of hits does not depend on the shard copy. */
    @Before
    public void indexPages() {
        assertAcked(prepareCreate(PAGES)
                .setSettings(indexSettings(3, 0).put("index.routing.allocation.total_shards_per_node", 1))
                .setMapping("ndd", "type=near_dup"));
        for (TestCorpus.Page page : new TestCorpus(random(), between(80, 150)).pages()) {
            // the menu is a separate line, so it becomes boilerplate
            pages.add(new TestCorpus.Page(page.id(), page.url(), page.text().replace("\n", "\n\n")));
        }
        BulkRequest bulk = new BulkRequest();
        for (TestCorpus.Page page : pages) {
            bulk.add(new IndexRequest(PAGES)
                    .id(page.id())
                    .source(Map.of("ndd", TestCorpus.fields(page, FingerprintParameters.BALANCED))));
        }
        assertFalse(client().bulk(bulk).actionGet().hasFailures());
        forceMerge();
        refresh(PAGES);
        ensureGreen(PAGES);
    }

    /** Checks that the circuit breaker is released. */
    @After
    public void releaseAll() {
        forgetAll();
        for (CircuitBreakerService service : internalCluster().getInstances(CircuitBreakerService.class)) {
            assertEquals(0, service.getBreaker(BoilerplateRegistry.BREAKER).getUsed());
        }
    }

    private static void forgetAll() {
        for (BoilerplateRegistry registry : internalCluster().getInstances(BoilerplateRegistry.class)) {
            registry.clear();
        }
    }

    private static void learn() {
        TestPartitions.run(client(), PAGES, "{}");
    }

    private static String inUse() {
        return BoilerplateIndex.inUse(
                        clusterAdmin().prepareState(TEST_REQUEST_TIMEOUT).get().getState(), PAGES)
                .getIndex()
                .getName();
    }

    private Stream<String> ids() {
        return pages.stream().map(TestCorpus.Page::id).filter(id -> id.startsWith("doc"));
    }

    /** The responses of all searches from random nodes, without nodes and times. */
    private List<Object> responses() throws IOException {
        String like = ids().limit(20).map(id -> "{'_id':'" + id + "'}").collect(Collectors.joining(","));
        List<Object> responses = new ArrayList<>();
        for (String search : SEARCHES) {
            responses.add(Found.in(search(search.replace("%s", like)), response -> {
                assertEquals(response.toString(), 0, response.getFailedShards());
                return comparable(response);
            }));
        }
        return responses;
    }

    private static SearchRequestBuilder search(String body) throws IOException {
        // a parsed query uses the boilerplate of the node that parsed it, so the same node must search
        String node = randomFrom(internalCluster().getNodeNames());
        NamedXContentRegistry registry = internalCluster().getInstance(NamedXContentRegistry.class, node);
        try (XContentParser parser = JsonXContent.jsonXContent.createParser(
                XContentParserConfiguration.EMPTY.withRegistry(registry), body.replace('\'', '"'))) {
            // the randomized client would vary the batched reduction of shards
            return internalCluster()
                    .client(node)
                    .prepareSearch(PAGES)
                    .setSource(new SearchSourceBuilder().parseXContent(parser, true, feature -> true));
        }
    }

    private static Map<String, Object> comparable(SearchResponse response) {
        Map<String, Object> map = XContentHelper.convertToMap(JsonXContent.jsonXContent, response.toString(), true);
        map.remove("took");
        for (Object hit : (List<?>) ((Map<?, ?>) map.get("hits")).get("hits")) {
            ((Map<?, ?>) hit).remove("_node");
        }
        return map;
    }

    /** The first search on a node loads the boilerplate; later searches find it in memory. */
    public void testFirstSearchLoadsBoilerplate() throws IOException {
        List<Object> unmasked = responses();
        learn();
        WatchPlugin.begin();
        List<Object> cold = responses();
        assertNotEquals("boilerplate changes the responses", unmasked, cold);
        assertThat(WatchPlugin.LOADS.get(), greaterThan(0));
        assertEquals("privileges are checked once per search", SEARCHES.size(), WatchPlugin.CHECKS.get());

        WatchPlugin.begin();
        assertEquals(cold, responses());
        assertEquals("boilerplate is loaded once", 0, WatchPlugin.LOADS.get());
        assertEquals(SEARCHES.size(), WatchPlugin.CHECKS.get());

        forgetAll();
        assertEquals(cold, responses());
        assertThat(WatchPlugin.LOADS.get(), greaterThan(0));
        assertEquals("search threads do not load boilerplate", 0, WatchPlugin.FROM_SEARCH_THREADS.get());
    }

    /** Nodes with the boilerplate of an earlier run load that of the next run when it is published, without a search. */
    public void testPreloadsPublishedBoilerplate() throws Exception {
        learn();
        List<Object> before = responses();
        String earlier = inUse();
        learn();
        String now = inUse();
        assertNotEquals(earlier, now);
        int others = 0;
        for (BoilerplateRegistry registry : internalCluster().getInstances(BoilerplateRegistry.class)) {
            if (registry.indices().contains(earlier)) {
                assertSoon(() -> assertTrue(registry.indices().contains(now)));
            } else {
                others++;
            }
        }
        WatchPlugin.begin();
        assertEquals("both runs learned the same boilerplate", before, responses());
        // nodes without previous searches load with their first search
        assertThat(WatchPlugin.LOADS.get(), lessThanOrEqualTo(others));
    }

    /** The next search on any node does not use deleted boilerplate. */
    public void testDeletedBoilerplateIsNotUsed() throws IOException {
        learn();
        List<Object> before = responses();
        List<Map<String, Object>> sites =
                Found.sources(client().prepareSearch(ALIAS).setSize(1000));
        assertFalse(sites.isEmpty());
        for (Map<String, Object> site : sites) {
            String name = (String) site.get(StoredBoilerplate.SITE);
            assertAcked(client().execute(BoilerplateAction.Delete.TYPE, new BoilerplateAction.Request(PAGES, name))
                    .actionGet());
        }
        List<Object> after = responses();
        assertNotEquals(before, after);
        forgetAll();
        assertEquals(after, responses());
    }

    /** A search fails if its boilerplate exceeds the circuit breaker; other boilerplate is evicted first. */
    public void testSearchFailsOnCircuitBreaker() throws IOException {
        learn();
        List<Object> expected = responses();
        String index = inUse();
        forgetAll();
        List<CircuitBreaker> full = new ArrayList<>();
        for (CircuitBreakerService service : internalCluster().getInstances(CircuitBreakerService.class)) {
            CircuitBreaker breaker = service.getBreaker(BoilerplateRegistry.BREAKER);
            breaker.addWithoutBreaking(breaker.getLimit());
            full.add(breaker);
        }
        try {
            Exception e = expectThrows(Exception.class, () -> Found.ids(search(SEARCHES.get(1))));
            CircuitBreakingException tripped =
                    (CircuitBreakingException) ExceptionsHelper.unwrap(e, CircuitBreakingException.class);
            assertNotNull(ExceptionsHelper.stackTrace(e), tripped);
            assertEquals(RestStatus.TOO_MANY_REQUESTS, tripped.status());
            assertThat(tripped.getMessage(), containsString(BoilerplateRegistry.BREAKER));
        } finally {
            full.forEach(breaker -> breaker.addWithoutBreaking(-breaker.getLimit()));
        }
        assertEquals(expected, responses());

        BoilerplateRegistry registry = internalCluster().getDataNodeInstance(BoilerplateRegistry.class);
        assertTrue(registry.indices().contains(index));
    }

    /** Views of a user with access to some indices, and of requests that are not rewritten on the data node. */
    public void testViews() throws Exception {
        learn();
        String index = inUse();
        BoilerplateRegistry registry = internalCluster().getDataNodeInstance(BoilerplateRegistry.class);
        BoilerplateView whole = answer(l -> registry.view(client(), List.of(PAGES, "elsewhere"), l));
        assertEquals(index, whole.inUse().get(PAGES));
        assertTrue(whole.inUse().containsKey("elsewhere"));
        assertNull(whole.inUse().get("elsewhere"));
        long families = whole.families().get(index);
        assertThat(families, greaterThan(1L));
        assertEquals(whole, copyWriteable(whole, writableRegistry(), BoilerplateView::new));

        Exception cold = expectThrows(Exception.class, () -> registry.requireCached(whole));
        assertEquals(RestStatus.SERVICE_UNAVAILABLE, ExceptionsHelper.status(cold));
        assertSoon(() -> assertEquals(Set.of(index), registry.indices()));
        LoadedBoilerplate loaded = registry.requireCached(whole);
        assertTrue(pages.stream().anyMatch(page -> boilerplate(loaded, page) != null));

        WatchPlugin.begin();
        BoilerplateView part = view(index, families - 1);
        ElasticsearchSecurityException e = expectThrows(
                ElasticsearchSecurityException.class,
                () -> answer((ActionListener<LoadedBoilerplate> l) -> registry.load(part, l)));
        assertEquals(RestStatus.FORBIDDEN, e.status());
        assertEquals("counted without loading again", 1, WatchPlugin.LOADS.get());
        LoadedBoilerplate hidden = answer(l -> registry.load(view(index, 0), l));
        pages.forEach(page -> assertNull(boilerplate(hidden, page)));

        BoilerplateView unchecked = new BoilerplateView(Map.of(), Map.of());
        IllegalArgumentException unknown =
                expectThrows(IllegalArgumentException.class, () -> registry.requireChecked(unchecked, PAGES));
        assertThat(unknown.getMessage(), containsString("[ccs_minimize_roundtrips=false]"));
        registry.requireChecked(unchecked, "elsewhere");
    }

    private static SiteBoilerplate boilerplate(LoadedBoilerplate loaded, TestCorpus.Page page) {
        return loaded.of(
                PAGES, TestCorpus.analyze(page, FingerprintParameters.BALANCED).site());
    }

    /** A search masks text with the boilerplate of the new run, or without any if none is in use any more. */
    public void testBoilerplateIsReplacedDuringView() throws Exception {
        learn();
        String earlier = inUse();
        BoilerplateView replaced = viewAfter(BoilerplateRegistryTests::learn);
        String now = inUse();
        assertNotEquals(earlier, now);
        assertEquals(Map.of(PAGES, now), replaced.inUse());
        assertEquals(Set.of(now), replaced.families().keySet());
        assertThat(replaced.families().get(now), greaterThan(1L));

        BoilerplateView deleted = viewAfter(() -> assertAcked(indicesAdmin().prepareDelete(now)));
        assertEquals(Collections.singletonMap(PAGES, null), deleted.inUse());
        assertEquals(Map.of(), deleted.families());
    }

    /** Returns the view of a request after whose start something happens. */
    private static BoilerplateView viewAfter(Runnable change) {
        String node = randomFrom(internalCluster().getNodeNames());
        WatchPlugin.BEFORE_CHECK.set(change);
        return answer(l -> internalCluster()
                .getInstance(BoilerplateRegistry.class, node)
                .view(internalCluster().client(node), List.of(PAGES), l));
    }

    /** Elasticsearch does not rewrite these requests on the data node, so they cannot wait for boilerplate. */
    public void testNonSearchRequestsDoNotLoad() throws Exception {
        learn();
        String id = ids().findFirst().orElseThrow();
        QueryBuilder query =
                QueryBuilders.wrapperQuery("{\"near_dup\":{\"include_self\":true,\"like\":{\"_id\":\"" + id + "\"}}}");
        String reason = "is being loaded: repeat the request";
        ExplainRequestBuilder explain = client().prepareExplain(PAGES, id).setQuery(query);
        Exception cold = expectThrows(Exception.class, explain::get);
        assertEquals(RestStatus.SERVICE_UNAVAILABLE, ExceptionsHelper.status(cold));
        assertThat(ExceptionsHelper.unwrapCause(cold).getMessage(), containsString(reason));
        assertSoon(() -> {
            try {
                assertTrue(explain.get().isMatch());
            } catch (ElasticsearchException loading) {
                assertThat(ExceptionsHelper.unwrapCause(loading).getMessage(), containsString(reason));
                throw new AssertionError(loading);
            }
        });

        forgetAll();
        ValidateQueryResponse validated = indicesAdmin()
                .prepareValidateQuery(PAGES)
                .setQuery(query)
                .setExplain(true)
                .setRewrite(true)
                .setAllShards(true)
                .get();
        assertTrue("needs no boilerplate: " + Strings.toString(validated), validated.isValid());
        assertEquals(0, validated.getFailedShards());
    }

    private static BoilerplateView view(String index, long families) {
        return new BoilerplateView(Map.of(PAGES, index), Map.of(index, families));
    }
}
