package org.ndd.boilerplate;

import java.util.Map;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.AliasMetadata;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.index.IndexVersion;
import org.elasticsearch.test.ESTestCase;
import org.ndd.compat.TestCalls;

public class BoilerplateIndexTests extends ESTestCase {

    private static final String WARNING =
            "[near_dup] uses no boilerplate of [pages], because [pages-ndd-boilerplate] does not have format ["
                    + StoredBoilerplate.FORMAT + "]: POST /pages/_ndd/partition learns it again";

    private static IndexMetadata.Builder index(String name) {
        return IndexMetadata.builder(name).settings(indexSettings(IndexVersion.current(), 1, 0));
    }

    /** A cluster state with an index of documents, and an index with its boilerplate alias. */
    private static ClusterState stateWithAlias(String mapping) {
        return TestCalls.state(TestCalls.project()
                .put(index("pages"))
                .put(index("learned")
                        .putMapping(mapping)
                        .putAlias(AliasMetadata.builder(BoilerplateIndex.alias("pages")))));
    }

    private static String meta(String more) {
        return "{\"_meta\":{\"boilerplate\":{\"of\":{\"pages\":\"pages-ndd\"}" + more + "}}}";
    }

    public void testUsesCurrentFormat() {
        assertEquals(
                "pages-ndd-boilerplate",
                BoilerplateIndex.aliasInUse(stateWithAlias(meta(",\"format\":" + StoredBoilerplate.FORMAT)), "pages"));
    }

    public void testReplacesOtherFormat() {
        for (String format : new String[] {",\"format\":" + (StoredBoilerplate.FORMAT + 1), ""}) {
            ClusterState state = stateWithAlias(meta(format));
            assertNull(BoilerplateIndex.aliasInUse(state, "pages"));
            assertWarnings(WARNING);
            BoilerplateIndex.checkAlias(state, "pages");
            assertEquals(
                    Map.of("pages", "pages-ndd"),
                    BoilerplateIndex.of(BoilerplateIndex.inUse(state, "pages")).holders());
        }
    }

    public void testRejectsForeignIndexBehindAlias() {
        ClusterState behind = stateWithAlias("{\"properties\":{\"site\":{\"type\":\"keyword\"}}}");
        ClusterState taken =
                TestCalls.state(TestCalls.project().put(index("pages")).put(index("pages-ndd-boilerplate")));
        for (ClusterState state : new ClusterState[] {behind, taken}) {
            assertNull(BoilerplateIndex.aliasInUse(state, "pages"));
            assertWarnings(WARNING);
            IllegalArgumentException e =
                    expectThrows(IllegalArgumentException.class, () -> BoilerplateIndex.checkAlias(state, "pages"));
            assertTrue(e.getMessage(), e.getMessage().startsWith("[pages-ndd-boilerplate] must be a new name"));
        }
    }

    public void testNoWarningWithoutBoilerplate() {
        ClusterState state = TestCalls.state(TestCalls.project().put(index("pages")));
        assertNull(BoilerplateIndex.aliasInUse(state, "pages"));
        BoilerplateIndex.checkAlias(state, "pages");
    }
}
