package org.ndd.boilerplate;

import static org.hamcrest.Matchers.containsString;
import static org.ndd.Soon.answer;
import static org.ndd.Soon.assertSoon;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.FilterClient;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.Maps;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.xcontent.XContentType;
import org.junit.Before;
import org.mockito.Mockito;
import org.ndd.boilerplate.LoadedBoilerplate.BoilerplateLoad;
import org.ndd.compat.Calls;
import org.ndd.compat.Project;
import org.ndd.config.NddThreadPools;
import org.ndd.core.boilerplate.LineHash;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.boilerplate.SiteBoilerplate.BoilerplateLine;
import org.ndd.plugin.NddPlugin;

public class BoilerplateStoreTests extends ESSingleNodeTestCase {

    private BoilerplateStore store;

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NddPlugin.class);
    }

    @Before
    public void makeStore() {
        store = new BoilerplateStore(client());
    }

    public void testIndexWithoutBoilerplate() {
        createIndex("pages");
        assertNotFound("a.org", "pages");
    }

    private void assertNotFound(String site, String index) {
        BoilerplateAction.Request request = new BoilerplateAction.Request(index, site);
        for (ResourceNotFoundException e : List.of(
                expectThrows(ResourceNotFoundException.class, client().execute(BoilerplateAction.Get.TYPE, request)),
                expectThrows(
                        ResourceNotFoundException.class, client().execute(BoilerplateAction.Delete.TYPE, request)))) {
            assertEquals("no boilerplate of site [" + site + "] is known for index [" + index + "]", e.getMessage());
        }
    }

    /** The alias according to the cluster state. */
    public void testAliasInUse() {
        Supplier<ClusterState> state =
                () -> getInstanceFromNode(ClusterService.class).state();
        assertNull(BoilerplateIndex.aliasInUse(state.get(), "pages"));
        save("pages", List.of(StoredBoilerplateTests.randomBoilerplate("a.org")));
        assertEquals("pages-ndd-boilerplate", BoilerplateIndex.aliasInUse(state.get(), "pages"));
        assertNull(BoilerplateIndex.aliasInUse(state.get(), "others"));
    }

    public void testReadsBoilerplateOfSites() {
        List<StoredBoilerplate> boilerplate = new ArrayList<>();
        Map<String, SiteBoilerplate> expected = new TreeMap<>();
        for (int i = between(1, 120); i > 0; i--) {
            StoredBoilerplate ofSite = StoredBoilerplateTests.randomBoilerplate("site" + i + ".org");
            boilerplate.add(ofSite);
            expected.put(ofSite.boilerplate().site(), ofSite.boilerplate());
        }
        save("pages", boilerplate);
        List<String> sites = new ArrayList<>(expected.keySet());
        sites.add("unknown.org");
        assertEquals(expected, get("pages", sites));
        assertEquals(Map.of(), get("pages", List.of()));
    }

    public void testEmptyBoilerplate() {
        save("pages", List.of(boilerplate("a.org")));
        assertTrue(get("pages", List.of("a.org")).get("a.org").isEmpty());
    }

    public void testSiteLongerThanMaxId() {
        String site = "x".repeat(600) + ".org";
        save("pages", List.of(boilerplate(site, "line")));
        assertEquals(site, get("pages", List.of(site)).get(site).site());
        assertTrue(client().execute(BoilerplateAction.Delete.TYPE, new BoilerplateAction.Request("pages", site))
                .actionGet()
                .isAcknowledged());
        assertEquals(Map.of(), get("pages", List.of(site)));
    }

    public void testIndexIsHiddenAndIgnoresTemplatePipelines() {
        indicesAdmin()
                .preparePutTemplate("all")
                .setPatterns(List.of("pages*"))
                .setSettings(Settings.builder()
                        .put("index.default_pipeline", "missing")
                        .put("index.final_pipeline", "missing"))
                .get();
        save("pages", List.of(boilerplate("a.org", "line")));
        var project = Project.of(getInstanceFromNode(ClusterService.class).state());
        Settings settings = project.index(project.getIndicesLookup()
                        .get("pages-ndd-boilerplate")
                        .getIndices()
                        .get(0))
                .getSettings();
        assertEquals("true", settings.get("index.hidden"));
        assertEquals(1, get("pages", List.of("a.org")).size());
        Exception e = expectThrows(
                Exception.class,
                () -> client().prepareIndex("pages-ndd-boilerplate")
                        .setSource("{\"other\":1}", XContentType.JSON)
                        .get());
        assertThat(e.getMessage(), containsString("strict"));
        assertTrue(indicesAdmin().prepareDeleteTemplate("all").get().isAcknowledged());
    }

    public void testActions() {
        createIndex("pages");
        assertTrue(indicesAdmin()
                .aliases(Calls.aliases()
                        .addAliasAction(AliasActions.add().index("pages").alias("alias")))
                .actionGet()
                .isAcknowledged());
        save("pages", List.of(boilerplate("a.org", "line")));
        StoredBoilerplate shown = client().execute(
                        BoilerplateAction.Get.TYPE, new BoilerplateAction.Request("alias", "a.org"))
                .actionGet()
                .body();
        assertEquals(
                List.of("line"),
                shown.boilerplate().lines().stream().map(BoilerplateLine::text).toList());
        assertTrue(client().execute(BoilerplateAction.Delete.TYPE, new BoilerplateAction.Request("pages", "a.org"))
                .actionGet()
                .isAcknowledged());
        assertNotFound("a.org", "pages");
        expectThrows(
                IndexNotFoundException.class,
                client().execute(BoilerplateAction.Get.TYPE, new BoilerplateAction.Request("missing", "a.org")));
    }

    /** A node that stops drops tasks of its threads. */
    public void testStoppingNodeReleasesResponses() throws Exception {
        save("pages", List.of(boilerplate("a.org", "line")));
        ThreadPool stopping = Mockito.mock(ThreadPool.class);
        Mockito.when(stopping.executor(NddThreadPools.READ)).thenReturn(Mockito.mock(ExecutorService.class));
        AtomicReference<SearchResponse> received = new AtomicReference<>();
        Client client = new FilterClient(client()) {
            @Override
            protected <Request extends ActionRequest, Response extends ActionResponse> void doExecute(
                    ActionType<Response> action, Request request, ActionListener<Response> listener) {
                super.doExecute(action, request, listener.delegateFailureAndWrap((l, response) -> {
                    l.onResponse(response);
                    received.set((SearchResponse) response);
                }));
            }
        };
        ClusterService cluster = getInstanceFromNode(ClusterService.class);
        new BoilerplateLoad(client, cluster, stopping, BoilerplateIndex.alias("pages"), bytes -> {})
                .run(ActionListener.noop());
        assertSoon(() -> assertNotNull(received.get()));
        assertSoon(() -> assertFalse(received.get().hasReferences()));
    }

    private static StoredBoilerplate boilerplate(String site, String... lines) {
        return new StoredBoilerplate(
                new SiteBoilerplate(
                        site,
                        Arrays.stream(lines)
                                .map(line ->
                                        new BoilerplateLine(LineHash.of(line), SiteBoilerplate.Level.COMMON, 9, line))
                                .toList()),
                12,
                1_700_000_000_000L);
    }

    private void save(String index, List<StoredBoilerplate> boilerplate) {
        TestBoilerplate.save(client(), index, boilerplate);
    }

    private Map<String, SiteBoilerplate> get(String index, List<String> sites) {
        Map<String, StoredBoilerplate> found = answer(l -> store.get(BoilerplateIndex.alias(index), sites, l));
        return Maps.transformValues(found, StoredBoilerplate::boilerplate);
    }
}
