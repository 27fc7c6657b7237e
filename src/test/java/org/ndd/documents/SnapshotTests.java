package org.ndd.documents;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasItems;
import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.common.Priority;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.snapshots.SnapshotState;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.junit.Before;
import org.ndd.Found;
import org.ndd.bulk.BulkTask.Operation;
import org.ndd.compat.Project;
import org.ndd.inspect.CheckAction;

/**
 * Documents and runs restored from a snapshot, together or separately, with their names or others. The clean-up never deletes a restored
 * run if its source was not deleted while the run existed. Verdicts about the original documents do not apply to restored ones.
 */
public class SnapshotTests extends ResolveTestCase {

    private static final String REPOSITORY = "snapshots";
    private static final String BY_VIEWS = "{\"canonical\": [\"views\"]}";

    @Before
    public void createRepository() {
        assertAcked(clusterAdmin()
                .preparePutRepository(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT, REPOSITORY)
                .setType("fs")
                .setSettings(Settings.builder().put("location", randomRepoPath())));
    }

    private void snapshot(String name, String... indices) {
        var taken = clusterAdmin()
                .prepareCreateSnapshot(TEST_REQUEST_TIMEOUT, REPOSITORY, name)
                .setIndices(indices)
                .setIndicesOptions(IndicesOptions.lenientExpandHidden())
                .setIncludeGlobalState(false)
                .setWaitForCompletion(true)
                .get();
        assertEquals(SnapshotState.SUCCESS, taken.getSnapshotInfo().state());
    }

    /** @param prefix prefix of the names of restored indices */
    private void restore(String name, String prefix, String... indices) {
        clusterAdmin()
                .prepareRestoreSnapshot(TEST_REQUEST_TIMEOUT, REPOSITORY, name)
                .setIndices(indices)
                .setIndicesOptions(IndicesOptions.lenientExpandHidden())
                .setRenamePattern("^")
                .setRenameReplacement(prefix)
                .setIncludeAliases(prefix.isEmpty())
                .setWaitForCompletion(true)
                .get();
        ensureGreen();
    }

    /** Creates a run of the source, and a snapshot of both. */
    private Set<String> snapshotOfRun(String source) throws Exception {
        stories(source);
        String run = partition(source, BY_VIEWS).id();
        snapshot(source, source + "*");
        return Set.of(run, run + "-boilerplate");
    }

    private Set<String> indices() {
        return Set.copyOf(Project.of(clusterService().state()).indices().keySet());
    }

    private void deleteIndex(String index) {
        assertAcked(indicesAdmin().prepareDelete(index));
    }

    private void assertDeleted(Set<String> run) throws Exception {
        assertSoon(() -> {
            Set<String> left = new TreeSet<>(indices());
            left.retainAll(run);
            assertEquals(Set.of(), left);
        });
    }

    /** Triggers the clean-up, which checks all runs when an index is deleted. */
    private void assertStays(Set<String> run) {
        for (int i = 0; i < 2; i++) {
            createIndex("unrelated");
            deleteIndex("unrelated");
            clusterAdmin()
                    .prepareHealth(TEST_REQUEST_TIMEOUT)
                    .setWaitForEvents(Priority.LANGUID)
                    .get();
        }
        assertThat(indices(), hasItems(run.toArray(String[]::new)));
    }

    private void assertNoVerdictCounts(String source) throws Exception {
        assertEquals(Set.of(), hidden(source, source + "-ndd"));
        assertCounts(delete(source), "5 version_conflicts");
        assertCounts(resolve(Operation.MARK, source, false, "{}"), "6 version_conflicts");
        assertEquals(7, ids(source).size());
        assertEquals(0, having(source, "ndd.group"));
    }

    public void testRestoreWithSameName() throws Exception {
        Set<String> run = snapshotOfRun("same");
        assertEquals(5, hidden("same", "same-ndd").size());
        deleteIndex("same");
        assertDeleted(run);
        restore("same", "", "same*");
        assertStays(run);
        assertNoVerdictCounts("same");
        assertStays(run);
        deleteIndex("same");
        assertDeleted(run);
    }

    public void testRestoreSourceLaterWithOtherName() throws Exception {
        Set<String> run = snapshotOfRun("late");
        deleteIndex("late");
        assertDeleted(run);
        restore("late", "", "late-ndd*");
        assertStays(run);
        restore("late", "old-", "late");
        assertStays(run);
        assertEquals(Set.of(), hidden("old-late", "late-ndd"));
        assertRejected(
                Operation.DELETE,
                "old-late",
                "{\"dest\": {\"index\": \"late-ndd\"}}",
                "compared, [late], but was [old-late]: start another run");
        assertEquals(7, ids("old-late").size());
        deleteIndex("old-late");
        assertStays(run);
        restore("late", "", "late");
        assertStays(run);
        assertNoVerdictCounts("late");
        deleteIndex("late");
        assertDeleted(run);
    }

    public void testRestoreRunWithOtherName() throws Exception {
        Set<String> run = snapshotOfRun("twice");
        restore("twice", "copy-of-", "twice-ndd*");
        Set<String> both = new TreeSet<>(run);
        run.forEach(index -> both.add("copy-of-" + index));
        assertStays(both);
        String copy = both.stream()
                .filter(index -> index.startsWith("copy") && index.endsWith("boilerplate") == false)
                .findFirst()
                .orElseThrow();
        assertEquals(
                "the documents are the compared ones", 5, hidden("twice", copy).size());
        deleteIndex("twice");
        assertDeleted(both);
    }

    /** The index keeps its UUID, and continues its sequence numbers from the snapshot. A verdict on a restored document needs another run. */
    public void testRestoreOverClosedSource() throws Exception {
        stories("over");
        snapshot("before", "over");
        put("over", "copy/0", page(STORM, 0));
        long compared = client().prepareGet("over", "copy/0").get().getSeqNo();
        partition("over", BY_VIEWS);
        String uuid = resolveIndex("over").getUUID();
        assertAcked(indicesAdmin().prepareClose("over"));
        restore("before", "", "over");
        assertEquals(uuid, resolveIndex("over").getUUID());
        put("over", "copy/0", page(OTHER, 0));
        assertEquals(
                "the sequence numbers must match for this test to be meaningful",
                compared,
                client().prepareGet("over", "copy/0").get().getSeqNo());
        assertEquals(Set.of(), hidden("over", "over-ndd"));
        assertCounts(delete("over"), "5 version_conflicts");
        assertEquals(7, ids("over").size());
        partition("over", BY_VIEWS);
        assertCounts(delete("over"), "5 deleted");
        assertEquals("one document of each story", 2, ids("over").size());
    }

    /** The snapshot is of another index, whose documents have the same ids and versions, and other texts. */
    public void testRestoreOtherIndexOverClosedSource() throws Exception {
        String single =
                "Bakers of the old quarter sell bread with chestnuts again. The recipe was lost for a hundred years. "
                        + "A miller found it in a ledger under the roof. ";
        stories("built");
        // in the order of stories, so that the sequence numbers are the same
        List<String> compared = List.of("keep", "copy/0", "copy/1", "copy/2", "copy/3");
        create("next");
        compared.forEach(id -> put("next", id, page(id.equals("keep") ? single : OTHER + id, 0)));
        Map<String, GetResponse> before = documents("built", compared);
        partition("built", BY_VIEWS);
        String uuid = resolveIndex("built").getUUID();
        snapshot("next", "next");
        assertAcked(indicesAdmin().prepareClose("built"));
        clusterAdmin()
                .prepareRestoreSnapshot(TEST_REQUEST_TIMEOUT, REPOSITORY, "next")
                .setRenamePattern("next")
                .setRenameReplacement("built")
                .setWaitForCompletion(true)
                .get();
        ensureGreen();
        assertEquals(uuid, resolveIndex("built").getUUID());
        documents("built", compared).forEach((id, now) -> {
            assertNotEquals(before.get(id).getSource(), now.getSource());
            assertEquals(
                    "must match for this test to be meaningful", before.get(id).getSeqNo(), now.getSeqNo());
            assertEquals(before.get(id).getPrimaryTerm(), now.getPrimaryTerm());
        });
        assertEquals(Set.of(), hidden("built", "built-ndd"));
        assertEquals(Set.copyOf(compared), collapsed("built"));
        assertThat(check("built", "keep"), containsString("\"unique\""));
        assertCounts(delete("built"), "4 version_conflicts", "1 missing");
        assertCounts(resolve(Operation.MARK, "built", false, "{}"), "5 version_conflicts", "1 missing");
        assertEquals(Set.copyOf(compared), ids("built"));
        assertEquals(0, having("built", "ndd.group"));
    }

    /** Returns the documents that the retriever shows with the groups of the run. */
    private Set<String> collapsed(String index) throws IOException {
        String body = "{\"retriever\": {\"near_dup\": {\"retriever\": {\"standard\": {}}, \"dest\": {\"index\": \""
                + index + "-ndd\"}}}}";
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, body)) {
            return Set.copyOf(Found.ids(client().prepareSearch(index)
                    .setSource(new SearchSourceBuilder().parseXContent(parser, true, feature -> true))));
        }
    }

    private String check(String index, String id) throws IOException {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, "{\"ids\": [\"" + id + "\"]}")) {
            return Strings.toString(client().execute(
                            CheckAction.TYPE,
                            CheckAction.Request.fromXContent(index, CheckAction.Request.DEFAULT_TIMEOUT, parser))
                    .actionGet()
                    .body());
        }
    }

    private static Map<String, GetResponse> documents(String index, List<String> ids) {
        Map<String, GetResponse> documents = new TreeMap<>();
        ids.forEach(id -> documents.put(id, client().prepareGet(index, id).get()));
        return documents;
    }
}
