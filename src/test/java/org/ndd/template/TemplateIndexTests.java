package org.ndd.template;

import java.util.Map;
import org.elasticsearch.cluster.metadata.AliasMetadata;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.metadata.Metadata;
import org.elasticsearch.index.IndexVersion;
import org.elasticsearch.test.ESTestCase;

public class TemplateIndexTests extends ESTestCase {

    private static final String WARNING =
            "[near_dup] knows no site templates of [pages], as those of [pages-ndd-templates] are not of format ["
                    + StoredTemplate.FORMAT + "]: POST /pages/_ndd/partition learns them again";

    private static IndexMetadata.Builder index(String name) {
        return IndexMetadata.builder(name).settings(indexSettings(IndexVersion.current(), 1, 0));
    }

    /** An index of pages, and what its alias of templates leads to. */
    private static Metadata behindAlias(String mapping) {
        return Metadata.builder()
                .put(index("pages"))
                .put(index("learned").putMapping(mapping).putAlias(AliasMetadata.builder(TemplateIndex.alias("pages"))))
                .build();
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
        Metadata metadata = behindAlias(meta(",\"format\":" + (StoredTemplate.FORMAT + 1)));
        assertNull(TemplateIndex.aliasInUse(metadata, "pages"));
        assertWarnings(WARNING);
        TemplateIndex.checkAlias(metadata, "pages");
        assertEquals(
                Map.of("pages", "pages-ndd"),
                TemplateIndex.of(TemplateIndex.inUse(metadata, "pages")).holders());
    }

    public void testWhatIsNotOfTemplatesIsNeitherUsedNorReplaced() {
        Metadata behind = behindAlias("{\"properties\":{\"site\":{\"type\":\"keyword\"}}}");
        Metadata taken = Metadata.builder()
                .put(index("pages"))
                .put(index("pages-ndd-templates"))
                .build();
        for (Metadata metadata : new Metadata[] {behind, taken}) {
            assertNull(TemplateIndex.aliasInUse(metadata, "pages"));
            assertWarnings(WARNING);
            IllegalArgumentException e =
                    expectThrows(IllegalArgumentException.class, () -> TemplateIndex.checkAlias(metadata, "pages"));
            assertTrue(e.getMessage(), e.getMessage().startsWith("[pages-ndd-templates] must be a new name"));
        }
    }

    public void testWhereThereAreNoneNothingIsSaid() {
        Metadata metadata = Metadata.builder().put(index("pages")).build();
        assertNull(TemplateIndex.aliasInUse(metadata, "pages"));
        TemplateIndex.checkAlias(metadata, "pages");
    }
}
