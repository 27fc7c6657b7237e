package org.ndd.documents;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.admin.indices.shrink.ResizeType;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.rest.RestStatus;
import org.ndd.bulk.BulkTask.Operation;
import org.ndd.bulk.BulkTaskReport;
import org.ndd.compat.Calls;
import org.ndd.compat.TestCalls;

/** Operations on indices between a run, a deletion and its undo. */
public class ResolveIndexOperationsTests extends ResolveTestCase {

    private static final String MAPPING = "\"ndd\": {\"type\": \"near_dup\"}, \"views\": {\"type\": \"long\"}";
    private static final Set<String> ALL = Set.of("keep", "copy/0", "copy/1", "copy/2", "copy/3", "routed", "other");

    private static String dest(String dest) {
        return "{\"dest\": {\"index\": \"" + dest + "\"}}";
    }

    private void partitionTo(String index, String dest) throws Exception {
        partition(index, "{\"canonical\": [\"views\"], \"dest\": {\"index\": \"" + dest + "\"}}");
    }

    public void testAliasSwap() throws Exception {
        stories("v1");
        assertAcked(client().admin()
                .indices()
                .aliases(Calls.aliases()
                        .addAliasAction(AliasActions.add().index("v1").alias("live"))));
        partitionTo("live", "groups");
        String backup = backup(resolve(Operation.DELETE, "live", false, dest("groups")));
        stories("v2");
        assertAcked(client().admin()
                .indices()
                .aliases(Calls.aliases()
                        .addAliasAction(AliasActions.remove().index("v1").alias("live"))
                        .addAliasAction(AliasActions.add().index("v2").alias("live"))));
        for (Operation operation : List.of(Operation.DELETE, Operation.MARK)) {
            assertRejected(operation, "live", dest("groups"), "compared, [v1], but was [v2]: start another run");
        }
        BulkTaskReport rejected = resolve(Operation.RESTORE, "live", false, undo(backup));
        assertEquals(RestStatus.BAD_REQUEST, rejected.status());
        assertThat(
                Strings.toString(rejected),
                containsString(
                        "must be an index from which documents of [backup] were deleted, such as [v1], but was [v2]"));
        assertEquals("documents of another index are not changed", ALL, ids("v2"));
        assertCounts(resolve(Operation.RESTORE, "v1", false, undo(backup)), "5 restored");
        assertEquals(ALL, ids("v1"));
    }

    public void testShrunkenSource() throws Exception {
        stories("large");
        partitionTo("large", "groups");
        updateIndexSettings(
                Settings.builder()
                        .put("index.blocks.write", true)
                        .put(
                                "index.routing.allocation.require._name",
                                internalCluster()
                                        .nodesInclude("large")
                                        .iterator()
                                        .next()),
                "large");
        ensureGreen("large");
        TestCalls.resize(
                client(),
                ResizeType.SHRINK,
                "large",
                "small",
                indexSettings(1, 0)
                        .putNull("index.blocks.write")
                        .putNull("index.routing.allocation.require._name")
                        .build());
        ensureGreen("small");
        assertRejected(
                Operation.DELETE, "small", dest("groups"), "compared, [large], but was [small]: start another run");
        assertEquals(ALL, ids("small"));
        partitionTo("small", "small-groups");
        String backup = backup(resolve(Operation.DELETE, "small", false, dest("small-groups")));
        assertEquals(Set.of("keep", "other"), ids("small"));
        assertCounts(resolve(Operation.RESTORE, "small", false, undo(backup)), "5 restored");
        assertEquals(ALL, ids("small"));
    }

    public void testForceMergeAndNewFields() throws Exception {
        stories("merged");
        partitionTo("merged", "groups");
        client().admin()
                .indices()
                .prepareForceMerge("merged")
                .setMaxNumSegments(1)
                .get();
        assertAcked(client().admin().indices().preparePutMapping("merged").setSource("later", "type=keyword"));
        String backup = backup(resolve(Operation.DELETE, "merged", false, dest("groups")));
        client().admin()
                .indices()
                .prepareForceMerge("merged")
                .setMaxNumSegments(1)
                .get();
        assertEquals(Set.of("keep", "other"), ids("merged"));
        assertCounts(resolve(Operation.RESTORE, "merged", false, undo(backup)), "5 restored");
        assertEquals(ALL, ids("merged"));
    }

    public void testClosedOrBlockedIndexOfCanonical() throws Exception {
        storyInTwoIndices();
        partitionTo("kept,doubled", "groups");
        updateIndexSettings(Settings.builder().put("index.blocks.read", true), "kept");
        assertCounts(resolve(Operation.DELETE, "doubled", false, dest("groups")), "1 canonical_missing");
        updateIndexSettings(Settings.builder().putNull("index.blocks.read"), "kept");
        assertAcked(client().admin().indices().prepareClose("kept"));
        assertCounts(resolve(Operation.DELETE, "doubled", false, dest("groups")), "1 canonical_missing");
        assertCounts(resolve(Operation.MARK, "doubled", false, dest("groups")), "1 canonical_missing");
        assertEquals(Set.of("copy"), ids("doubled"));
        assertAcked(client().admin().indices().prepareOpen("kept"));
        ensureGreen("kept");
        assertCounts(resolve(Operation.DELETE, "doubled", false, dest("groups")), "1 deleted");
    }

    /** The mark of the canonical document does not change what was compared. */
    public void testMarksIndexAfterThatOfCanonical() throws Exception {
        storyInTwoIndices();
        for (int i = 2; i < 40; i++) {
            put("doubled", "copy" + i, page(STORM, 1));
        }
        partitionTo("kept,doubled", "groups");
        assertCounts(resolve(Operation.MARK, "kept", false, dest("groups")), "1 marked");
        assertCounts(resolve(Operation.MARK, "doubled", false, dest("groups")), "39 marked");
        assertCounts(resolve(Operation.MARK, "kept,doubled", false, dest("groups")), "40 noops");
        assertCounts(resolve(Operation.UNMARK, "doubled", false, "{}"), "39 unmarked");
        partitionTo("kept,doubled", "groups");
        put("kept", "keep", page(STORM + OTHER, 9));
        assertCounts(resolve(Operation.MARK, "doubled", false, dest("groups")), "39 canonical_changed");
    }

    /** A copy of a marked document in a new index has the mark, and may have the same version number. */
    public void testMarkedCanonicalInRecreatedIndexCountsAsChanged() throws Exception {
        storyInTwoIndices();
        partitionTo("kept,doubled", "groups");
        assertCounts(resolve(Operation.MARK, "kept", false, dest("groups")), "1 marked");
        Map<String, Object> marked = client().prepareGet("kept", "keep").get().getSource();
        assertAcked(client().admin().indices().prepareDelete("kept"));
        create("kept");
        put("kept", "keep", marked);
        put("kept", "keep", marked);
        assertEquals(marked, client().prepareGet("kept", "keep").get().getSource());
        assertCounts(resolve(Operation.MARK, "doubled", false, dest("groups")), "1 canonical_changed");
    }

    public void testSortedIndex() throws Exception {
        assertAcked(prepareCreate("sorted")
                .setSettings(
                        indexSettings(2, 0).put("index.sort.field", "views").put("index.sort.order", "desc"))
                .setMapping("{\"properties\": {" + MAPPING + "}}"));
        for (int i = 0; i < 6; i++) {
            put("sorted", "p" + i, page(i == 3 ? OTHER : STORM, i));
        }
        partitionTo("sorted", "groups");
        String backup = backup(resolve(Operation.DELETE, "sorted", false, dest("groups")));
        assertEquals(Set.of("p3", "p5"), ids("sorted"));
        assertCounts(resolve(Operation.RESTORE, "sorted", false, undo(backup)), "4 restored");
        assertEquals(6, ids("sorted").size());
    }

    /** A mapping that no longer accepts a document fails its restoration, which can be repeated after the mapping was changed. */
    public void testUndoIntoStrictMapping() throws Exception {
        stories("strict");
        partitionTo("strict", "groups");
        put(new IndexRequest("strict").id("extra").source(extra()));
        partitionTo("strict", "groups");
        String backup = backup(resolve(Operation.DELETE, "strict", false, dest("groups")));
        recreateStrict("strict");
        String again = "{\"backup\": \"" + backup + "\", \"allow_recreated_index\": true}";
        assertCounts(resolve(Operation.RESTORE, "strict", false, again), "5 restored", "1 failed");
        assertAcked(client().admin().indices().preparePutMapping("strict").setSource("added", "type=keyword"));
        assertCounts(resolve(Operation.RESTORE, "strict", false, again), "1 restored", "5 exists");
        assertEquals(extra(), client().prepareGet("strict", "extra").get().getSource());
    }

    private static Map<String, Object> extra() {
        Map<String, Object> source = page(STORM, 1);
        source.put("added", "value");
        return source;
    }

    private void recreateStrict(String index) {
        assertAcked(client().admin().indices().prepareDelete(index));
        assertAcked(prepareCreate(index)
                .setSettings(indexSettings(1, 0))
                .setMapping("{\"dynamic\": \"strict\", \"properties\": {" + MAPPING + "}}"));
    }
}
