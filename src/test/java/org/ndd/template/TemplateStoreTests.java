package org.ndd.template;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.telemetry.metric.MeterRegistry;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.elasticsearch.xcontent.XContentType;
import org.junit.Before;
import org.ndd.core.template.LineHash;
import org.ndd.core.template.SiteTemplate;
import org.ndd.core.template.TemplateLine;
import org.ndd.line.Calls;
import org.ndd.line.Project;
import org.ndd.plugin.NddPlugin;

public class TemplateStoreTests extends ESSingleNodeTestCase {

    private TemplateCache cache;
    private TemplateStore store;

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NddPlugin.class);
    }

    @Before
    public void makeStore() {
        cache = new TemplateCache(Settings.EMPTY);
        store = new TemplateStore(client(), cache, TemplateIndex::alias, new TemplateWaits(1, MeterRegistry.NOOP));
    }

    public void testNothingIsKnownOfAnIndexWithoutTemplates() {
        assertThat(load("pages", List.of("a.org")), equalTo(Map.of()));
        assertThat(load("pages", List.of()), equalTo(Map.of()));
        assertNull(get("pages", "a.org"));
        assertFalse(delete("pages", "a.org"));
    }

    public void testNothingIsAskedWhereThereIsNoAlias() {
        TemplateStore none = new TemplateStore(null, cache, index -> null, new TemplateWaits(1, MeterRegistry.NOOP));
        PlainActionFuture<Map<String, SiteTemplate>> loaded = new PlainActionFuture<>();
        none.load("pages", List.of("a.org"), loaded);
        assertEquals(Map.of(), loaded.actionGet());
        PlainActionFuture<StoredTemplate> got = new PlainActionFuture<>();
        none.get("pages", "a.org", got);
        assertNull(got.actionGet());
        PlainActionFuture<Boolean> deleted = new PlainActionFuture<>();
        none.delete("pages", "a.org", deleted);
        assertFalse(deleted.actionGet());
    }

    /** As the cluster state of the node says. */
    public void testTheAliasInUse() {
        Supplier<ClusterState> state =
                () -> getInstanceFromNode(ClusterService.class).state();
        assertNull(TemplateIndex.aliasInUse(state.get(), "pages"));
        save("pages", List.of(GetTemplateResponseTests.randomTemplate("a.org")));
        assertEquals("pages-ndd-templates", TemplateIndex.aliasInUse(state.get(), "pages"));
        assertNull(TemplateIndex.aliasInUse(state.get(), "others"));
    }

    public void testSavedTemplatesAreLoadedThroughTheCache() {
        List<StoredTemplate> templates = new ArrayList<>();
        Map<String, SiteTemplate> expected = new TreeMap<>();
        for (int i = between(1, 120); i > 0; i--) {
            StoredTemplate template = GetTemplateResponseTests.randomTemplate("site" + i + ".org");
            templates.add(template);
            expected.put(template.template().site(), template.template());
        }
        save("pages", templates);
        List<String> sites = new ArrayList<>(expected.keySet());
        sites.add("unknown.org");
        sites.add(null);
        assertEquals(expected, load("pages", sites));
        assertEquals(expected.size(), cache.count());
        assertEquals("from the cache", expected, load("pages", sites));
        assertEquals("another index knows nothing of them", Map.of(), load("other", sites));
    }

    public void testLearnedAgainIsSeenAtOnce() {
        save("pages", List.of(template("a.org", "old line")));
        assertEquals("x", load("pages", List.of("a.org")).get("a.org").mask("old line\nx", SiteTemplate.Level.FULL));
        save("pages", List.of(template("a.org", "new line")));
        assertEquals(
                "old line",
                load("pages", List.of("a.org")).get("a.org").mask("old line\nnew line", SiteTemplate.Level.FULL));
        assertTrue(delete("pages", "a.org"));
        assertEquals("forgotten, though the node remembers", Map.of(), load("pages", List.of("a.org")));
    }

    public void testTemplateWithoutLinesIsKnown() {
        save("pages", List.of(template("a.org")));
        assertTrue(load("pages", List.of("a.org")).get("a.org").isEmpty());
    }

    public void testSitesTooLongForAnId() {
        String site = "x".repeat(600) + ".org";
        save("pages", List.of(template(site, "line")));
        assertEquals(site, load("pages", List.of(site)).get(site).site());
        assertEquals(site, get("pages", site).template().site());
        assertTrue(delete("pages", site));
    }

    public void testIndexIsHiddenAndTakesNoPipelineOfThePages() {
        indicesAdmin()
                .preparePutTemplate("all")
                .setPatterns(List.of("pages*"))
                .setSettings(Settings.builder()
                        .put("index.default_pipeline", "missing")
                        .put("index.final_pipeline", "missing"))
                .get();
        save("pages", List.of(template("a.org", "line")));
        var project = Project.of(getInstanceFromNode(ClusterService.class).state());
        Settings settings = project.index(project.getIndicesLookup()
                        .get("pages-ndd-templates")
                        .getIndices()
                        .get(0))
                .getSettings();
        assertEquals("true", settings.get("index.hidden"));
        assertEquals(1, load("pages", List.of("a.org")).size());
        Exception e = expectThrows(
                Exception.class,
                () -> client().prepareIndex("pages-ndd-templates")
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
        save("pages", List.of(template("a.org", "line")));
        GetTemplateAction.Response shown = client().execute(
                        GetTemplateAction.TYPE, new TemplateRequest("alias", "a.org"))
                .actionGet();
        assertEquals(
                List.of("line"),
                shown.template().template().lines().stream()
                        .map(TemplateLine::text)
                        .toList());
        assertTrue(client().execute(DeleteTemplateAction.TYPE, new TemplateRequest("pages", "a.org"))
                .actionGet()
                .isAcknowledged());
        ResourceNotFoundException e = expectThrows(
                ResourceNotFoundException.class,
                client().execute(GetTemplateAction.TYPE, new TemplateRequest("pages", "a.org")));
        assertThat(e.getMessage(), equalTo("no template of site [a.org] is known for index [pages]"));
        expectThrows(
                ResourceNotFoundException.class,
                client().execute(DeleteTemplateAction.TYPE, new TemplateRequest("pages", "a.org")));
        expectThrows(
                IndexNotFoundException.class,
                client().execute(GetTemplateAction.TYPE, new TemplateRequest("missing", "a.org")));
    }

    private static StoredTemplate template(String site, String... lines) {
        return new StoredTemplate(
                new SiteTemplate(
                        site,
                        Arrays.stream(lines)
                                .map(line -> new TemplateLine(LineHash.of(line), SiteTemplate.Level.COMMON, 9, line))
                                .toList()),
                12,
                1_700_000_000_000L);
    }

    private void save(String index, List<StoredTemplate> templates) {
        TestTemplates.save(client(), index, templates);
    }

    private Map<String, SiteTemplate> load(String index, List<String> sites) {
        PlainActionFuture<Map<String, SiteTemplate>> future = new PlainActionFuture<>();
        store.load(index, sites, future);
        return future.actionGet();
    }

    private StoredTemplate get(String index, String site) {
        PlainActionFuture<StoredTemplate> future = new PlainActionFuture<>();
        store.get(index, site, future);
        return future.actionGet();
    }

    private boolean delete(String index, String site) {
        PlainActionFuture<Boolean> future = new PlainActionFuture<>();
        store.delete(index, site, future);
        return future.actionGet();
    }
}
