package org.ndd.documents;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;

import java.util.List;
import java.util.Set;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.index.IndexNotFoundException;
import org.ndd.bulk.BulkTask.Operation;
import org.ndd.bulk.BulkTaskReport;
import org.ndd.compat.Project;
import org.ndd.partition.TestDecisions;

/** Deletions, marks, their undo and decisions, if their indices are deleted or recreated before or while they are executed. */
public class ResolveRecreatedIndexTests extends ResolveTestCase {

    private void recreate(String index, String text) {
        assertAcked(client().admin().indices().prepareDelete(index));
        create(index);
        for (String id : List.of("keep", "copy/0", "copy/1", "copy/2", "copy/3")) {
            put(index, id, page(text, 0));
        }
    }

    public void testSkipsRecreatedIndex() throws Exception {
        stories("nightly");
        partition("nightly", "{\"canonical\": [\"views\"], \"dest\": {\"retain_on_source_deletion\": true}}");
        assertEquals(5, hidden("nightly", "nightly-ndd").size());
        long seqNo = client().prepareGet("nightly", "copy/0").get().getSeqNo();
        recreate("nightly", OTHER);
        assertEquals(
                "the sequence numbers must match for this test to be meaningful",
                seqNo,
                client().prepareGet("nightly", "copy/0").get().getSeqNo());
        assertCounts(resolve(Operation.DELETE, "nightly", true, "{}"), "4 version_conflicts", "1 missing");
        BulkTaskReport report = delete("nightly");
        assertCounts(report, "4 version_conflicts", "1 missing");
        assertNull(report.fields().get("backup"));
        assertTrue(
                "no empty backup is left",
                Project.of(clusterService().state()).indices().keySet().stream()
                        .noneMatch(name -> name.contains("-deleted-")));
        assertEquals(5, ids("nightly").size());
        assertCounts(resolve(Operation.MARK, "nightly", false, "{}"), "5 version_conflicts", "1 missing");
        assertEquals(0, having("nightly", "ndd.group"));
        assertEquals(Set.of(), hidden("nightly", "nightly-ndd"));
    }

    public void testSkipsIfIndexOfCanonicalWasRecreated() throws Exception {
        storyInTwoIndices();
        partition("kept,doubled", "{\"canonical\": [\"views\"], \"dest\": {\"index\": \"two-ndd\"}}");
        recreate("kept", OTHER);
        assertCounts(
                resolve(Operation.DELETE, "doubled", false, "{\"dest\": {\"index\": \"two-ndd\"}}"),
                "1 canonical_changed");
        assertEquals(Set.of("copy"), ids("doubled"));
    }

    public void testUndoRequiresAllowRecreatedIndex() throws Exception {
        stories("undone");
        partition("undone", "{\"canonical\": [\"views\"]}");
        String backup = backup(delete("undone"));
        recreate("undone", OTHER);
        for (String id : List.of("copy/0", "copy/1", "copy/2", "copy/3")) {
            client().prepareDelete("undone", id).get();
        }
        String body = "{\"backup\": \"" + backup + "\"%s}";
        assertCounts(
                resolve(Operation.RESTORE, "undone", false, String.format(java.util.Locale.ROOT, body, "")),
                "5 version_conflicts");
        assertEquals(Set.of("keep"), ids("undone"));
        assertCounts(
                resolve(
                        Operation.RESTORE,
                        "undone",
                        false,
                        String.format(java.util.Locale.ROOT, body, ", \"allow_recreated_index\": true")),
                "5 restored");
    }

    public void testUndoDoesNotCreateDeletedIndex() throws Exception {
        stories("undone");
        partition("undone", RETAINED);
        String backup = backup(delete("undone"));
        BeforeBulk.once("undone", false, deletion("undone"));
        assertFailed(resolve(Operation.RESTORE, "undone", false, undo(backup)), "no such index [undone]");
        assertFalse(indexExists("undone"));
        assertEquals(5, ids(backup).size());
    }

    public void testDecisionsDoNotCreateDeletedIndex() throws Exception {
        stories("judged");
        List<TestDecisions.Pair> pairs = List.of(new TestDecisions.Pair("keep", "copy/0", false));
        for (boolean exists : new boolean[] {false, true}) {
            if (exists) {
                TestDecisions.put(client(), "judged", pairs);
            }
            BeforeBulk.once(TestDecisions.INDEX, false, deletion(TestDecisions.INDEX));
            expectThrows(IndexNotFoundException.class, () -> TestDecisions.put(client(), "judged", pairs));
            assertFalse(indexExists(TestDecisions.INDEX));
        }
        TestDecisions.put(client(), "judged", pairs);
        BeforeBulk.once(TestDecisions.INDEX, true, deletion(TestDecisions.INDEX));
        expectThrows(IndexNotFoundException.class, () -> TestDecisions.delete(client(), "judged", pairs));
        assertFalse(indexExists(TestDecisions.INDEX));
    }

    /** A decision is about the texts of its documents, so it has no effect on documents of the same ids with other texts. */
    public void testDecisionIsNotAboutIndexRecreatedConcurrently() throws Exception {
        create("judged");
        put("judged", "keep", page(STORM, 9));
        put("judged", "copy", page(STORM, 1));
        TestDecisions.put(client(), "judged", List.of(new TestDecisions.Pair("keep", "copy", true)));
        BeforeBulk.once(
                TestDecisions.INDEX,
                false,
                proceed -> client().threadPool().generic().execute(() -> {
                    assertAcked(client().admin().indices().prepareDelete("judged"));
                    create("judged");
                    put("judged", "keep", page(OTHER, 9));
                    put("judged", "copy", page(OTHER, 1));
                    proceed.onResponse(null);
                }));
        TestDecisions.put(client(), "judged", List.of(new TestDecisions.Pair("keep", "copy", false)));
        partition("judged", "{\"canonical\": [\"views\"], \"decisions_index\": \"" + TestDecisions.INDEX + "\"}");
        assertCounts(resolve(Operation.DELETE, "judged", true, "{}"), "1 deleted");
    }

    public void testMarkingDoesNotCreateDeletedIndex() throws Exception {
        stories("marked");
        partition("marked", RETAINED);
        BeforeBulk.once("marked", false, deletion("marked"));
        assertFailed(resolve(Operation.MARK, "marked", false, "{}"), "no such index [marked]");
        assertFalse(indexExists("marked"));
    }

    public void testDeletesNothingFromIndexRecreatedConcurrently() throws Exception {
        stories("replaced");
        partition("replaced", RETAINED);
        BeforeBulk.once(
                "replaced",
                true,
                proceed -> client().admin()
                        .indices()
                        .prepareDelete("replaced")
                        .execute(ActionListener.running(
                                () -> client().threadPool().generic().execute(() -> {
                                    stories("replaced");
                                    proceed.onResponse(null);
                                }))));
        assertFailed(delete("replaced"), "no such index [replaced]");
        assertEquals(
                "documents of the same ids and sequence numbers",
                7,
                ids("replaced").size());
    }
}
