package org.ndd.backfill;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.startsWith;
import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionFuture;
import org.elasticsearch.action.admin.cluster.node.tasks.get.GetTaskRequest;
import org.elasticsearch.action.admin.cluster.node.tasks.get.GetTaskResponse;
import org.elasticsearch.action.admin.cluster.node.tasks.get.TransportGetTaskAction;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest.RefreshPolicy;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.mapper.MockFieldFilterPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.search.MockSearchService;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.tasks.TaskInfo;
import org.elasticsearch.test.ESIntegTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.StateInMemoryPlugin;
import org.ndd.backfill.BackfillRequest.BackfillOptions;
import org.ndd.backfill.BackfillRequest.BackfillOptions.Conflicts;
import org.ndd.bulk.BulkTask;
import org.ndd.bulk.BulkTaskAction;
import org.ndd.bulk.BulkTaskReport;
import org.ndd.bulk.BulkTaskResponse;
import org.ndd.compat.TestCalls;
import org.ndd.plugin.NddPlugin;

/** Backfills in a cluster of several nodes: outdated documents are updated, others are unchanged, and no concurrent write is lost. */
@ESIntegTestCase.ClusterScope(numDataNodes = 2, numClientNodes = 0, supportsDedicatedMasters = false)
public class BackfillClusterTests extends ESIntegTestCase {

    private static final String PIPELINE = "pages";

    /**
     * Removes the field filter of the test framework, which would be detected as field-level security. Adds the check that points in time
     * are closed.
     */
    @Override
    protected Collection<Class<? extends Plugin>> getMockPlugins() {
        Collection<Class<? extends Plugin>> plugins = new ArrayList<>(super.getMockPlugins());
        plugins.remove(MockFieldFilterPlugin.class);
        if (plugins.contains(MockSearchService.TestPlugin.class) == false) {
            plugins.add(MockSearchService.TestPlugin.class);
        }
        return plugins;
    }

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return List.of(NddPlugin.class, StateInMemoryPlugin.class);
    }

    private static String page(int number) {
        return "Page " + number + ". The harbour of town number " + number
                + " was closed on Monday because of the storm. All of the " + number
                + " boats were tied up with double ropes.";
    }

    private static void putPipeline(String id, String json) {
        TestCalls.putPipeline(client(), id, json);
    }

    private void createIndex(String index, String defaultPipeline, int shards) {
        putPipeline(
                PIPELINE,
                "{\"processors\":[{\"near_dup\":{\"field\":\"body\",\"url_field\":\"url\",\"ignore_missing\":true}}]}");
        Settings.Builder settings =
                Settings.builder().put("index.number_of_shards", shards).put("index.number_of_replicas", between(0, 1));
        if (defaultPipeline != null) {
            settings.put("index.default_pipeline", defaultPipeline);
        }
        assertAcked(prepareCreate(index).setSettings(settings).setMapping("ndd", "type=near_dup"));
        ensureGreen(index);
    }

    /** Indexes documents without a pipeline, each with its own routing. */
    private void index(String index, int from, int to) {
        BulkRequest bulk = new BulkRequest().setRefreshPolicy(RefreshPolicy.IMMEDIATE);
        for (int i = from; i < to; i++) {
            bulk.add(request(index, i).source("body", page(i), "views", i).setPipeline("_none"));
        }
        BulkResponse response = client().bulk(bulk).actionGet();
        assertFalse(response.buildFailureMessage(), response.hasFailures());
    }

    private static IndexRequest request(String index, int number) {
        return new IndexRequest(index).id(Integer.toString(number)).routing("r" + number);
    }

    private BackfillRequest request(String index, String body, BackfillOptions options, boolean wait) {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, body)) {
            return BackfillRequest.parse(new String[] {index}, parser, options, wait);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static BackfillOptions options(String pipeline, int slices, int batchSize, double perSecond) {
        return new BackfillOptions(pipeline, Conflicts.PROCEED, slices, batchSize, perSecond, true);
    }

    private BulkTaskReport backfill(String index, String body, BackfillOptions options) {
        return client().execute(BackfillAction.TYPE, request(index, body, options, true))
                .actionGet()
                .report();
    }

    private BulkTaskReport backfill(String index, String body) {
        int slices = randomFrom(BackfillOptions.AUTO_SLICES, 1, between(2, 5));
        return backfill(index, body, options(null, slices, between(1, 50), Double.POSITIVE_INFINITY));
    }

    private Map<String, Map<String, Object>> documents(String index) {
        var search = client().prepareSearch(index).setSize(10_000).get();
        try {
            return List.of(search.getHits().getHits()).stream()
                    .collect(Collectors.toMap(SearchHit::getId, SearchHit::getSourceAsMap));
        } finally {
            search.decRef();
        }
    }

    private long version(String index, int number) {
        return client().prepareGet(index, Integer.toString(number))
                .setRouting("r" + number)
                .get()
                .getVersion();
    }

    /** Compares backfilled documents with documents that were indexed through the pipeline. */
    public void testMatchesIndexingThroughPipeline() {
        int count = between(1, 300);
        createIndex("late", PIPELINE, between(1, 4));
        index("late", 0, count);
        createIndex("early", PIPELINE, 1);
        BulkRequest bulk = new BulkRequest().setRefreshPolicy(RefreshPolicy.IMMEDIATE);
        for (int i = 0; i < count; i++) {
            bulk.add(request("early", i).source("body", page(i), "views", i));
        }
        assertFalse(client().bulk(bulk).actionGet().hasFailures());

        BulkTaskReport report = backfill("late", "{\"outdated\": " + randomBoolean() + "}");

        assertEquals(report.toString(), "completed", report.fields().get("state"));
        assertEquals((long) (count), report.fields().get("total"));
        assertEquals(count, count(report, "updated"));
        assertEquals(0, count(report, "noops") + count(report, "failed") + count(report, "version_conflicts"));
        assertEquals(documents("early"), documents("late"));
        for (int i = 0; i < count; i++) {
            assertEquals("routing is kept", 2, version("late", i));
        }
    }

    public void testSkipsCurrentDocuments() {
        createIndex("mixed", PIPELINE, between(1, 3));
        index("mixed", 0, 40);
        assertEquals(40, count(backfill("mixed", "{}"), "updated"));
        index("mixed", 40, 50);
        // a partial update in a bulk request: the input changes, the fields of the processor do not
        for (int i = 0; i < 5; i++) {
            Map<String, Object> source = documents("mixed").get(Integer.toString(i));
            source.put("body", page(1000 + i));
            client().index(request("mixed", i).source(source).setPipeline("_none"))
                    .actionGet();
        }
        client().index(request("mixed", 50)
                        .source("views", 1)
                        .setPipeline("_none")
                        .setRefreshPolicy(RefreshPolicy.IMMEDIATE))
                .actionGet();

        BulkTaskReport missing = backfill("mixed", "{\"outdated\": false}");
        assertEquals("documents without fingerprints", 11L, missing.fields().get("total"));
        assertEquals(10, count(missing, "updated"));
        assertEquals("documents without input are skipped", 1, count(missing, "noops"));
        BulkTaskReport outdated = backfill("mixed", "{\"outdated\": true}");
        assertEquals(51L, outdated.fields().get("total"));
        assertEquals(5, count(outdated, "updated"));
        assertEquals(46, count(outdated, "noops"));
        for (int i = 0; i < 50; i++) {
            assertEquals("document [" + i + "]", i < 5 ? 4 : 2, version("mixed", i));
        }
        assertEquals(1, version("mixed", 50));
        assertEquals(0, count(backfill("mixed", "{}"), "updated"));
    }

    public void testUpdatesChangedVersionUrlAndField() {
        createIndex("changed", PIPELINE, 1);
        client().index(request("changed", 1)
                        .source("body", page(1), "html", page(2), "url", "https://a.example/")
                        .setRefreshPolicy(RefreshPolicy.IMMEDIATE))
                .actionGet();
        assertEquals(0, count(backfill("changed", "{}"), "updated"));
        putPipeline("other", "{\"processors\":[{\"near_dup\":{\"field\":\"body\",\"url_field\":\"link\"}}]}");
        assertEquals(1, count(backfill("changed", "{}", options("other", 1, 10, 1000)), "updated"));
        assertEquals(0, count(backfill("changed", "{}", options("other", 1, 10, 1000)), "updated"));
        putPipeline("other", "{\"processors\":[{\"near_dup\":{\"field\":\"html\"}}]}");
        assertEquals(1, count(backfill("changed", "{}", options("other", 1, 10, 1000)), "updated"));
        putPipeline("other", "{\"processors\":[{\"near_dup\":{\"field\":\"html\",\"buckets\":9}}]}");
        assertEquals(1, count(backfill("changed", "{\"outdated\":false}", options("other", 1, 10, 1000)), "updated"));
        assertEquals(
                0L,
                backfill("changed", "{\"outdated\":false}", options("other", 1, 10, 1000))
                        .fields()
                        .get("total"));
        Map<?, ?> ndd = (Map<?, ?>) documents("changed").get("1").get("ndd");
        assertEquals("html", ndd.get("source_field"));
        assertThat(ndd.get("version").toString(), containsString(":9"));
    }

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
            BulkTaskReport report = running.actionGet().report();
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

    private List<TaskInfo> tasks() {
        return client().admin()
                .cluster()
                .prepareListTasks()
                .setActions(BackfillAction.TYPE.name())
                .setDetailed(true)
                .get()
                .getTasks();
    }

    private static long count(BulkTaskReport report, String name) {
        return (Long) report.fields().get(name);
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

    /** Failed documents are reported, and the others are still updated. */
    public void testReportsDocumentFailures() {
        createIndex("broken", PIPELINE, 2);
        BulkRequest bulk = new BulkRequest().setRefreshPolicy(RefreshPolicy.IMMEDIATE);
        for (int i = 0; i < 100; i++) {
            IndexRequest request = request("broken", i).setPipeline("_none");
            bulk.add(i % 2 == 0 ? request.source("body", page(i)) : request.source("body", Map.of("not", "text")));
        }
        assertAcked(
                client().admin().indices().preparePutMapping("broken").setSource("body", "type=object,enabled=false"));
        assertFalse(client().bulk(bulk).actionGet().hasFailures());

        BulkTaskReport report = backfill("broken", "{}");

        assertEquals("completed", report.fields().get("state"));
        assertEquals(50, count(report, "updated"));
        assertEquals(50, count(report, "failed"));
        List<?> failures = (List<?>) report.fields().get("failures");
        assertEquals("bounded", 20, failures.size());
        Set<String> ids = new HashSet<>();
        for (Object one : failures) {
            Map<?, ?> failure = (Map<?, ?>) one;
            String id = (String) failure.get("id");
            assertEquals("broken", failure.get("index"));
            assertTrue(ids.add(id));
            assertEquals(1, Integer.parseInt(id) % 2);
            assertEquals(400, failure.get("status"));
            assertThat(failure.get("cause").toString(), containsString("must be a string or a list of strings"));
        }
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
        assertNull(response.report());
        assertSoon(() -> assertTrue(count(status("long"), "updated") > 0));
        BulkTaskReport status = status("long");
        assertEquals("running", status.fields().get("state"));
        assertEquals(300L, status.fields().get("total"));
        assertEquals(1.0, status.fields().get("requests_per_second"));

        client().admin()
                .cluster()
                .prepareCancelTasks()
                .setTargetTaskId(response.task())
                .get();
        assertSoon(() -> assertEquals(List.of(), tasks()), 30, TimeUnit.SECONDS);
        GetTaskResponse stored = client().execute(
                        TransportGetTaskAction.TYPE, new GetTaskRequest().setTaskId(response.task()))
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
        BulkTaskReport report = running.actionGet().report();
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
        BulkTaskReport report = running.actionGet().report();
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

    private void assertRejected(String index, String body, BackfillOptions options, String message) {
        for (boolean wait : List.of(true, false)) {
            Exception e = expectThrows(
                    Exception.class,
                    () -> client().execute(BackfillAction.TYPE, request(index, body, options, wait))
                            .actionGet());
            assertThat(e.getMessage(), containsString(message));
            assertEquals(400, ExceptionsHelper.status(e).getStatus());
        }
        assertEquals(List.of(), tasks());
    }

    public void testRejectsInvalidRequests() {
        createIndex("plain", null, 1);
        index("plain", 0, 1);
        BackfillOptions fast = options(null, 1, 10, 1000);
        assertRejected(
                "plain",
                "{}",
                fast,
                "[pipeline] must have a [near_dup] processor that writes [ndd], but was [_none], the default pipeline"
                        + " of index [plain]: name a pipeline in the request");
        assertRejected(
                "plain", "{}", options("nope", 1, 10, 1000), "[pipeline] must be the id of a pipeline, but was [nope]");
        putPipeline("empty", "{\"processors\":[]}");
        assertRejected("plain", "{}", options("empty", 1, 10, 1000), "that writes [ndd], but was [empty]");
        assertRejected(
                "plain",
                "{\"target_field\": \"dup\"}",
                options(PIPELINE, 1, 10, 1000),
                "[target_field] must be mapped as [near_dup] in index [plain], but was [dup]");
        assertRejected(
                "plain",
                "{\"query\": {\"term\": {\"ndd.text\": \"x\"}}}",
                options(PIPELINE, 1, 10, 1000),
                "all shards failed");
        assertAcked(prepareCreate("partial")
                .setMapping(
                        "{\"_source\":{\"excludes\":[\"secret\"]},\"properties\":{\"ndd\":{\"type\":\"near_dup\"}}}"));
        assertRejected(
                "partial",
                "{}",
                options(PIPELINE, 1, 10, 1000),
                "[index] must be an index whose [_source] holds the whole document, but was [partial]");
        putPipeline(
                "two",
                "{\"processors\":[{\"near_dup\":{\"field\":\"body\"}},{\"near_dup\":{\"field\":\"x\",\"buckets\":3}}]}");
        assertRejected("plain", "{}", options("two", 1, 10, 1000), "[pipeline] must write fingerprints of one version");
        assertFalse(documents("plain").get("0").containsKey("ndd"));
    }

    public void testSourceExcludesTargetFields() {
        putPipeline(PIPELINE, "{\"processors\":[{\"near_dup\":{\"field\":\"body\"}}]}");
        assertAcked(prepareCreate("slim")
                .setMapping("{\"_source\":{\"excludes\":[\"ndd.fingerprints\",\"ndd.text\"]},"
                        + "\"properties\":{\"ndd\":{\"type\":\"near_dup\"}}}"));
        index("slim", 0, 5);
        assertEquals(5, count(backfill("slim", "{}", options(PIPELINE, 1, 10, 1000)), "updated"));
        assertEquals(5, count(backfill("slim", "{}", options(PIPELINE, 1, 10, 1000)), "noops"));
    }

    /** Several indices, each through its own default pipeline. */
    public void testSeveralIndicesAndQuery() {
        createIndex("news-1", PIPELINE, 1);
        createIndex("news-2", PIPELINE, 2);
        index("news-1", 0, 10);
        index("news-2", 10, 30);
        BulkTaskReport report = backfill("news-*", "{\"query\": {\"range\": {\"views\": {\"gte\": 5, \"lt\": 15}}}}");
        assertEquals(10L, report.fields().get("total"));
        assertEquals(10, count(report, "updated"));
        List<String> done = new ArrayList<>();
        documents("news-*").forEach((id, source) -> {
            if (source.containsKey("ndd")) {
                done.add(id);
            }
        });
        assertEquals(10, done.size());
    }

    /** Active backfills by the prefix of their description. */
    private List<TaskInfo> active(String description) {
        return clusterAdmin()
                .prepareListTasks()
                .setActions(BackfillAction.TYPE.name())
                .setDetailed(true)
                .get()
                .getTasks()
                .stream()
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
            BackfillRequest request = request(index, "{}", options(null, 1, 1000, 1), true);
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
                running.get(0).actionGet(30, TimeUnit.SECONDS).report().fields().get("state"));
        assertEquals(
                two,
                change(BulkTaskAction.Request.cancel(BulkTask.Kind.BACKFILL, two))
                        .get(0)
                        .taskId());
        assertEquals(
                "cancelled",
                running.get(1).actionGet(30, TimeUnit.SECONDS).report().fields().get("state"));
        assertEquals(List.of(), active(""));
    }
}
