package org.ndd.documents;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.transport.TransportService;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.EarlierFormat;
import org.ndd.bulk.BulkTask.Operation;
import org.ndd.bulk.BulkTaskReport;
import org.ndd.compat.Calls;
import org.ndd.config.SourceState;

/** Changes to indices before or during the deletion or marking of duplicates cause no loss of documents. */
public class ResolveSafetyTests extends ResolveTestCase {

    /** A bulk update changes the input of a document without the processor, whose text stays. */
    private void putWithInput(
            String index, String id, int views, Map<String, Object> processed, Map<String, Object> current) {
        Map<String, Object> source = page(STORM, views);
        @SuppressWarnings("unchecked")
        Map<String, Object> ndd = (Map<String, Object>) source.get("ndd");
        List<String> fields = List.copyOf(processed.keySet());
        ndd.put("source_field", fields);
        ndd.put("source_hash", SourceState.hash(fields, processed::get));
        source.putAll(current);
        put(index, id, source);
    }

    public void testSkipsDocumentsWhoseInputIsNotTheComparedText() throws Exception {
        create("inputs");
        putWithInput("inputs", "keep", 9, Map.of("body", STORM), Map.of("body", STORM));
        putWithInput("inputs", "equal", 2, Map.of("body", STORM), Map.of("body", STORM));
        putWithInput("inputs", "rewritten", 1, Map.of("body", STORM), Map.of("body", OTHER));
        partition("inputs", "{\"canonical\": [\"views\"]}");
        assertCounts(resolve(Operation.DELETE, "inputs", true, "{}"), "1 deleted", "1 version_conflicts");
        assertCounts(delete("inputs"), "1 deleted", "1 version_conflicts");
        assertEquals(Set.of("keep", "rewritten"), ids("inputs"));
    }

    public void testSkipsDocumentsWhoseTitleIsNotTheComparedOne() throws Exception {
        create("titles");
        Map<String, Object> red = Map.of("body", STORM, "title", "Red shoe");
        putWithInput("titles", "keep", 9, red, red);
        putWithInput("titles", "equal", 2, red, red);
        putWithInput("titles", "renamed", 1, red, Map.of("body", STORM, "title", "Blue shoe"));
        partition("titles", "{\"canonical\": [\"views\"]}");
        assertCounts(delete("titles"), "1 deleted", "1 version_conflicts");
        assertEquals(Set.of("keep", "renamed"), ids("titles"));
    }

    public void testSkipsDocumentsWhoseCanonicalIsNotTheComparedText() throws Exception {
        create("rewritten");
        putWithInput("rewritten", "keep", 9, Map.of("body", STORM), Map.of("body", OTHER));
        putWithInput("rewritten", "copy", 1, Map.of("body", STORM), Map.of("body", STORM));
        partition("rewritten", "{\"canonical\": [\"views\"]}");
        assertCounts(delete("rewritten"), "1 canonical_changed");
        assertEquals(Set.of("keep", "copy"), ids("rewritten"));
    }

    /** Groups of an earlier ndd, whose format may not distinguish documents that the current one does. */
    public void testRejectsRunOfAnotherFormat() throws Exception {
        create("formats");
        put("formats", "keep", page(STORM, 9));
        put("formats", "copy", page(STORM, 1));
        String run = partition("formats", "{\"canonical\": [\"views\"]}").id();
        EarlierFormat.set(client(), clusterService().state(), run);
        String expected = "[dest] must be the destination of a run in the fingerprint format of this ndd, but was "
                + "[formats-ndd], whose run [" + run
                + "] is in that of another version: backfill its indices and start "
                + "another run";
        for (Operation operation : List.of(Operation.DELETE, Operation.MARK)) {
            assertRejected(operation, "formats", "{}", expected);
        }
        assertEquals(Set.of("keep", "copy"), ids("formats"));
    }

    /** Starts a deletion that deletes some documents and then waits for a long time. */
    private TaskId slowDeletion(String index, String body, double speed) throws IOException {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, body)) {
            ResolveAction.Request request =
                    ResolveAction.Request.parse(Operation.DELETE, new String[] {index}, parser, false, speed, false);
            return client().execute(ResolveAction.TYPE, request).actionGet().task;
        }
    }

    private Map<String, Object> ended(TaskId task) throws Exception {
        assertSoon(() -> assertTrue(
                client().admin().cluster().prepareGetTask(task).get().getTask().isCompleted()));
        return client().admin().cluster().prepareGetTask(task).get().getTask().getResponseAsMap();
    }

    private void many(String index, int documents) {
        create(index);
        IntStream.range(0, documents).forEach(i -> put(index, "p" + i, page(STORM, i)));
    }

    public void testRejectsConcurrentTasks() throws Exception {
        many("busy", 20);
        many("other", 2);
        partition("busy", "{\"canonical\": [\"views\"], \"dest\": {\"index\": \"descending\"}}");
        partition("busy,other", "{\"canonical\": [{\"views\": \"asc\"}], \"dest\": {\"index\": \"ascending\"}}");
        partition("other", "{}");
        assertAcked(client().admin()
                .indices()
                .aliases(Calls.aliases()
                        .addAliasAction(AliasActions.add().index("busy").alias("everyday"))));
        TaskId task = slowDeletion("busy", "{\"dest\": {\"index\": \"descending\"}}", 0.5);
        for (String index : List.of("busy", "everyday", "bus*", "busy,other", "other")) {
            assertConflict(task, Operation.DELETE, index, "{\"dest\": {\"index\": \"ascending\"}}");
        }
        assertConflict(task, Operation.MARK, "busy", "{\"dest\": {\"index\": \"descending\"}}");
        assertConflict(task, Operation.UNMARK, "busy", "{}");
        // the second task may restore only the duplicates of the first task, whose canonical documents still exist
        assertThat(
                "dry runs are allowed",
                (Long) resolve(Operation.DELETE, "busy", true, "{\"dest\": {\"index\": \"descending\"}}")
                        .fields()
                        .get("deleted"),
                greaterThan(0L));
        assertCounts(delete("other"), "1 deleted");
        client().admin().cluster().prepareCancelTasks().setTargetTaskId(task).get();
        assertEquals("cancelled", ended(task).get("state"));
        assertEquals(
                "completed",
                resolve(Operation.DELETE, "busy", false, "{\"dest\": {\"index\": \"ascending\"}}")
                        .fields()
                        .get("state"));
        assertThat(
                "at most one task deletes a document of each pair", ids("busy").size(), greaterThan(0));
    }

    private void assertConflict(TaskId task, Operation operation, String index, String body) {
        Exception e = expectThrows(Exception.class, () -> resolve(operation, index, false, body));
        assertEquals(e.toString(), RestStatus.CONFLICT, ExceptionsHelper.status(e));
        assertThat(
                ExceptionsHelper.unwrapCause(e).getMessage(),
                containsString("[busy] is claimed by task [" + task
                        + "], a deletion: wait until that task ends, or cancel it with " + "[POST /_ndd/delete/" + task
                        + "/_cancel]"));
    }

    public void testDeletionStopsIfBackupIsDeleted() throws Exception {
        many("backed", 40);
        partition("backed", "{\"canonical\": [\"views\"]}");
        TaskId task = slowDeletion("backed", "{\"backup\": \"copies\"}", 4);
        awaitDeleted(task);
        assertAcked(client().admin().indices().prepareDelete("copies"));
        int left = ids("backed").size();
        Map<String, Object> report = ended(task);
        assertEquals("failed", report.get("state"));
        assertThat(
                report.get("failures").toString(),
                containsString("[backup] must stay until the deletion has ended, but index [copies] was deleted"));
        assertEquals("no more documents are deleted", left, ids("backed").size());
        assertFalse("the backup is not created again", indexExists("copies"));
    }

    /** Another request deletes a document before the first deletions of the task. */
    private void deleteBeforeDeletions(String index, String id) {
        BeforeBulk.once(
                index,
                true,
                proceed -> client().prepareDelete(index, id)
                        .execute(ActionListener.running(() -> proceed.onResponse(null))));
    }

    public void testRestoresIfCanonicalIsDeletedConcurrently() throws Exception {
        stories("moment");
        partition("moment", "{\"canonical\": [\"views\"]}");
        deleteBeforeDeletions("moment", "keep");
        BulkTaskReport report = delete("moment");
        assertCounts(report, "5 canonical_missing");
        assertEquals(Set.of("copy/0", "copy/1", "copy/2", "copy/3", "other", "routed"), ids("moment"));
        assertEquals("existing documents have no copy in the backup", Set.of(), ids(backup(report)));
    }

    /** The report must not omit documents that were deleted, and could not be restored. */
    public void testCountsDocumentsThatCannotBeRestored() throws Exception {
        stories("stranded");
        partition("stranded", "{\"canonical\": [\"views\"]}");
        BeforeBulk.once("stranded", true, canonicalDeleted -> {
            BeforeBulk.once(
                    "stranded",
                    false,
                    blocked -> client().admin()
                            .indices()
                            .prepareUpdateSettings("stranded")
                            .setSettings(Settings.builder().put("index.blocks.write", true))
                            .execute(ActionListener.running(() -> blocked.onResponse(null))));
            client().prepareDelete("stranded", "keep")
                    .execute(ActionListener.running(() -> canonicalDeleted.onResponse(null)));
        });
        BulkTaskReport report = delete("stranded");
        assertFailed(report, "index [stranded] blocked by: [FORBIDDEN/8/index write (api)]");
        assertEquals(report.toString(), 5L, (long) counts(report).get("deleted"));
        updateIndexSettings(Settings.builder().putNull("index.blocks.write"), "stranded");
        assertEquals(Set.of("other"), ids("stranded"));
        assertCounts(resolve(Operation.RESTORE, "stranded", false, undo(backup(report))), "5 restored");
    }

    /** Documents without their canonical document are restored even if the cluster is too busy for it when the task is cancelled. */
    public void testRestoresAfterCancellationWhileClusterIsBusy() throws Exception {
        stories("busy");
        partition("busy", "{\"canonical\": [\"views\"]}");
        AtomicBoolean deletes = new AtomicBoolean();
        AtomicInteger rejected = new AtomicInteger();
        BeforeBulk.hook = (bulk, proceed) -> {
            DocWriteRequest<?> first = bulk.requests().get(0);
            boolean isDeletion = first.index().equals("busy") && first.opType() == DocWriteRequest.OpType.DELETE;
            if (isDeletion && deletes.compareAndSet(false, true)) {
                client().prepareDelete("busy", "keep").execute(ActionListener.running(proceed));
                return true;
            }
            if (first.opType() != DocWriteRequest.OpType.CREATE || isCancelled()) {
                return false;
            }
            client().admin()
                    .cluster()
                    .prepareCancelTasks()
                    .setActions(ResolveAction.TYPE.name())
                    .execute(ActionListener.noop());
            throw new EsRejectedExecutionException("busy " + rejected.incrementAndGet());
        };
        BulkTaskReport report = delete("busy");
        assertThat(rejected.get(), greaterThan(0));
        assertEquals(report.toString(), "cancelled", report.fields().get("state"));
        assertEquals(report.toString(), 5L, report.fields().get("canonical_missing"));
        assertEquals(Set.of("copy/0", "copy/1", "copy/2", "copy/3", "other", "routed"), ids("busy"));
    }

    private static boolean isCancelled() {
        for (TransportService node : internalCluster().getInstances(TransportService.class)) {
            for (CancellableTask task :
                    node.getTaskManager().getCancellableTasks().values()) {
                if (task.getAction().equals(ResolveAction.TYPE.name()) && task.isCancelled()) {
                    return true;
                }
            }
        }
        return false;
    }

    /** A request that deletes a document may be sent again because its response was lost, and then fails with a conflict. */
    public void testKeepsCopyOfDocumentThatLostRequestDeleted() throws Exception {
        stories("resent");
        partition("resent", "{\"canonical\": [\"views\"]}");
        deleteBeforeDeletions("resent", "copy/0");
        BulkTaskReport report = delete("resent");
        assertCounts(report, "5 deleted");
        assertCounts(
                resolve(Operation.RESTORE, "resent", false, "{\"backup\": \"" + backup(report) + "\"}"), "5 restored");
    }

    /** A document that was changed meanwhile is counted once, also if documents without their canonical document cannot be restored. */
    public void testCountsConflictsOnceIfRestorationFails() throws Exception {
        stories("once");
        partition("once", "{\"canonical\": [\"views\"]}");
        IndexRequest change = new IndexRequest("once").id("copy/0").source(page(STORM, 7));
        AtomicBoolean deletes = new AtomicBoolean();
        BeforeBulk.hook = (bulk, proceed) -> {
            DocWriteRequest<?> first = bulk.requests().get(0);
            boolean isDeletion = first.index().equals("once") && first.opType() == DocWriteRequest.OpType.DELETE;
            if (isDeletion && deletes.compareAndSet(false, true)) {
                client().prepareDelete("once", "keep")
                        .execute(ActionListener.running(() -> client().index(change, ActionListener.running(proceed))));
                return true;
            }
            if (first.opType() == DocWriteRequest.OpType.CREATE && first.index().equals("once")) {
                throw new IllegalStateException("not restored");
            }
            return false;
        };
        BulkTaskReport report = delete("once");
        assertEquals(report.toString(), "failed", report.fields().get("state"));
        assertEquals(report.toString(), 1L, report.fields().get("version_conflicts"));
        assertEquals(report.toString(), 4L, report.fields().get("deleted"));
    }

    /** The reason of a failure names the index that rejected a document if it is not the index of the document. */
    public void testNamesClosedBackup() throws Exception {
        stories("named");
        partition("named", "{\"canonical\": [\"views\"]}");
        BeforeBulk.once(
                "closed_copies",
                false,
                proceed -> client().admin()
                        .indices()
                        .prepareClose("closed_copies")
                        .execute(ActionListener.running(() -> proceed.onResponse(null))));
        BulkTaskReport report = resolve(Operation.DELETE, "named", false, "{\"backup\": \"closed_copies\"}");
        assertCounts(report, "5 failed");
        assertThat(report.fields().get("failures").toString(), containsString("reason=[closed_copies] closed"));
        assertEquals(7, ids("named").size());
    }

    public void testCountsDeletedDocumentsOfFailedBatch() throws Exception {
        create("open");
        create("blocked");
        put("open", "keep", page(STORM, 9));
        put("open", "copy/0", page(STORM, 1));
        put("blocked", "copy/1", page(STORM, 2));
        partition("open,blocked", "{\"canonical\": [\"views\"], \"dest\": {\"index\": \"both\"}}");
        BeforeBulk.hook = (bulk, proceed) -> {
            if (bulk.requests().get(0).opType() != DocWriteRequest.OpType.DELETE) {
                return false;
            }
            BeforeBulk.hook = null;
            client().admin()
                    .indices()
                    .prepareUpdateSettings("blocked")
                    .setSettings(Settings.builder().put("index.blocks.write", true))
                    .execute(ActionListener.running(proceed));
            return true;
        };
        String dest = "{\"dest\": {\"index\": \"both\"}, \"backup\": \"copies\"}";
        BulkTaskReport report = resolve(Operation.DELETE, "open,blocked", false, dest);
        assertEquals(report.toString(), RestStatus.FORBIDDEN, report.status());
        assertEquals(1L, report.fields().get("deleted"));
        assertEquals(Set.of("keep"), ids("open"));
        assertEquals(Set.of("copy/1"), ids("blocked"));
        updateIndexSettings(Settings.builder().putNull("index.blocks.write"), "blocked");
        assertCounts(
                resolve(Operation.RESTORE, "open,blocked", false, "{\"backup\": \"copies\"}"),
                "1 restored",
                "1 exists");
    }
}
