package org.ndd.boilerplate;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ElasticsearchSecurityException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.admin.indices.validate.query.ValidateQueryResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.search.TransportSearchAction;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.settings.Settings;
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
import org.ndd.RequestFilterPlugin;
import org.ndd.analysis.PageAnalysis;
import org.ndd.boilerplate.SearchBoilerplate.BoilerplateView;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.partition.PartitionAction;
import org.ndd.partition.TestCorpus;
import org.ndd.partition.plan.PartitionRequest;
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
                .setSettings(Settings.builder()
                        .put("index.number_of_shards", 3)
                        .put("index.number_of_replicas", 0)
                        .put("index.routing.allocation.total_shards_per_node", 1))
                .setMapping("ndd", "type=near_dup"));
        for (TestCorpus.Page page : new TestCorpus(random(), between(80, 150)).pages()) {
            // the menu is a separate line, so it becomes boilerplate
            pages.add(new TestCorpus.Page(page.id(), page.url(), page.text().replace("\n", "\n\n")));
        }
        BulkRequest bulk = new BulkRequest();
        for (TestCorpus.Page page : pages) {
            PageAnalysis analysis = TestCorpus.analyze(page, FingerprintParameters.BALANCED);
            Map<String, Object> ndd = new TreeMap<>(Map.of(
                    "text", analysis.text(),
                    "fingerprints", analysis.fingerprintTerms(),
                    "version", FingerprintParameters.BALANCED.version()));
            ndd.put("families", analysis.families());
            if (analysis.site() != null) {
                ndd.put("site", analysis.site());
            }
            if (analysis.digest() != null) {
                ndd.put("digest", analysis.digest());
            }
            bulk.add(new IndexRequest(PAGES).id(page.id()).source(Map.of("ndd", ndd)));
        }
        assertFalse(client().bulk(bulk).actionGet().hasFailures());
        indicesAdmin()
                .prepareForceMerge(PAGES)
                .setMaxNumSegments(1)
                .setFlush(true)
                .get();
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

    private void learn() throws IOException {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, "{}")) {
            client().execute(PartitionAction.TYPE, PartitionRequest.parse(new String[] {PAGES}, parser, true))
                    .actionGet();
        }
    }

    private static IndexMetadata inUse() {
        return BoilerplateIndex.inUse(
                clusterAdmin().prepareState(TEST_REQUEST_TIMEOUT).get().getState(), PAGES);
    }

    /** The responses of all searches from random nodes, without nodes and times. */
    private List<Object> responses() throws IOException {
        String like = pages.stream()
                .filter(page -> page.id().startsWith("doc"))
                .limit(20)
                .map(page -> "{'_id':'" + page.id() + "'}")
                .collect(Collectors.joining(","));
        List<Object> responses = new ArrayList<>();
        for (String search : SEARCHES) {
            SearchResponse response = search(search.replace("%s", like));
            try {
                assertEquals(response.toString(), 0, response.getFailedShards());
                responses.add(comparable(response));
            } finally {
                response.decRef();
            }
        }
        return responses;
    }

    private static SearchResponse search(String body) throws IOException {
        // a parsed query uses the boilerplate of the node that parsed it, so the same node must search
        String node = randomFrom(internalCluster().getNodeNames());
        NamedXContentRegistry registry = internalCluster().getInstance(NamedXContentRegistry.class, node);
        try (XContentParser parser = JsonXContent.jsonXContent.createParser(
                XContentParserConfiguration.EMPTY.withRegistry(registry), body.replace('\'', '"'))) {
            // the randomized client would vary the batched reduction of shards
            return internalCluster()
                    .client(node)
                    .prepareSearch(PAGES)
                    .setSource(new SearchSourceBuilder().parseXContent(parser, true, feature -> true))
                    .get();
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
        String earlier = inUse().getIndex().getName();
        learn();
        String now = inUse().getIndex().getName();
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
        List<String> sites = new ArrayList<>();
        SearchResponse all = client().prepareSearch(ALIAS).setSize(1000).get();
        try {
            all.getHits().forEach(hit -> sites.add((String) hit.getSourceAsMap().get(StoredBoilerplate.SITE)));
        } finally {
            all.decRef();
        }
        assertFalse(sites.isEmpty());
        for (String site : sites) {
            assertAcked(client().execute(BoilerplateAction.Delete.TYPE, new BoilerplateAction.Request(PAGES, site))
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
        String index = inUse().getIndex().getName();
        forgetAll();
        List<CircuitBreaker> full = new ArrayList<>();
        for (CircuitBreakerService service : internalCluster().getInstances(CircuitBreakerService.class)) {
            CircuitBreaker breaker = service.getBreaker(BoilerplateRegistry.BREAKER);
            breaker.addWithoutBreaking(breaker.getLimit());
            full.add(breaker);
        }
        try {
            Exception e =
                    expectThrows(Exception.class, () -> search(SEARCHES.get(1)).decRef());
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
        String index = inUse().getIndex().getName();
        BoilerplateRegistry registry = internalCluster().getDataNodeInstance(BoilerplateRegistry.class);
        PlainActionFuture<BoilerplateView> viewed = new PlainActionFuture<>();
        registry.view(client(), List.of(PAGES, "elsewhere"), viewed);
        BoilerplateView whole = viewed.actionGet();
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
        assertNotNull(pages.stream()
                .map(page -> loaded.of(
                        PAGES,
                        TestCorpus.analyze(page, FingerprintParameters.BALANCED).site()))
                .filter(boilerplate -> boilerplate != null)
                .findAny()
                .orElse(null));

        WatchPlugin.begin();
        PlainActionFuture<LoadedBoilerplate> part = new PlainActionFuture<>();
        registry.load(view(index, families - 1), part);
        ElasticsearchSecurityException e = expectThrows(ElasticsearchSecurityException.class, part::actionGet);
        assertEquals(RestStatus.FORBIDDEN, e.status());
        assertEquals("counted without loading again", 1, WatchPlugin.LOADS.get());
        PlainActionFuture<LoadedBoilerplate> hidden = new PlainActionFuture<>();
        registry.load(view(index, 0), hidden);
        pages.forEach(page -> assertNull(hidden.actionGet()
                .of(
                        PAGES,
                        TestCorpus.analyze(page, FingerprintParameters.BALANCED).site())));

        BoilerplateView unchecked = new BoilerplateView(Map.of(), Map.of());
        IllegalArgumentException unknown =
                expectThrows(IllegalArgumentException.class, () -> registry.requireChecked(unchecked, PAGES));
        assertThat(unknown.getMessage(), containsString("[ccs_minimize_roundtrips=false]"));
        registry.requireChecked(unchecked, "elsewhere");
    }

    /** A search masks text with the boilerplate of the new run, or without any if none is in use any more. */
    public void testBoilerplateIsReplacedDuringView() throws Exception {
        learn();
        String earlier = inUse().getIndex().getName();
        BoilerplateView replaced = viewAfter(() -> {
            try {
                learn();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        String now = inUse().getIndex().getName();
        assertNotEquals(earlier, now);
        assertEquals(Map.of(PAGES, now), replaced.inUse());
        assertEquals(Set.of(now), replaced.families().keySet());
        assertThat(replaced.families().get(now), greaterThan(1L));

        BoilerplateView deleted = viewAfter(() -> assertAcked(indicesAdmin().prepareDelete(now)));
        assertTrue(deleted.inUse().containsKey(PAGES));
        assertNull(deleted.inUse().get(PAGES));
        assertEquals(Map.of(), deleted.families());
    }

    /** Returns the view of a request after whose start something happens. */
    private static BoilerplateView viewAfter(Runnable change) {
        String node = randomFrom(internalCluster().getNodeNames());
        PlainActionFuture<BoilerplateView> viewed = new PlainActionFuture<>();
        WatchPlugin.BEFORE_CHECK.set(change);
        internalCluster()
                .getInstance(BoilerplateRegistry.class, node)
                .view(internalCluster().client(node), List.of(PAGES), viewed);
        return viewed.actionGet();
    }

    /** Elasticsearch does not rewrite these requests on the data node, so they cannot wait for boilerplate. */
    public void testNonSearchRequestsDoNotLoad() throws Exception {
        learn();
        String id = pages.stream()
                .map(TestCorpus.Page::id)
                .filter(page -> page.startsWith("doc"))
                .findFirst()
                .orElseThrow();
        QueryBuilder query =
                QueryBuilders.wrapperQuery("{\"near_dup\":{\"include_self\":true,\"like\":{\"_id\":\"" + id + "\"}}}");
        String reason = "is being loaded: repeat the request";
        Exception cold = expectThrows(
                Exception.class,
                () -> client().prepareExplain(PAGES, id).setQuery(query).get());
        assertEquals(RestStatus.SERVICE_UNAVAILABLE, ExceptionsHelper.status(cold));
        assertThat(ExceptionsHelper.unwrapCause(cold).getMessage(), containsString(reason));
        assertSoon(() -> {
            try {
                assertTrue(
                        client().prepareExplain(PAGES, id).setQuery(query).get().isMatch());
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
