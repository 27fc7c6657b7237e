package org.ndd.template;

import java.util.Map;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.AliasMetadata;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.index.IndexVersion;
import org.elasticsearch.test.ESTestCase;
import org.ndd.line.TestCalls;

public class TemplateIndexTests extends ESTestCase {

    private static final String WARNING =
            "[near_dup] knows no site templates of [pages], as those of [pages-ndd-templates] are not of format ["
                    + StoredTemplate.FORMAT + "]: POST /pages/_ndd/partition learns them again";

    private static IndexMetadata.Builder index(String name) {
        return IndexMetadata.builder(name).settings(indexSettings(IndexVersion.current(), 1, 0));
    }

    /** An index of pages, and what its alias of templates leads to. */
    private static ClusterState behindAlias(String mapping) {
        return TestCalls.state(TestCalls.project()
                .put(index("pages"))
                .put(index("learned")
                        .putMapping(mapping)
                        .putAlias(AliasMetadata.builder(TemplateIndex.alias("pages")))));
    }

    private static String meta(String more) {
        return "{\"_meta\":{\"templates\":{\"of\":{\"pages\":\"pages-ndd\"}" + more + "}}}";
    }

    public void testThoseOfThisFormatAreInUse() {
        assertEquals(
                "pages-ndd-templates",
                TemplateIndex.aliasInUse(behindAlias(meta(",\"format\":" + StoredTemplate.FORMAT)), "pages"));
        assertEquals(
                "before it was said", "pages-ndd-templates", TemplateIndex.aliasInUse(behindAlias(meta("")), "pages"));
    }

    public void testThoseOfAnotherFormatAreNotUsedButReplaced() {
        ClusterState state = behindAlias(meta(",\"format\":" + (StoredTemplate.FORMAT + 1)));
        assertNull(TemplateIndex.aliasInUse(state, "pages"));
        assertWarnings(WARNING);
        TemplateIndex.checkAlias(state, "pages");
        assertEquals(
                Map.of("pages", "pages-ndd"),
                TemplateIndex.of(TemplateIndex.inUse(state, "pages")).holders());
    }

    public void testWhatIsNotOfTemplatesIsNeitherUsedNorReplaced() {
        ClusterState behind = behindAlias("{\"properties\":{\"site\":{\"type\":\"keyword\"}}}");
        ClusterState taken =
                TestCalls.state(TestCalls.project().put(index("pages")).put(index("pages-ndd-templates")));
        for (ClusterState state : new ClusterState[] {behind, taken}) {
            assertNull(TemplateIndex.aliasInUse(state, "pages"));
            assertWarnings(WARNING);
            IllegalArgumentException e =
                    expectThrows(IllegalArgumentException.class, () -> TemplateIndex.checkAlias(state, "pages"));
            assertTrue(e.getMessage(), e.getMessage().startsWith("[pages-ndd-templates] must be a new name"));
        }
    }

    public void testWhereThereAreNoneNothingIsSaid() {
        ClusterState state = TestCalls.state(TestCalls.project().put(index("pages")));
        assertNull(TemplateIndex.aliasInUse(state, "pages"));
        TemplateIndex.checkAlias(state, "pages");
    }
}
