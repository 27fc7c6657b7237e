package org.ndd.documents;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.startsWith;
import static org.ndd.Soon.assertSoon;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionFuture;
import org.elasticsearch.action.admin.cluster.node.tasks.get.GetTaskRequest;
import org.elasticsearch.action.admin.cluster.node.tasks.get.GetTaskResponse;
import org.elasticsearch.action.admin.cluster.node.tasks.get.TransportGetTaskAction;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.tasks.TaskInfo;
import org.ndd.bulk.BulkAction.BulkTaskResponse;
import org.ndd.bulk.BulkTask;
import org.ndd.bulk.BulkTaskAction;
import org.ndd.bulk.BulkTaskReport;
import org.ndd.documents.BackfillAction.Request.BackfillOptions;
import org.ndd.documents.BackfillAction.Request.BackfillOptions.Conflicts;

/**
 * Running backfills in a cluster of several nodes: concurrent writes, which must not be lost, changes of the speed, cancellation, and
 * indices that are blocked or deleted.
 */
public class BackfillTaskTests extends BackfillTestCase {

    /** Documents are updated continuously while backfills run; the last write of each document must survive. */
    public void testConcurrentWritesAreNotLost() throws Exception {
        int count = 200;
        createIndex("busy", PIPELINE, 2);
        index("busy", 0, count);
        int[] written = new int[count];
        AtomicBoolean stop = new AtomicBoolean();
        Thread writer = new Thread(() -> {
            for (int round = 1; stop.get() == false; round++) {
                BulkRequest bulk = new BulkRequest();
                for (int i = random().nextInt(7); i < count; i += 7) {
                    bulk.add(request("busy", i)
                            .source("body", page(i), "views", round)
                            .setPipeline("_none"));
                    written[i] = round;
                }
                assertFalse(client().bulk(bulk).actionGet().hasFailures());
            }
        });
        writer.start();
        long conflicts = 0;
        try {
            // each has about 150 conflicts
            for (int i = 0; i < 4; i++) {
                client().admin().indices().prepareRefresh("busy").get();
                BulkTaskReport report =
                        backfill("busy", "{}", options(null, between(1, 3), 20, Double.POSITIVE_INFINITY));
                assertEquals(report.toString(), "completed", report.fields().get("state"));
                assertEquals(0, count(report, "failed"));
                conflicts += count(report, "version_conflicts");
            }
        } finally {
            stop.set(true);
            writer.join();
        }
        client().admin().indices().prepareRefresh("busy").get();
        assertEquals(0, count(backfill("busy", "{}"), "version_conflicts"));
        Map<String, Map<String, Object>> documents = documents("busy");
        for (int i = 0; i < count; i++) {
            Map<String, Object> document = documents.get(Integer.toString(i));
            assertEquals(written[i] == 0 ? i : written[i], document.get("views"));
            assertNotNull(document.get("ndd"));
        }
        logger.info("[{}] conflicts", conflicts);
    }

    public void testVersionConflicts() throws Exception {
        createIndex("conflict", PIPELINE, 1);
        index("conflict", 0, 60);
        for (Conflicts onConflict : Conflicts.values()) {
            // throttled, so that documents of the second batch change after the point in time was opened
            BackfillOptions slow = new BackfillOptions(null, onConflict, 1, 1000, 16, false);
            ActionFuture<BulkTaskResponse> running =
                    client().execute(BackfillAction.TYPE, request("conflict", "{}", slow, true));
            assertSoon(() -> assertThat(count(status("conflict"), "batches"), equalTo(1L)));
            client().index(request("conflict", 59)
                            .source("body", "new", "views", -1)
                            .setPipeline("_none"))
                    .actionGet();
            faster("conflict");
            BulkTaskReport report = running.actionGet().report;
            assertEquals(1, count(report, "version_conflicts"));
            assertEquals(-1, getDocument("conflict", 59).getSource().get("views"));
            assertFalse(getDocument("conflict", 59).getSource().containsKey("ndd"));
            if (onConflict == Conflicts.PROCEED) {
                assertEquals("completed", report.fields().get("state"));
                assertEquals(59, count(report, "updated"));
                index("conflict", 0, 60);
            } else {
                assertEquals("failed", report.fields().get("state"));
                assertEquals(409, report.status().getStatus());
                assertThat(report.toString(), containsString("version_conflict_engine_exception"));
            }
        }
    }

    private GetResponse getDocument(String index, int number) {
        return client().prepareGet(index, Integer.toString(number))
                .setRouting("r" + number)
                .get();
    }

    private static long bulkRetries(BulkTaskReport report) {
        return (Long) ((Map<?, ?>) report.fields().get("retries")).get("bulk");
    }

    private BulkTaskReport status(String index) {
        List<TaskInfo> tasks = tasks();
        assertEquals(1, tasks.size());
        assertThat(tasks.get(0).description(), containsString(index));
        return (BulkTaskReport) tasks.get(0).status();
    }

    /**
     * At this speed the backfill would take minutes. It ends soon after its cancellation, so it does not wait for the throttle.
     */
    public void testThrottleCancelAndResume() throws Exception {
        createIndex("long", PIPELINE, 2);
        index("long", 0, 300);
        BulkTaskResponse response = client().execute(
                        BackfillAction.TYPE, request("long", "{}", options(null, 2, 1000, 1), false))
                .actionGet();
        assertNull(response.report);
        assertSoon(() -> assertTrue(count(status("long"), "updated") > 0));
        BulkTaskReport status = status("long");
        assertEquals("running", status.fields().get("state"));
        assertEquals(300L, status.fields().get("total"));
        assertEquals(1.0, status.fields().get("requests_per_second"));

        client().admin()
                .cluster()
                .prepareCancelTasks()
                .setTargetTaskId(response.task)
                .get();
        assertSoon(() -> assertEquals(List.of(), tasks()));
        GetTaskResponse stored = client().execute(
                        TransportGetTaskAction.TYPE, new GetTaskRequest().setTaskId(response.task))
                .actionGet();
        Map<String, Object> result = stored.getTask().getResponseAsMap();
        assertEquals("cancelled", result.get("state"));
        assertEquals(300, result.get("total"));
        int updated = ((Number) result.get("updated")).intValue();
        assertTrue(updated > 0 && updated < 300);
        assertTrue(((Number) result.get("throttled_millis")).longValue() > 0);

        client().admin().indices().prepareRefresh("long").get();
        BulkTaskReport rest = backfill("long", "{\"outdated\": false}");
        assertEquals("completed", rest.fields().get("state"));
        assertEquals((long) (300 - updated), rest.fields().get("total"));
        assertEquals(300 - updated, count(rest, "updated"));
        assertEquals(0L, backfill("long", "{\"outdated\": false}").fields().get("total"));
    }

    public void testFailsIfIndexIsDeleted() throws Exception {
        createIndex("gone", PIPELINE, 1);
        index("gone", 0, 100);
        ActionFuture<BulkTaskResponse> running =
                client().execute(BackfillAction.TYPE, request("gone", "{}", options(null, 1, 10, 10), true));
        assertSoon(() -> assertThat(count(status("gone"), "batches"), equalTo(1L)));
        assertAcked(client().admin().indices().prepareDelete("gone"));
        BulkTaskReport report = running.actionGet().report;
        assertEquals("failed", report.fields().get("state"));
        assertEquals(report.toString(), 404, report.status().getStatus());
        assertFalse(indexExists("gone"));
    }

    /** Writes rejected by a temporary block are retried. */
    public void testRetriesUntilBlockIsRemoved() throws Exception {
        createIndex("blocked", PIPELINE, 1);
        index("blocked", 0, 30);
        setBlock("blocked", true);
        ActionFuture<BulkTaskResponse> running = client().execute(
                        BackfillAction.TYPE,
                        request("blocked", "{}", options(null, 1, 10, Double.POSITIVE_INFINITY), true));
        assertSoon(() -> assertTrue(bulkRetries(status("blocked")) > 0));
        setBlock("blocked", false);
        BulkTaskReport report = running.actionGet().report;
        assertEquals(report.toString(), "completed", report.fields().get("state"));
        assertEquals(30, count(report, "updated"));
        assertTrue(bulkRetries(report) > 0);
    }

    private void setBlock(String index, boolean block) {
        Settings settings = Settings.builder()
                .put("index.blocks.read_only_allow_delete", block ? "true" : null)
                .build();
        assertAcked(client().admin().indices().prepareUpdateSettings(index).setSettings(settings));
    }

    /** Active backfills by the prefix of their description. */
    private List<TaskInfo> active(String description) {
        return tasks().stream()
                .filter(task -> task.description().startsWith(description))
                .toList();
    }

    private TaskInfo only(String description) {
        List<TaskInfo> found = active(description);
        assertEquals(description, 1, found.size());
        return found.get(0);
    }

    private List<TaskInfo> change(BulkTaskAction.Request request) {
        return client().execute(BulkTaskAction.TYPE, request).actionGet().getTasks();
    }

    private void faster(String index) {
        TaskId task = only("backfill of [" + index + "]").taskId();
        List<TaskInfo> found =
                change(BulkTaskAction.Request.rethrottle(BulkTask.Kind.BACKFILL, task, Double.POSITIVE_INFINITY));
        assertEquals(1, found.size());
        assertEquals(-1.0, ((BulkTaskReport) found.get(0).status()).fields().get("requests_per_second"));
    }

    public void testCancelAndRethrottleByTaskId() throws Exception {
        createIndex("one", PIPELINE, 1);
        createIndex("two", PIPELINE, 1);
        index("one", 0, 100);
        index("two", 0, 100);
        List<ActionFuture<BulkTaskResponse>> running = new ArrayList<>();
        for (String index : List.of("one", "two")) {
            BackfillAction.Request request = request(index, "{}", options(null, 1, 1000, 1), true);
            running.add(client().execute(BackfillAction.TYPE, request));
        }
        assertSoon(() -> {
            assertEquals(
                    100L,
                    ((BulkTaskReport) only("backfill of [one][ndd]").status())
                            .fields()
                            .get("total"));
            assertEquals(
                    100L,
                    ((BulkTaskReport) only("backfill of [two][ndd]").status())
                            .fields()
                            .get("total"));
        });
        TaskId two = only("backfill of [two]").taskId();
        for (BulkTaskAction.Request other : List.of(
                BulkTaskAction.Request.cancel(BulkTask.Kind.DELETE, two),
                BulkTaskAction.Request.cancel(BulkTask.Kind.BACKFILL, new TaskId(two.getNodeId(), Long.MAX_VALUE)),
                BulkTaskAction.Request.cancel(BulkTask.Kind.BACKFILL, new TaskId("unknown", 1)))) {
            Exception e = expectThrows(ResourceNotFoundException.class, () -> change(other));
            assertThat(e.getMessage(), startsWith("[task_id] must be the id of an active task of ["));
        }
        faster("one");
        assertEquals(
                "completed",
                running.get(0).actionGet(30, TimeUnit.SECONDS).report.fields().get("state"));
        assertEquals(
                two,
                change(BulkTaskAction.Request.cancel(BulkTask.Kind.BACKFILL, two))
                        .get(0)
                        .taskId());
        assertEquals(
                "cancelled",
                running.get(1).actionGet(30, TimeUnit.SECONDS).report.fields().get("state"));
        assertEquals(List.of(), tasks());
    }
}
