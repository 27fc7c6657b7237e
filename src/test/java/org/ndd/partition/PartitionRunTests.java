package org.ndd.partition;

import static org.elasticsearch.index.query.QueryBuilders.termQuery;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.instanceOf;
import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionFuture;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.common.CheckedSupplier;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.test.ESIntegTestCase;
import org.elasticsearch.test.transport.MockTransportService;
import org.ndd.Found;
import org.ndd.compat.Calls;
import org.ndd.config.TaskState;
import org.ndd.groups.StoredReport;
import org.ndd.partition.GetPartitionAction.RunFilter;
import org.ndd.partition.PartitionAction.PartitionResponse;
import org.ndd.partition.plan.PartitionRequest;
import org.ndd.partition.plan.StepCounts.Count;

/** The life cycle of runs in a cluster: the documents that take part, the results, and the state after a failure or cancellation. */
@ESIntegTestCase.ClusterScope(
        scope = ESIntegTestCase.Scope.SUITE,
        numDataNodes = 2,
        numClientNodes = 0,
        supportsDedicatedMasters = false)
public class PartitionRunTests extends SuspendedRunTestCase {

    private static final String HARBOUR = """
        The old harbour of the town was closed on Monday because of the storm that came in from the west.
        Fishermen tied up their boats with double ropes and carried the nets into the sheds behind the quay.
        The council expects that ferries to the islands will sail again when the wind has dropped on Thursday.
        Shops along the promenade stayed shut and the market was moved into the hall next to the station.
        """;
    private static final String MOUNTAIN = """
        Climbers have found a new route to the summit from the north that nobody had tried in winter before.
        They spent three nights in a tent below the ridge and melted snow because their water had frozen.
        A guide from the valley says that the rock is firm but that stones fall in the afternoon sun.
        The club is going to print a map with all camps and springs as soon as the survey is complete.
        """;

    private void create(String index, int shards) {
        assertAcked(prepareCreate(index)
                .setSettings(indexSettings(shards, 0))
                .setMapping(
                        "ndd", "type=near_dup", "lang", "type=keyword", "views", "type=long", "parts", "type=nested"));
    }

    private static Map<String, Object> page(String text) {
        return new TreeMap<>(Map.of("ndd", TestCorpus.fields("any", null, text)));
    }

    private static Map<String, Object> with(Map<String, Object> source, String field, Object value) {
        source.put(field, value);
        return source;
    }

    private void put(String index, String id, Map<String, Object> source) {
        put(new IndexRequest(index).id(id).source(source));
    }

    private void put(IndexRequest request) {
        client().index(request.setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE))
                .actionGet();
    }

    /** Creates an index with two equal documents. */
    private void createCopies(String index, int shards) {
        create(index, shards);
        put(index, "1", page(HARBOUR));
        put(index, "2", page(HARBOUR));
    }

    private static PartitionResponse start(String index, String body, boolean wait) {
        return client().execute(PartitionAction.TYPE, TestPartitions.request(index, body, wait))
                .actionGet(60, TimeUnit.SECONDS);
    }

    /** The documents in a destination as index, id, and role; a star marks the canonical document. */
    private List<String> pages(String dest) {
        return Found.sources(client().prepareSearch(dest).setSize(1000)).stream()
                .map(source -> {
                    Map<?, ?> doc = (Map<?, ?>) source.get("doc");
                    String mark = source.get("canonical") == Boolean.TRUE ? "*" : "";
                    return doc.get("index") + "/" + doc.get("id") + mark;
                })
                .sorted()
                .toList();
    }

    /** An open run accounts its ranks in the request breaker; they are released with its reader, which the framework checks. */
    private void assertNoOpenRuns() throws Exception {
        assertSoon(() -> {
            for (CircuitBreakerService breakers : internalCluster().getInstances(CircuitBreakerService.class)) {
                assertEquals(0, breakers.getBreaker(CircuitBreaker.REQUEST).getUsed());
            }
            assertTrue(client().admin()
                    .cluster()
                    .prepareListTasks()
                    .setActions("*ndd*")
                    .get()
                    .getTasks()
                    .isEmpty());
        });
    }

    public void testDocumentSelection() throws Exception {
        create("part", between(1, 3));
        put("part", "1", with(page(HARBOUR), "lang", "en"));
        put("part", "2", with(page(HARBOUR), "lang", "en"));
        put("part", "3", with(page(HARBOUR), "lang", "de"));
        put("part", "4", with(page(MOUNTAIN), "lang", "en"));
        put("part", "deleted", with(page(HARBOUR), "lang", "en"));
        client().prepareDelete("part", "deleted")
                .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
                .get();
        put(new IndexRequest("part")
                .id("routed")
                .routing("elsewhere")
                .source(with(page(MOUNTAIN), "parts", List.of(Map.of("name", "a"), Map.of("name", "b")))));
        put("part", "unprocessed", Map.of("lang", "en"));

        PartitionReport report = partition("part", "{}");
        assertEquals(6, report.counts().get(Count.DOCUMENTS));
        assertEquals(1, report.counts().get(Count.UNPROCESSED));
        assertEquals(0, report.counts().get(Count.WITHOUT_FINGERPRINTS));
        assertEquals(3, report.counts().get(Count.EXACT_DUPLICATES));
        assertEquals(2, report.counts().get(Count.GROUPS));
        assertEquals(3, report.counts().get(Count.DUPLICATES));
        assertEquals(
                List.of("part/1", "part/2", "part/3", "part/4", "part/routed"),
                pages("part-ndd").stream().map(page -> page.replace("*", "")).toList());

        partition("part", "{\"query\": {\"term\": {\"lang\": \"en\"}}, \"dest\": {\"index\": \"part-en\"}}");
        assertEquals(2, pages("part-en").size());

        assertAcked(client().admin()
                .indices()
                .aliases(Calls.aliases()
                        .addAliasAction(AliasActions.add()
                                .index("part")
                                .alias("english")
                                .filter(termQuery("lang", "en")))));
        report = partition("english", "{\"dest\": {\"index\": \"english-groups\"}}");
        assertEquals(4, report.counts().get(Count.DOCUMENTS));
        assertEquals(2, pages("english-groups").size());

        report = partition(
                "part",
                "{\"singletons\": true, \"query\": {\"term\": {\"lang\": \"en\"}}, \"dest\": {\"index\": \"part-en\"}}");
        assertEquals(4, pages("part-en").size());

        List<String> before = pages("part-ndd");
        report = partition("part", "{\"dry_run\": true}");
        assertEquals(2, report.counts().get(Count.GROUPS));
        assertEquals(0, report.counts().get(Count.WRITTEN));
        assertEquals(before, pages("part-ndd"));
        report = partition("part", "{\"dry_run\": true, \"sample\": 0.5}");
        assertTrue(report.counts().get(Count.DOCUMENTS) < 6);
        assertNoOpenRuns();
    }

    public void testSameIdsInSeveralIndicesAndCanonicalFields() throws Exception {
        create("left", 1);
        create("right", 2);
        put("left", "1", with(page(HARBOUR), "views", 5));
        put("right", "1", with(page(HARBOUR + "One sentence more is here at the end of it."), "views", 9));
        put("right", "2", page(HARBOUR));
        Exception e = expectThrows(Exception.class, () -> start("left,right", "{}", true));
        assertThat(ExceptionsHelper.stackTrace(e), containsString("was missing for [left,right]"));
        String dest = "\"dest\": {\"index\": \"both\"}";
        partition("*ht,left", "{" + dest + ", \"canonical\": [\"views\"]}");
        assertEquals(List.of("left/1", "right/1*", "right/2"), pages("both"));
        partition("*ht,left", "{" + dest + ", \"canonical\": [{\"views\": \"asc\"}]}");
        assertEquals(List.of("left/1*", "right/1", "right/2"), pages("both"));
        Exception notNumeric = expectThrows(Exception.class, () -> start("left", "{\"canonical\": [\"lang\"]}", true));
        assertThat(
                ExceptionsHelper.stackTrace(notNumeric),
                containsString("[canonical] must be a numeric or date field with doc values, but was [lang]"));
    }

    public void testAsyncResponseAndList() throws Exception {
        createCopies("later", 1);
        PartitionResponse response = start("later", "{}", false);
        assertNull(response.report());
        Map<String, Object> report = reportAtTheEnd(response.id());
        assertEquals("completed", report.get("state"));
        assertEquals(response.id(), report.get("id"));
        assertEquals(1, ((Number) report.get("groups")).intValue());
        String second = start("later", "{}", true).id();
        List<String> ids = listed(RunFilter.ALL);
        assertTrue(ids.containsAll(List.of(second, response.id())));
        assertTrue(ids.indexOf(second) < ids.indexOf(response.id()));
        assertEquals(2, pages("later-ndd").size());
        expectThrows(ResourceNotFoundException.class, () -> report("later"));
        Exception ended = expectThrows(
                Exception.class,
                () -> client().execute(RunActions.Cancel.TYPE, new RunActions.Cancel.Request(second))
                        .actionGet());
        assertEquals(
                "[id] must be a run that is running, but was [" + second + "], which is [completed]",
                ended.getMessage());
    }

    public void testFailedRunKeepsDestination() throws Exception {
        createCopies("fails", 2);
        partition("fails", "{}");
        List<String> before = pages("fails-ndd");
        put("fails", "3", page(HARBOUR));
        transports()
                .forEach(transport -> transport.addRequestHandlingBehavior(
                        STEP,
                        (handler, request, channel, task) ->
                                channel.sendResponse(new IOException("the disk is broken"))));
        PartitionReport report;
        try {
            report = start("fails", "{}", true).report();
        } finally {
            transports().forEach(MockTransportService::clearAllRules);
        }
        assertEquals(TaskState.FAILED, report.state());
        assertThat(report.failure(), containsString("the disk is broken"));
        assertEquals("failed", reportAtTheEnd(report.id()).get("state"));
        assertEquals(before, pages("fails-ndd"));
        assertNoOpenRuns();
        partition("fails", "{}");
        assertEquals(3, pages("fails-ndd").size());
    }

    /** What a request returns while nodes have no memory for runs. */
    private static <T> T withoutMemory(CheckedSupplier<T, Exception> request) throws Exception {
        updateClusterSettings(Settings.builder().put("indices.breaker.request.limit", "10b"));
        try {
            return request.get();
        } finally {
            updateClusterSettings(Settings.builder().putNull("indices.breaker.request.limit"));
        }
    }

    public void testCircuitBreakerFailsDryRun() throws Exception {
        createCopies("large", 1);
        PartitionRequest request = TestPartitions.request("large", "{}", true).timeout(TimeValue.timeValueSeconds(1));
        PartitionReport report = withoutMemory(() -> client().execute(PartitionAction.TYPE, request)
                .actionGet(60, TimeUnit.SECONDS)
                .report());
        assertEquals(TaskState.FAILED, report.state());
        assertThat(report.failure(), containsString("[request] Data too large"));
        assertNoOpenRuns();
    }

    public void testRetriesOnCircuitBreaker() throws Exception {
        createCopies("large", 1);
        String id = withoutMemory(() -> {
            String started = start("large", "{}", false).id();
            assertSoon(() -> assertThat(
                    report(started).get("interruptions").toString(), containsString("[request] Data too large")));
            return started;
        });
        assertEquals("completed", reportAtTheEnd(id).get("state"));
        assertEquals(2, pages("large-ndd").size());
        assertNoOpenRuns();
    }

    public void testCancel() throws Exception {
        createCopies("stops", 2);
        partition("stops", "{}");
        List<String> before = pages("stops-ndd");
        put("stops", "3", page(HARBOUR));
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch resume = new CountDownLatch(1);
        transports()
                .forEach(transport -> transport.addRequestHandlingBehavior(STEP, (handler, request, channel, task) -> {
                    reached.countDown();
                    assertTrue(resume.await(60, TimeUnit.SECONDS));
                    handler.messageReceived(request, channel, task);
                }));
        String id;
        try {
            ActionFuture<PartitionResponse> waiting =
                    client().execute(PartitionAction.TYPE, TestPartitions.request("stops", "{}", true));
            assertTrue(reached.await(60, TimeUnit.SECONDS));
            id = runs().findFirst().orElseThrow().id();
            // ends the wait, but not the run
            clusterAdmin()
                    .prepareCancelTasks()
                    .setActions(PartitionAction.TYPE.name())
                    .get();
            Exception e = expectThrows(Exception.class, () -> waiting.actionGet(60, TimeUnit.SECONDS));
            assertThat(ExceptionsHelper.unwrapCause(e), instanceOf(TaskCancelledException.class));
            assertSoon(() -> assertEquals("running", report(id).get("state")));
            client().execute(
                            RunActions.Cancel.TYPE,
                            new RunActions.Cancel.Request(id, false, RunActions.Cancel.Request.DEFAULT_TIMEOUT))
                    .actionGet();
        } finally {
            resume.countDown();
            transports().forEach(MockTransportService::clearAllRules);
        }
        assertEquals("cancelled", reportAtTheEnd(id).get("state"));
        assertEquals(before, pages("stops-ndd"));
        assertNoOpenRuns();
    }

    /** Such a run will not get a task, so a request for it must not wait for one. */
    public void testRunThatHasLostItsTaskCannotBeCancelled() throws Exception {
        createCopies("taskless", 2);
        String id = partition("taskless", "{}").id();
        client().prepareUpdate(id, StoredReport.ID)
                .setDoc(Map.of("report", Map.of(StoredReport.STATE, "running")))
                .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
                .get();
        String expected = "[id] must be a run that is running, but was [" + id
                + "], which is [failed]: the run has lost its task, and can be resumed";
        TimeValue maximum = TimeValue.timeValueSeconds(10);
        assertEquals(
                expected,
                expectThrows(
                                IllegalArgumentException.class,
                                () -> client().execute(RunActions.Cancel.TYPE, new RunActions.Cancel.Request(id))
                                        .actionGet(maximum))
                        .getMessage());
        assertEquals(
                expected,
                expectThrows(
                                IllegalArgumentException.class,
                                () -> client().execute(
                                                RunActions.Rethrottle.TYPE, new RunActions.Rethrottle.Request(id, 1))
                                        .actionGet(maximum))
                        .getMessage());
    }

    public void testBadRequests() throws Exception {
        assertAcked(prepareCreate("plain"));
        assertRejected(
                "plain", "{}", "[target_field] must be mapped as [near_dup] in index [plain], but was [ndd], whose");
        create("source", 1);
        put("source", "1", page(HARBOUR));
        assertRejected("source,plain", "{}", "[target_field] must be mapped as [near_dup] in index [plain]");
        assertRejected(
                "sour*",
                "{}",
                "[dest.index] must be specified if the source is not one concrete index, but was missing for [sour*]");
        assertRejected("nothing*", "{}", "[index] must name at least one index, but was [nothing*]");
        Map.of(
                        "plain", "the name of an alias or a new name, but was [plain], which is an index",
                        "Up", "a valid name of an alias, but was [Up]",
                        "..", "a valid name of an alias, but was [..]: ",
                        "\\ud800", "well-formed Unicode, but was [?]")
                .forEach(this::assertDestRejected);
        assertAcked(client().admin()
                .indices()
                .aliases(Calls.aliases()
                        .addAliasAction(AliasActions.add().index("plain").alias("other"))
                        .addAliasAction(AliasActions.add().index("source").alias("itself"))));
        assertDestRejected("other", "an alias of runs, but was [other], which is an alias of index [plain]");
        assertDestRejected("itself", "");
        put("source", "1", ofVersion(page(HARBOUR), "r1:1:2:3:4:5"));
        put("source", "2", ofVersion(page(MOUNTAIN), "p3:10:40:32"));
        assertRejected(
                "source",
                "{}",
                "[target_field] must have fingerprints of a version that this version of ndd supports in most documents, but was [ndd]"
                        + " with {p3:10:40:32=1, r1:1:2:3:4:5=1} documents: process the documents again with [_ndd/backfill]");
        assertTrue(listed(RunFilter.ALL).stream().noneMatch(id -> id.startsWith("source")));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> ofVersion(Map<String, Object> source, String version) {
        ((Map<String, Object>) source.get("ndd")).put("version", version);
        return source;
    }

    public void testUsesMostFrequentVersion() throws Exception {
        createCopies("mixed", 2);
        put("mixed", "3", ofVersion(page(HARBOUR), "p12:10:40:36"));
        put("mixed", "4", ofVersion(page(HARBOUR), "p3:10:40:32"));
        client().index(new IndexRequest("mixed").id("raw").source(Map.of("body", HARBOUR)))
                .actionGet();
        // as after a partial update if [_source] excludes the version
        put("mixed", "lost", ofVersion(page(HARBOUR), null));
        PartitionReport report = partition("mixed", "{}");
        assertEquals("and an unprocessed document", 3, report.counts().get(Count.DOCUMENTS));
        assertEquals(3, report.counts().get(Count.OTHER_VERSION));
        assertEquals(1, report.counts().get(Count.UNPROCESSED));
        assertEquals(0, report.counts().get(Count.WITHOUT_FINGERPRINTS));
        assertEquals(1, report.counts().get(Count.DUPLICATES));
        assertTrue(report.published().published());
        put("mixed", "8", ofVersion(page(HARBOUR), "p12:10:40:36"));
        report = partition("mixed", "{}");
        assertEquals("the last by name if counts are equal", 4, report.counts().get(Count.OTHER_VERSION));
        PartitionReport part =
                partition("mixed", "{\"query\": {\"ids\": {\"values\": [\"1\", \"2\", \"3\"]}}, \"publish\": false}");
        assertEquals("among the documents of the run", 1, part.counts().get(Count.OTHER_VERSION));
        assertEquals(1, part.counts().get(Count.DUPLICATES));
        List<String> groups = pages("mixed-ndd");
        put("mixed", "5", ofVersion(page(HARBOUR), "p3:10:40:32"));
        put("mixed", "6", ofVersion(page(HARBOUR), "p3:10:40:32"));
        assertRejected("mixed", "{}", "with {p12:10:40:32=2, p12:10:40:36=2, p3:10:40:32=3} documents: process");
        assertEquals("of the last run", groups, pages("mixed-ndd"));
    }

    private void assertDestRejected(String dest, String message) {
        assertRejected("source", "{\"dest\": {\"index\": \"" + dest + "\"}}", "[dest.index] must be " + message);
    }

    private void assertRejected(String index, String body, String message) {
        assertRejected(index, body, RestStatus.BAD_REQUEST, message);
    }
}
