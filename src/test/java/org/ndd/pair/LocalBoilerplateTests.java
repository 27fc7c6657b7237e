package org.ndd.pair;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.get.TransportMultiGetAction;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.support.ActionFilter;
import org.elasticsearch.action.support.ActionFilterChain;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.routing.allocation.DataTier;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexService;
import org.elasticsearch.index.shard.IndexShard;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.plugins.ActionPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.test.ESIntegTestCase;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.junit.Before;
import org.ndd.analysis.PageAnalysis;
import org.ndd.boilerplate.BoilerplateIndex;
import org.ndd.boilerplate.BoilerplateStore;
import org.ndd.boilerplate.StoredBoilerplate;
import org.ndd.core.boilerplate.BoilerplateLine;
import org.ndd.core.boilerplate.LineHash;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.partition.PartitionAction;
import org.ndd.partition.PartitionRequest;
import org.ndd.partition.TestCorpus;
import org.ndd.plugin.NddPlugin;

/** Searches of shards on several nodes read the boilerplate that they need where it is, and answer as those that ask another node. */
@ESIntegTestCase.ClusterScope(numDataNodes = 3, numClientNodes = 0, supportsDedicatedMasters = false)
public class LocalBoilerplateTests extends ESIntegTestCase {

    private static final String PAGES = "pages";
    private static final String LOCAL = "indices:data/read/ndd/boilerplate/local";

    private static final List<String> SEARCHES = List.of(
            "{'size':500,'_source':false,'explain':true,'query':{'near_dup':{'like':[%s]}}}",
            "{'size':500,'_source':false,'explain':true,'query':{'match_all':{}},"
                    + "'rescore':{'window_size':100,'near_dup':{}}}",
            "{'size':0,'aggs':{'sets':{'near_dup':{'verify':true,'size':100}}}}");

    private final List<TestCorpus.Page> pages = new ArrayList<>();

    /** Looks at what threads that search a shard ask for, and refuses what would have them wait. */
    public static final class WatchPlugin extends Plugin implements ActionPlugin {

        private static final AtomicInteger REMOTE = new AtomicInteger();
        private static final AtomicInteger LOCAL_READS = new AtomicInteger();
        private static final AtomicInteger ELSEWHERE = new AtomicInteger();
        private static volatile boolean refuses;

        @Override
        public List<ActionFilter> getActionFilters() {
            return List.of(new ActionFilter() {
                @Override
                public int order() {
                    return 0;
                }

                @Override
                public <Request extends ActionRequest, Response extends ActionResponse> void apply(
                        Task task,
                        String action,
                        Request request,
                        ActionListener<Response> listener,
                        ActionFilterChain<Request, Response> chain) {
                    Thread asking = Thread.currentThread();
                    String pool = EsExecutors.executorName(asking);
                    boolean searches = "search".equals(pool) || "search_worker".equals(pool);
                    ActionListener<Response> answer = listener;
                    if (searches && action.equals(TransportMultiGetAction.NAME)) {
                        REMOTE.incrementAndGet();
                        if (refuses) {
                            listener.onFailure(new IllegalStateException("refused: a search would wait"));
                            return;
                        }
                    } else if (searches && action.equals(LOCAL)) {
                        LOCAL_READS.incrementAndGet();
                        answer = ActionListener.runBefore(listener, () -> {
                            if (Thread.currentThread() != asking) {
                                ELSEWHERE.incrementAndGet();
                            }
                        });
                    }
                    chain.proceed(task, action, request, answer);
                }
            });
        }

        private static void begin(boolean refusing) {
            REMOTE.set(0);
            LOCAL_READS.set(0);
            ELSEWHERE.set(0);
            refuses = refusing;
        }
    }

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return List.of(NddPlugin.class, WatchPlugin.class);
    }

    /** Shards on all nodes, in one segment each, so that what is first in an answer is so wherever the shard is. */
    @Before
    public void indexPages() {
        WatchPlugin.begin(false);
        assertAcked(prepareCreate(PAGES)
                .setSettings(Settings.builder()
                        .put("index.number_of_shards", 3)
                        .put("index.number_of_replicas", 0)
                        .put("index.routing.allocation.total_shards_per_node", 1))
                .setMapping("ndd", "type=near_dup"));
        for (TestCorpus.Page page : new TestCorpus(random(), between(80, 150)).pages()) {
            // the menu is a line of its own, so that boilerplate has it
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

    private void learnBoilerplate() throws IOException {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, "{}")) {
            client().execute(PartitionAction.TYPE, PartitionRequest.parse(new String[] {PAGES}, parser, true))
                    .actionGet();
        }
    }

    private static IndexMetadata boilerplate() {
        return BoilerplateIndex.inUse(
                clusterAdmin().prepareState(TEST_REQUEST_TIMEOUT).get().getState(), PAGES);
    }

    private static List<String> dataNodes() {
        return clusterAdmin()
                .prepareState(TEST_REQUEST_TIMEOUT)
                .get()
                .getState()
                .nodes()
                .getDataNodes()
                .values()
                .stream()
                .map(node -> node.getName())
                .sorted()
                .toList();
    }

    /** Waits until some data nodes, and no others, know that they have a copy of the boilerplate in use. */
    private static void awaitCopies(List<String> on) throws Exception {
        Index index = boilerplate().getIndex();
        assertSoon(() -> {
            List<String> copies = new ArrayList<>();
            for (String node : dataNodes()) {
                IndexService service = internalCluster()
                        .getInstance(IndicesService.class, node)
                        .indexService(index);
                IndexShard copy = service == null ? null : service.getShardOrNull(0);
                if (copy != null && copy.routingEntry().active()) {
                    copies.add(node);
                }
            }
            assertEquals(on, copies);
        });
    }

    private static void set(String index, Settings.Builder settings) {
        assertAcked(indicesAdmin().prepareUpdateSettings(index).setSettings(settings));
    }

    /** What all searches say, each from some node that holds data: all but where and how fast it was found. */
    private List<Object> answers() throws IOException {
        String like = pages.stream()
                .filter(page -> page.id().startsWith("doc"))
                .limit(20)
                .map(page -> "{'_id':'" + page.id() + "'}")
                .collect(Collectors.joining(","));
        List<Object> answers = new ArrayList<>();
        for (String search : SEARCHES) {
            String node = randomFrom(dataNodes());
            SearchResponse response = search(node, search.contains("%s") ? search.replace("%s", like) : search);
            try {
                assertEquals(response.toString(), 0, response.getFailedShards());
                answers.add(answer(response));
            } finally {
                response.decRef();
            }
        }
        return answers;
    }

    private static SearchResponse search(String node, String body) throws IOException {
        NamedXContentRegistry registry = internalCluster().getInstance(NamedXContentRegistry.class, node);
        try (XContentParser parser = JsonXContent.jsonXContent.createParser(
                XContentParserConfiguration.EMPTY.withRegistry(registry), body.replace('\'', '"'))) {
            return internalCluster()
                    .client(node)
                    .prepareSearch(PAGES)
                    .setSource(new SearchSourceBuilder().parseXContent(parser, true, feature -> true))
                    .get();
        }
    }

    private static Map<String, Object> answer(SearchResponse response) {
        Map<String, Object> answer = XContentHelper.convertToMap(JsonXContent.jsonXContent, response.toString(), true);
        answer.remove("took");
        for (Object hit : (List<?>) ((Map<?, ?>) answer.get("hits")).get("hits")) {
            ((Map<?, ?>) hit).remove("_node");
        }
        return answer;
    }

    private void assertNoSearchWaits(List<Object> expected) throws IOException {
        WatchPlugin.begin(true);
        assertEquals(expected, answers());
        assertEquals(0, WatchPlugin.REMOTE.get());
        assertEquals(0, WatchPlugin.ELSEWHERE.get());
        assertThat(WatchPlugin.LOCAL_READS.get(), greaterThan(0));
        WatchPlugin.begin(false);
    }

    private void assertSearchesAskOtherNodes(List<Object> expected) throws IOException {
        WatchPlugin.begin(false);
        assertEquals(expected, answers());
        assertThat(WatchPlugin.REMOTE.get(), greaterThan(0));
        WatchPlugin.begin(true);
        SearchResponse refused = search(randomFrom(dataNodes()), SEARCHES.get(1));
        try {
            assertThat(refused.getFailedShards(), greaterThan(0));
            assertThat(refused.getShardFailures()[0].reason(), containsString("refused: a search would wait"));
        } finally {
            refused.decRef();
        }
        WatchPlugin.begin(false);
    }

    public void testSearchesReadTheBoilerplateOfTheirNode() throws Exception {
        List<Object> unmasked = answers();
        assertEquals("nothing is read where there are no boilerplate", 0, WatchPlugin.LOCAL_READS.get());
        learnBoilerplate();
        awaitCopies(dataNodes());
        assertEquals("0-all", boilerplate().getSettings().get(IndexMetadata.SETTING_AUTO_EXPAND_REPLICAS));
        assertNull(boilerplate().getSettings().get(DataTier.TIER_PREFERENCE));
        List<Object> masked = answers();
        assertNotEquals("boilerplate make a difference", unmasked, masked);
        assertNoSearchWaits(masked);

        String index = boilerplate().getIndex().getName();
        String only = randomFrom(dataNodes());
        set(index, Settings.builder().put("index.routing.allocation.include._name", only));
        awaitCopies(List.of(only));
        assertSearchesAskOtherNodes(masked);
        set(index, Settings.builder().putNull("index.routing.allocation.include._name"));
        awaitCopies(dataNodes());
        assertNoSearchWaits(masked);
    }

    public void testANodeThatJoinsGetsACopy() throws Exception {
        learnBoilerplate();
        awaitCopies(dataNodes());
        List<Object> before = answers();
        String left = randomFrom(dataNodes());
        String joined = internalCluster().startDataOnlyNode();
        try {
            awaitCopies(dataNodes());
            set(PAGES, Settings.builder().put("index.routing.allocation.exclude._name", left));
            Index index = resolveIndex(PAGES);
            assertSoon(() -> {
                IndexService moved = internalCluster()
                        .getInstance(IndicesService.class, joined)
                        .indexService(index);
                assertNotNull(moved);
                assertTrue(moved.iterator().next().routingEntry().active());
            });
            ensureGreen(PAGES);
            assertNoSearchWaits(before);
        } finally {
            assertAcked(indicesAdmin().prepareDelete(PAGES));
            // a shard that is on its way to a node when that ends stays locked where it came from
            ensureGreen();
            internalCluster().stopNode(joined);
        }
    }

    /** As an earlier version of ndd left them; and as somebody chose. */
    public void testBoilerplateOfBeforeGetCopies() throws Exception {
        learnBoilerplate();
        awaitCopies(dataNodes());
        String index = boilerplate().getIndex().getName();
        set(
                index,
                Settings.builder()
                        .put(IndexMetadata.SETTING_AUTO_EXPAND_REPLICAS, "false")
                        .put(IndexMetadata.SETTING_NUMBER_OF_REPLICAS, 1));
        List<Object> chosen = answers();
        assertEquals("false", boilerplate().getSettings().get(IndexMetadata.SETTING_AUTO_EXPAND_REPLICAS));
        assertEquals(1, boilerplate().getNumberOfReplicas());
        set(
                index,
                Settings.builder()
                        .put(IndexMetadata.SETTING_AUTO_EXPAND_REPLICAS, "0-1")
                        .put(DataTier.TIER_PREFERENCE, "data_content"));
        awaitCopies(dataNodes());
        assertEquals("0-all", boilerplate().getSettings().get(IndexMetadata.SETTING_AUTO_EXPAND_REPLICAS));
        assertNull(boilerplate().getSettings().get(DataTier.TIER_PREFERENCE));
        assertNoSearchWaits(chosen);
    }

    /** What was written or forgotten is so on each node, without a refresh, from the next look on. */
    public void testEachNodeSeesAtOnceWhatIsWritten() throws Exception {
        learnBoilerplate();
        awaitCopies(dataNodes());
        String index = boilerplate().getIndex().getName();
        IndexedSite site = new IndexedSite(PAGES, "a.org");
        WatchPlugin.begin(true);
        for (int i = between(3, 10); i > 0; i--) {
            String line = "menu number " + i;
            SiteBoilerplate boilerplate = new SiteBoilerplate(
                    site.site(),
                    List.of(new BoilerplateLine(LineHash.of(line), SiteBoilerplate.Level.COMMON, 3, line)));
            PlainActionFuture<Void> saved = new PlainActionFuture<>();
            store(randomFrom(dataNodes())).save(index, List.of(new StoredBoilerplate(boilerplate, 7, 1)), saved);
            saved.actionGet();
            for (String node : dataNodes()) {
                assertEquals(Map.of(site, boilerplate), lookUp(node, site));
            }
            PlainActionFuture<Boolean> deleted = new PlainActionFuture<>();
            store(randomFrom(dataNodes())).delete(PAGES, site.site(), deleted);
            assertTrue(deleted.actionGet());
            for (String node : dataNodes()) {
                assertEquals(Map.of(), lookUp(node, site));
            }
        }
    }

    private static BoilerplateStore store(String node) {
        return internalCluster().getInstance(BoilerplateStore.class, node);
    }

    private static Map<IndexedSite, SiteBoilerplate> lookUp(String node, IndexedSite site) {
        return new BoilerplateLookup(store(node)).loadAndWait(List.of(site), () -> {});
    }
}
