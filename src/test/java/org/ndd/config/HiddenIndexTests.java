package org.ndd.config;

import java.util.List;
import java.util.Map;
import org.elasticsearch.cluster.metadata.AliasMetadata;
import org.elasticsearch.cluster.metadata.ComponentTemplate;
import org.elasticsearch.cluster.metadata.ComposableIndexTemplate;
import org.elasticsearch.cluster.metadata.ComposableIndexTemplate.DataStreamTemplate;
import org.elasticsearch.cluster.metadata.IndexTemplateMetadata;
import org.elasticsearch.cluster.metadata.Template;
import org.elasticsearch.common.compress.CompressedXContent;
import org.elasticsearch.common.settings.IndexScopedSettings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.test.ESTestCase;
import org.ndd.compat.TestCalls;

/** Index templates of the user do not break the indices of ndd, or the error names the template. */
public class HiddenIndexTests extends ESTestCase {

    private static final String INDEX = "pages-ndd-20250101-000000-abcdef01";

    private static ComposableIndexTemplate.Builder matching(String pattern) {
        return ComposableIndexTemplate.builder().indexPatterns(List.of(pattern));
    }

    private static Template mappings(String mapping) throws Exception {
        return new Template(Settings.EMPTY, new CompressedXContent(mapping), null);
    }

    private static void check(ComposableIndexTemplate.Builder template, Template component) {
        var project = TestCalls.project()
                .indexTemplates(Map.of("daily", template.build()))
                .componentTemplates(Map.of("parts", new ComponentTemplate(component, null, null)));
        HiddenIndex.checkTemplate(TestCalls.state(project), "pages-ndd", INDEX);
    }

    private static void assertRejected(String obstacle, ComposableIndexTemplate.Builder template, Template component) {
        assertEquals(
                rejection(obstacle, "daily"),
                expectThrows(IllegalArgumentException.class, () -> check(template, component))
                        .getMessage());
    }

    private static String rejection(String obstacle, String template) {
        return "[dest.index] must be a name for which no index template has [" + obstacle
                + "], but was [pages-ndd], whose index [" + INDEX + "] matches template [" + template + "]";
    }

    public void testTemplatesThatPreventTheIndex() throws Exception {
        Template none = new Template(null, null, null);
        assertRejected("data_stream", matching("pages*").dataStreamTemplate(new DataStreamTemplate()), none);
        Settings series = Settings.builder()
                .put("index.mode", "time_series")
                .put("index.routing_path", "host")
                .build();
        assertRejected("index.routing_path", matching("pages*").template(new Template(series, null, null)), none);
        for (String mapping : List.of(
                "{\"_routing\":{\"required\":true}}",
                "{\"_doc\":{\"_routing\":{\"required\":true}}}",
                "{\"_doc\":{\"_routing\":{\"required\":\"true\"}}}")) {
            assertRejected("_routing.required", matching("pages*").template(mappings(mapping)), none);
            assertRejected(
                    "_routing.required", matching("pages*").componentTemplates(List.of("parts")), mappings(mapping));
        }
    }

    /** A search of the alias returned documents of groups, and a job that read the alias read its own groups, and failed. */
    public void testTemplateThatAddsAliases() throws Exception {
        Template aliases = new Template(
                null, null, Map.of("all", AliasMetadata.builder("all").build()));
        assertRejected("aliases", matching("pages*").template(aliases), new Template(null, null, null));
        assertRejected("aliases", matching("pages*").componentTemplates(List.of("parts")), aliases);
        check(matching("*").template(aliases), new Template(null, null, null));
    }

    /** Elasticsearch applies legacy templates to an index that matches no other template. */
    public void testLegacyTemplates() throws Exception {
        for (Map.Entry<String, IndexTemplateMetadata.Builder> template : Map.of(
                        "aliases", legacy("pages*").putAlias(AliasMetadata.builder("all")),
                        "index.routing_path",
                                legacy("pages*").settings(Settings.builder().put("index.routing_path", "host")),
                        "_routing.required",
                                legacy("pages*").putMapping("_doc", "{\"_doc\":{\"_routing\":{\"required\":true}}}"))
                .entrySet()) {
            IllegalArgumentException e =
                    expectThrows(IllegalArgumentException.class, () -> check(template.getValue(), Map.of()));
            assertEquals(rejection(template.getKey(), "old"), e.getMessage());
            Map<String, ComposableIndexTemplate> newer =
                    Map.of("daily", matching("pages*").build());
            check(template.getValue(), newer);
        }
        check(legacy("*").putAlias(AliasMetadata.builder("all")), Map.of());
        check(legacy("pages*"), Map.of());
    }

    private static IndexTemplateMetadata.Builder legacy(String pattern) {
        return IndexTemplateMetadata.builder("old").patterns(List.of(pattern));
    }

    private static void check(IndexTemplateMetadata.Builder legacy, Map<String, ComposableIndexTemplate> newer) {
        var project = TestCalls.project().indexTemplates(newer).put(legacy.build());
        HiddenIndex.checkTemplate(TestCalls.state(project), "pages-ndd", INDEX);
    }

    /** Elasticsearch applies templates for all names to no hidden index, unless they create data streams. */
    public void testOtherTemplates() throws Exception {
        Template none = new Template(null, null, null);
        check(matching("*").template(mappings("{\"_routing\":{\"required\":true}}")), none);
        assertRejected("data_stream", matching("*").dataStreamTemplate(new DataStreamTemplate()), none);
        check(matching("logs*").dataStreamTemplate(new DataStreamTemplate()), none);
        Template mappings =
                mappings("{\"_routing\":{\"required\":false},\"properties\":{\"a\":{\"type\":\"keyword\"}}}");
        check(matching("pages*").template(mappings), none);
    }

    /** A job failed because its groups had no sequence numbers. */
    public void testSettingsKeepSequenceNumbers() {
        Settings settings = HiddenIndex.settings().build();
        IndexScopedSettings.DEFAULT_SCOPED_SETTINGS.validate(settings, true);
        assertFalse(settings.getAsBoolean(
                HiddenIndex.WITHOUT_NUMBERS,
                IndexScopedSettings.DEFAULT_SCOPED_SETTINGS.get(HiddenIndex.WITHOUT_NUMBERS) != null));
    }
}
