package org.ndd.documents;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.xcontent.XContentFactory.jsonBuilder;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.startsWith;
import static org.ndd.Soon.assertSoon;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.xcontent.XContentType;
import org.ndd.bulk.BulkTask;
import org.ndd.bulk.BulkTask.Operation;
import org.ndd.bulk.BulkTaskAction;
import org.ndd.bulk.BulkTaskReport;
import org.ndd.compat.Calls;

/**
 * Duplicates are deleted only if they and their canonical documents are unchanged since the run, restored byte for byte, marked, and
 * unmarked.
 */
public class ResolveClusterTests extends ResolveTestCase {

    public void testDeleteAndUndo() throws Exception {
        stories("news");
        byte[] odd = ("{ \"views\" : 1.50, \"ndd\" : "
                        + Strings.toString(jsonBuilder().value(page(STORM, 1).get("ndd"))) + " }")
                .getBytes(StandardCharsets.UTF_8);
        put(new IndexRequest("news").id("odd").source(new BytesArray(odd), XContentType.JSON));
        String run = partition("news", "{\"canonical\": [\"views\"]}").id();

        BulkTaskReport dry = resolve(Operation.DELETE, "news", true, "{}");
        assertCounts(dry, "6 deleted");
        assertEquals(true, dry.fields().get("dry_run"));
        assertNull(backup(dry));
        assertEquals(run, dry.fields().get("run"));
        assertEquals(8, ids("news").size());

        BulkTaskReport deleted = delete("news");
        assertCounts(deleted, "6 deleted");
        assertEquals(6L, deleted.fields().get("total"));
        assertThat(backup(deleted), startsWith("news-ndd-deleted-"));
        assertEquals(Set.of("keep", "other"), ids("news"));
        assertEquals(6, ids(backup(deleted)).size());
        assertCounts(delete("news"), "6 missing");

        put("news", "copy/0", Map.of("views", 77));
        String body = "{\"backup\": \"" + backup(deleted) + "\"}";
        assertCounts(resolve(Operation.RESTORE, "news", true, body), "6 restored");
        BulkTaskReport restored = resolve(Operation.RESTORE, "news", false, body);
        assertCounts(restored, "5 restored", "1 exists");
        assertEquals(
                List.of(skipped("news", "copy/0", "exists")), restored.fields().get("skipped"));
        assertEquals(8, ids("news").size());
        assertEquals(
                77, client().prepareGet("news", "copy/0").get().getSourceAsMap().get("views"));
        assertArrayEquals(
                "byte for byte",
                odd,
                BytesReference.toBytes(client().prepareGet("news", "odd").get().getSourceAsBytesRef()));
        assertTrue(client().prepareGet("news", "routed")
                .setRouting("elsewhere")
                .get()
                .isExists());
        assertCounts(resolve(Operation.RESTORE, "news", false, body), "6 exists");
    }

    public void testSkipsChangedDocuments() throws Exception {
        stories("moving");
        partition("moving", "{\"canonical\": [\"views\"]}");
        put("moving", "copy/0", page(STORM + "And one sentence more.", 0));
        client().prepareDelete("moving", "copy/1").get();
        BulkTaskReport report = delete("moving");
        assertCounts(report, "3 deleted", "1 version_conflicts", "1 missing");
        assertEquals(
                Set.of(skipped("moving", "copy/0", "version_conflicts"), skipped("moving", "copy/1", "missing")),
                Set.copyOf((List<?>) report.fields().get("skipped")));
        assertEquals(Set.of("copy/0", "keep", "other"), ids("moving"));
        assertEquals(
                "the backup has only deleted documents", 3, ids(backup(report)).size());
    }

    public void testSkipsIfCanonicalChangedOrMissing() throws Exception {
        stories("lost");
        partition("lost", "{\"canonical\": [\"views\"]}");
        put("lost", "keep", page(OTHER, 9));
        assertCounts(delete("lost"), "5 canonical_changed");
        client().prepareDelete("lost", "keep").get();
        assertCounts(delete("lost"), "5 canonical_missing");
        assertEquals(6, ids("lost").size());
    }

    /** Indexes and partitions a document, a copy, and a near-duplicate that is not the same. */
    private void sameAndNear(String index) throws Exception {
        String text = STORM + STORM.replace("town", "city") + OTHER;
        create(index);
        put(index, "long", page(text, 9));
        put(index, "same", page(text, 1));
        put(index, "near", page(text + "The prices of bread have risen.", 0));
        partition(index, "{\"canonical\": [\"views\"]}");
    }

    public void testSelection() throws Exception {
        sameAndNear("rules");
        assertCounts(resolve(Operation.DELETE, "rules", true, "{}"), "1 deleted");
        assertCounts(
                resolve(Operation.DELETE, "rules", true, "{\"min_relation\": \"near\", \"containment\": 0.5}"),
                "2 deleted");
        assertCounts(
                resolve(Operation.DELETE, "rules", true, "{\"min_relation\": \"near\", \"containment\": 1}"),
                "1 deleted");
        assertCounts(
                resolve(
                        Operation.DELETE,
                        "rules",
                        true,
                        "{\"min_relation\": \"near\", \"containment\": 0, \"min_confidence\": 1}"),
                "1 deleted");
    }

    public void testSeveralIndicesAndAliases() throws Exception {
        create("left");
        create("right");
        put("left", "1", page(STORM, 9));
        put("right", "1", page(STORM, 1));
        put("left", "2", page(STORM, 2));
        partition("left,right", "{\"canonical\": [\"views\"], \"dest\": {\"index\": \"both\"}}");
        assertRejected(
                Operation.DELETE,
                "left,right",
                "{}",
                "[dest.index] must be specified if the path is not one concrete index, but was missing for [left,right]");
        assertCounts(resolve(Operation.DELETE, "right", false, "{\"dest\": {\"index\": \"both\"}}"), "1 deleted");
        assertEquals(Set.of(), ids("right"));
        assertEquals(Set.of("1", "2"), ids("left"));
        assertAcked(client().admin()
                .indices()
                .aliases(Calls.aliases()
                        .addAliasAction(AliasActions.add().index("left").alias("plain"))
                        .addAliasAction(
                                AliasActions.add().index("left").alias("routed").searchRouting("1"))
                        .addAliasAction(AliasActions.add()
                                .index("left")
                                .alias("some")
                                .filter(QueryBuilders.termQuery("views", 2)))));
        for (String alias : List.of("some", "routed")) {
            assertRejected(
                    Operation.DELETE,
                    alias,
                    "{\"dest\": {\"index\": \"both\"}}",
                    "[index] must be an index or an alias without a filter and routing, but was [" + alias + "]");
        }
        assertCounts(resolve(Operation.DELETE, "plain", false, "{\"dest\": {\"index\": \"both\"}}"), "1 deleted");
        assertEquals(Set.of("1"), ids("left"));
    }

    public void testMarkAndUnmark() throws Exception {
        stories("marks");
        partition("marks", "{\"canonical\": [\"views\"]}");
        assertCounts(resolve(Operation.MARK, "marks", true, "{}"), "6 marked");
        assertEquals(0, having("marks", "ndd.group"));
        BulkTaskReport marked = resolve(Operation.MARK, "marks", false, "{}");
        assertCounts(marked, "6 marked");
        assertEquals("each document is counted once", 6L, marked.fields().get("total"));
        assertEquals(6, having("marks", "ndd.group"));
        assertEquals(5, having("marks", "ndd.duplicate_of"));
        GetResponse copy = client().prepareGet("marks", "copy/0").get();
        Map<?, ?> ndd = (Map<?, ?>) copy.getSourceAsMap().get("ndd");
        assertEquals(Map.of("index", "marks", "id", "keep"), ndd.get("duplicate_of"));
        assertNotNull(ndd.get("fingerprints"));
        assertNull(((Map<?, ?>) client().prepareGet("marks", "keep")
                        .get()
                        .getSourceAsMap()
                        .get("ndd"))
                .get("duplicate_of"));
        BulkTaskReport noops = resolve(Operation.MARK, "marks", false, "{}");
        assertCounts(noops, "6 noops");
        assertEquals(6L, noops.fields().get("total"));
        // a mark counts as a change
        assertCounts(delete("marks"), "5 version_conflicts");

        // one document is not a duplicate anymore, another one has become the canonical document
        put("marks", "copy/1", page(OTHER, 1));
        put("marks", "copy/2", page(STORM, 99));
        partition("marks", "{\"canonical\": [\"views\"]}");
        Map<String, Object> changed =
                new LinkedHashMap<>(client().prepareGet("marks", "copy/3").get().getSourceAsMap());
        changed.put("views", 1000);
        put("marks", "copy/3", changed);
        BulkTaskReport again = resolve(Operation.MARK, "marks", false, "{}");
        assertThat(again.toString(), (Long) again.fields().get("marked"), greaterThan(0L));
        assertEquals(
                again.toString(),
                again.fields().get("total"),
                counts(again).values().stream().mapToLong(Long::longValue).sum());
        assertEquals("outdated marks are removed", 1L, (long) again.fields().get("unmarked"));
        assertEquals(
                Map.of("index", "marks", "id", "copy/2"),
                ((Map<?, ?>) client().prepareGet("marks", "keep")
                                .get()
                                .getSourceAsMap()
                                .get("ndd"))
                        .get("duplicate_of"));
        client().admin().indices().prepareRefresh("marks").get();
        BulkTaskReport unmarked = resolve(Operation.UNMARK, "marks", false, "{}");
        assertThat((Long) unmarked.fields().get("unmarked"), greaterThan(0L));
        assertEquals(0, having("marks", "ndd.group"));
        assertEquals(0, having("marks", "ndd.duplicate_of"));
        assertEquals(7, having("marks", "ndd.fingerprints"));
        partition("marks", "{\"canonical\": [\"views\"]}");
        assertThat((Long) delete("marks").fields().get("deleted"), greaterThan(0L));
    }

    /** A partial update keeps the mark of a document, whose text may be another one. */
    public void testMarkedDocumentsThatChangedAreSkipped() throws Exception {
        stories("edited");
        partition("edited", "{\"canonical\": [\"views\"]}");
        assertCounts(resolve(Operation.MARK, "edited", false, "{}"), "6 marked");
        client().prepareUpdate("edited", "copy/0").setDoc(Map.of("views", 7)).get();
        assertCounts(resolve(Operation.MARK, "edited", false, "{}"), "5 noops", "1 version_conflicts");
        partition("edited", "{\"canonical\": [\"views\"]}");
        assertCounts(resolve(Operation.MARK, "edited", false, "{}"), "6 noops");
    }

    public void testRemovesUnrefreshedMarks() throws Exception {
        sameAndNear("fresh");
        updateIndexSettings(Settings.builder().put("index.refresh_interval", "-1"), "fresh");
        assertCounts(resolve(Operation.MARK, "fresh", false, "{}"), "3 marked");
        assertCounts(resolve(Operation.MARK, "fresh", false, "{\"min_relation\": \"same\"}"), "2 noops", "1 unmarked");
        assertCounts(resolve(Operation.UNMARK, "fresh", false, "{}"), "2 unmarked");
        assertEquals(0, having("fresh", "ndd.group"));
    }

    public void testRequestsPerSecondAndCancel() throws Exception {
        create("slow");
        for (int i = 0; i < 40; i++) {
            put("slow", "p" + i, page(STORM, i));
        }
        partition("slow", "{\"canonical\": [\"views\"]}");
        ResolveAction.Request request =
                ResolveAction.Request.parse(Operation.DELETE, new String[] {"slow"}, null, false, 0.5, false);
        var task = client().execute(ResolveAction.TYPE, request).actionGet().task;
        awaitDeleted(task);
        client().admin().cluster().prepareCancelTasks().setTargetTaskId(task).get();
        assertEquals("cancelled", endedTask(task).get("state"));
        assertThat(ids("slow").size(), greaterThan(10));
    }

    /** The stored result of a task that has ended. */
    private static Map<String, Object> endedTask(TaskId task) throws Exception {
        Map<String, Object> result = new HashMap<>();
        assertSoon(() -> {
            var ended = client().admin().cluster().prepareGetTask(task).get().getTask();
            assertTrue(ended.isCompleted());
            result.putAll(ended.getResponseAsMap());
        });
        return result;
    }

    public void testUsesFieldOfRun() throws Exception {
        assertAcked(prepareCreate("fields").setMapping("near", "type=near_dup", "ndd", "type=near_dup"));
        for (int i = 0; i < 2; i++) {
            Map<String, Object> page = new HashMap<>(page(STORM, i));
            page.put("near", page.remove("ndd"));
            put("fields", "p" + i, page);
        }
        partition("fields", "{\"target_field\": \"near\"}");
        assertRejected(Operation.MARK, "fields", "{\"target_field\": \"ndd\"}", "[near], but was [ndd]");
        assertRejected(Operation.DELETE, "fields", "{\"target_field\": \"ndd\"}", "[near], but was [ndd]");
        assertCounts(resolve(Operation.MARK, "fields", false, "{}"), "2 marked");
        assertEquals(2, having("fields", "near.group"));
        assertEquals(0, having("fields", "ndd.group"));
    }

    /** All users who may read tasks can read their results. */
    public void testTaskResultHasNoDocumentIds() throws Exception {
        create("task");
        put("task", "1", page(STORM, 9));
        put("task", "2", page(STORM, 1));
        partition("task", "{\"canonical\": [\"views\"]}");
        put("task", "2", page(STORM, 2));
        ResolveAction.Request request =
                ResolveAction.Request.parse(Operation.DELETE, new String[] {"task"}, null, false, -1, false);
        var task = client().execute(ResolveAction.TYPE, request).actionGet().task;
        Map<String, Object> result = endedTask(task);
        assertEquals(1, result.get("version_conflicts"));
        assertEquals(List.of(), result.get("skipped"));
    }

    private BulkTaskReport change(BulkTaskAction.Request request) {
        return (BulkTaskReport) client().execute(BulkTaskAction.TYPE, request)
                .actionGet()
                .getTasks()
                .get(0)
                .status();
    }

    public void testRethrottleAndCancelRunningTasks() throws Exception {
        create("slow");
        for (int i = 0; i < 40; i++) {
            put("slow", "p" + i, page(STORM, i));
        }
        partition("slow", "{\"canonical\": [\"views\"]}");
        Map<Operation, BulkTask.Kind> kinds =
                Map.of(Operation.DELETE, BulkTask.Kind.DELETE, Operation.MARK, BulkTask.Kind.MARK);
        for (Map.Entry<Operation, BulkTask.Kind> kind : kinds.entrySet()) {
            ResolveAction.Request request =
                    ResolveAction.Request.parse(kind.getKey(), new String[] {"slow"}, null, true, 0.1, false);
            TaskId faster = client().execute(ResolveAction.TYPE, request).actionGet().task;
            TaskId cancelled = client().execute(ResolveAction.TYPE, request).actionGet().task;
            double unlimited = Double.POSITIVE_INFINITY;
            assertEquals(
                    -1.0,
                    change(BulkTaskAction.Request.rethrottle(kind.getValue(), faster, unlimited))
                            .fields()
                            .get("requests_per_second"));
            assertEquals("completed", endedTask(faster).get("state"));
            assertEquals(
                    0.1,
                    change(BulkTaskAction.Request.cancel(kind.getValue(), cancelled))
                            .fields()
                            .get("requests_per_second"));
            assertEquals("cancelled", endedTask(cancelled).get("state"));
        }
    }

    public void testBadRequests() throws Exception {
        stories("checked");
        assertAcked(prepareCreate("plain"));
        Exception e = expectThrows(ResourceNotFoundException.class, () -> delete("checked"));
        assertThat(e.getMessage(), containsString("[checked-ndd], which does not exist: start a run first"));
        partition("checked", "{}");
        assertRejected(Operation.DELETE, "plain", "{}", "[target_field] must be mapped as [near_dup] in index [plain]");
        assertRejected(
                Operation.DELETE, "checked", "{\"dest\": {\"index\": \"plain\"}}", "[plain], which is another index");
        assertRejected(Operation.DELETE, "checked", "{\"backup\": \"plain\"}", "[plain], which is another");
        assertRejected(
                Operation.DELETE,
                "checked",
                "{\"backup\": \"Up\"}",
                "[backup] must be a valid name of an index, but was [Up]");
        assertRejected(
                Operation.DELETE, "checked", "{\"backup\": \"\\ud800\"}", "[backup] must be well-formed Unicode");
        e = expectThrows(
                ResourceNotFoundException.class,
                () -> resolve(Operation.RESTORE, "checked", false, "{\"backup\": \"none\"}"));
        assertThat(e.getMessage(), containsString("[none], which does not exist"));
        assertRejected(
                Operation.RESTORE,
                "checked",
                "{\"backup\": \"checked-ndd\"}",
                "[backup] must be an index of deleted documents");
        assertAcked(prepareCreate("partly").setMapping("""
                { "_source": { "excludes": [ "secret" ] }, "properties": { "ndd": { "type": "near_dup" } } }"""));
        assertRejected(
                Operation.DELETE, "partly", "{}", "[index] must be an index whose [_source] holds the whole document");
    }
}
