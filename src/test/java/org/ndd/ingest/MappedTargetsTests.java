package org.ndd.ingest;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.AliasMetadata;
import org.elasticsearch.cluster.metadata.ComponentTemplate;
import org.elasticsearch.cluster.metadata.ComposableIndexTemplate;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.metadata.IndexTemplateMetadata;
import org.elasticsearch.cluster.metadata.Template;
import org.elasticsearch.common.compress.CompressedXContent;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.IndexVersion;
import org.elasticsearch.test.ESTestCase;
import org.ndd.compat.Calls;
import org.ndd.compat.TestCalls;

/** The fields of the processor are never mapped dynamically. */
public class MappedTargetsTests extends ESTestCase {

    /** The expanded mapping of type near_dup. */
    private static final String MAPPED = """
            {"properties": {"ndd": {"properties": {
              "fingerprints": {"type": "keyword"}, "text": {"type": "near_dup_text"}, "version": {"type": "keyword"}}}}}""";

    private static final String EXPLICIT_MAPPING = "{\"properties\": {\"ndd\": {\"type\": \"near_dup\"}}}";
    private static final String DYNAMIC_MAPPING =
            "{\"properties\": {\"ndd\": {\"properties\": {\"fingerprints\": {\"type\": \"text\"}}}}}";
    private static final String OTHER = "{\"properties\": {\"url\": {\"type\": \"keyword\"}}}";

    private final AtomicReference<ClusterState> state = new AtomicReference<>();
    private final MappedTargets targets = new MappedTargets(state::get);

    private static IndexMetadata.Builder index(String name, String mapping) {
        IndexMetadata.Builder index = IndexMetadata.builder(name)
                .settings(indexSettings(IndexVersion.current(), 1, 0)
                        .put(IndexMetadata.SETTING_INDEX_UUID, name + "-uuid"));
        return mapping == null ? index : index.putMapping("{\"_doc\":" + mapping + "}");
    }

    private void rejected(String index, String field, String... parts) {
        Exception e = expectThrows(IllegalArgumentException.class, () -> targets.check(index, field));
        for (String part : parts) {
            assertThat(e.getMessage(), containsString(part));
        }
        assertEquals(
                "remembered",
                e.getMessage(),
                expectThrows(IllegalArgumentException.class, () -> targets.check(index, field))
                        .getMessage());
    }

    public void testIndices() {
        state.set(TestCalls.state(TestCalls.project()
                .put(index("mapped", MAPPED))
                .put(index("bare", null))
                .put(index("other", OTHER))
                .put(index("guessed", DYNAMIC_MAPPING))));
        targets.check("mapped", "ndd");
        targets.check("mapped", "ndd");
        rejected(
                "mapped",
                "dup",
                "[target_field] must be mapped as [near_dup] in index [mapped], but was [dup], whose [dup.fingerprints] is not mapped");
        for (String name : List.of("bare", "other")) {
            rejected(
                    name,
                    "ndd",
                    "[target_field] must be mapped as [near_dup] in index [" + name + "], but was [ndd], whose "
                            + "[ndd.fingerprints] is not mapped",
                    "[PUT /" + name + "/_mapping {\"properties\": {\"ndd\": {\"type\": \"near_dup\"}}}]");
        }
        rejected("guessed", "ndd", "whose [ndd.fingerprints] is [text], which cannot be changed", "make another index");
    }

    public void testTargetsInObjects() {
        for (String type : List.of("object", "nested")) {
            String parent = "{\"properties\": {\"parts\": {\"type\": \"" + type + "\", " + MAPPED.substring(1) + "}}";
            state.set(TestCalls.state(TestCalls.project().put(index("pages", parent))));
            if (type.equals("object")) {
                targets.check("pages", "parts.ndd");
            } else {
                rejected("pages", "parts.ndd", "[parts.ndd], whose [parts] is [nested], which cannot be changed");
            }
        }
    }

    /** Without terms, no document would be found. Elasticsearch 9 does not index keywords of a time series by default. */
    public void testIndicesThatDoNotIndexKeywords() {
        Settings.Builder series = Settings.builder()
                .put("index.mode", "time_series")
                .put("index.routing_path", "host")
                .put("index.time_series.start_time", "2026-01-01T00:00:00Z")
                .put("index.time_series.end_time", "2027-01-01T00:00:00Z");
        Settings.Builder disabled = Settings.builder().put("index.mapping.index_disabled_by_default", true);
        for (Settings.Builder settings : List.of(series, disabled)) {
            settings.put(indexSettings(IndexVersion.current(), 1, 0).build())
                    .put(IndexMetadata.SETTING_INDEX_UUID, "uuid");
            IndexMetadata index = IndexMetadata.builder("series")
                    .settings(settings)
                    .putMapping("{\"_doc\":" + MAPPED + "}")
                    .build();
            state.set(TestCalls.state(TestCalls.project().put(index, false)));
            if (Calls.indexesKeywords(index)) {
                targets.check("series", "ndd");
            } else {
                rejected(
                        "series",
                        "ndd",
                        "whose [ndd.fingerprints] is [keyword without index], which cannot be changed");
            }
            String indexed = MAPPED.replace("\"keyword\"", "\"keyword\", \"index\": true");
            state.set(TestCalls.state(
                    TestCalls.project().put(IndexMetadata.builder(index).putMapping("{\"_doc\":" + indexed + "}"))));
            targets.check("series", "ndd");
        }
    }

    public void testAddedMappingAppliesImmediately() {
        state.set(TestCalls.state(TestCalls.project().put(index("pages", OTHER))));
        rejected("pages", "ndd", "not mapped");
        state.set(TestCalls.state(TestCalls.project().put(index("pages", MAPPED))));
        targets.check("pages", "ndd");
        state.set(TestCalls.state(TestCalls.project().put(index("pages", OTHER))));
        rejected("pages", "ndd", "not mapped");
    }

    public void testAliases() {
        state.set(TestCalls.state(TestCalls.project()
                .put(index("pages-1", OTHER)
                        .putAlias(
                                AliasMetadata.builder("pages").writeIndex(false).build())
                        .putAlias(AliasMetadata.builder("nobody")
                                .writeIndex(false)
                                .build()))
                .put(index("pages-2", MAPPED)
                        .putAlias(
                                AliasMetadata.builder("pages").writeIndex(true).build())
                        .putAlias(AliasMetadata.builder("nobody")
                                .writeIndex(false)
                                .build()))
                .put(index("alone", OTHER)
                        .putAlias(AliasMetadata.builder("wrong").build()))));
        targets.check("pages", "ndd");
        targets.check("nobody", "ndd");
        rejected("wrong", "ndd", "in index [alone]");
    }

    public void testMissingIndicesAndTemplates() throws IOException {
        state.set(TestCalls.state(TestCalls.project()));
        rejected(
                "pages",
                "ndd",
                "in index [pages], which does not exist, but was [ndd], whose [ndd.fingerprints] is not mapped",
                "create the index, or an index template for it, with the mapping {\"properties\": {\"ndd\"");
        ComposableIndexTemplate composed = ComposableIndexTemplate.builder()
                .indexPatterns(List.of("pages-*"))
                .template(template("{\"_doc\":" + OTHER + "}"))
                .componentTemplates(List.of("ndd"))
                .build();
        ComposableIndexTemplate bare = ComposableIndexTemplate.builder()
                .indexPatterns(List.of("bare-*"))
                .build();
        ComposableIndexTemplate own = ComposableIndexTemplate.builder()
                .indexPatterns(List.of("own-*"))
                .template(template("{\"properties\": {\"ndd\": {\"type\": \"keyword\"}}}"))
                .componentTemplates(List.of("ndd"))
                .build();
        state.set(TestCalls.state(TestCalls.project()
                .componentTemplates(Map.of("ndd", new ComponentTemplate(template(EXPLICIT_MAPPING), null, null)))
                .indexTemplates(Map.of("composed", composed, "bare", bare, "own", own))));
        targets.check("pages-1", "ndd");
        targets.check("<pages-{now/d}>", "ndd");
        rejected("bare-1", "ndd", "not mapped");
        rejected("own-1", "ndd", "whose [ndd] is [keyword]");
        rejected("pages", "ndd", "not mapped");
        state.set(TestCalls.state(TestCalls.project()
                .put(IndexTemplateMetadata.builder("legacy")
                        .patterns(List.of("pages*"))
                        .putMapping("_doc", "{\"_doc\":" + EXPLICIT_MAPPING + "}")
                        .build())));
        targets.check("pages", "ndd");
        rejected("other", "ndd", "not mapped");
    }

    /** Names that no index can have are used by simulations. */
    public void testAcceptsSimulations() {
        state.set(TestCalls.state(TestCalls.project()));
        targets.check("_index", "ndd");
        targets.check(null, "ndd");
    }

    private static Template template(String mapping) throws IOException {
        return new Template(null, new CompressedXContent(mapping), null);
    }
}
