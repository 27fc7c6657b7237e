package org.ndd.job;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.not;
import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceAlreadyExistsException;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.Priority;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.junit.After;
import org.junit.Before;
import org.ndd.compat.Calls;
import org.ndd.compat.Project;
import org.ndd.config.BodyResponse;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.job.Checkpoint.Result;
import org.ndd.job.JobChangeAction.JobAcknowledgement;
import org.ndd.job.JobChangeAction.JobIdRequest;
import org.ndd.job.JobTaskAction.JobTask;
import org.ndd.job.PutJobAction.NewJob;
import org.ndd.job.update.CheckpointCounts;
import org.ndd.partition.PartitionAction;
import org.ndd.partition.PartitionRequest;
import org.ndd.partition.plan.TaskParams;

/** The life cycle of a job on one node, with real full runs. */
public class JobTests extends ESSingleNodeTestCase {

    private static final String INDEX = "pages";
    private static final String ID = "pages-live";
    private static final String DEST = "pages-ndd";
    private static final TimeValue WAIT = TimeValue.timeValueSeconds(30);

    private static final CheckpointCounts COUNTS =
            new CheckpointCounts(Map.of("changed", 1L, "settled", 1L, "moved", 1L));

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(FakeCheckpointPlugin.class);
    }

    @Before
    public void indexPages() {
        FakeCheckpointPlugin.respondWith(JobTests::succeed);
        client().admin()
                .indices()
                .prepareCreate(INDEX)
                .setMapping("ndd", "type=near_dup")
                .get();
        for (String id : List.of("1", "2")) {
            index(id);
        }
    }

    @After
    public void endJob() {
        for (Map<String, Object> job : all()) {
            delete((String) job.get("id"), true);
        }
    }

    private void index(String id) {
        index(INDEX, id, "AAAAAAAAAAA");
    }

    private void index(String index, String id, String digest) {
        Map<String, Object> ndd = Map.of(
                "text",
                "the harbour of the town was closed on monday because of the storm",
                "fingerprints",
                List.of("p00000000"),
                "digest",
                digest,
                "length",
                65,
                "version",
                FingerprintParameters.BALANCED.version());
        client().index(new IndexRequest(index)
                        .id(id)
                        .source(Map.of("ndd", ndd))
                        .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE))
                .actionGet();
    }

    private static void succeed(JobRecord job, CancellableTask task, Client client, ActionListener<Result> listener) {
        listener.onResponse(new Result(job.runs().positions(), COUNTS, null));
    }

    private Client alice() {
        return client().filterWithHeader(Map.of(TestJobs.HEADER, "alice"));
    }

    private static String source(String options) {
        if (options.startsWith("\"source\"")) {
            return "{" + options + "}";
        }
        return "{\"source\": {\"index\": \"" + INDEX + "\"}" + (options.isEmpty() ? "" : ", " + options) + "}";
    }

    private NewJob job(String options) throws IOException {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, source(options))) {
            return NewJob.parse(parser);
        }
    }

    private void put(String id, String options) throws IOException {
        PutJobAction.Request request = new PutJobAction.Request(id, job(options), WAIT);
        assertDone(alice().execute(PutJobAction.TYPE, request).actionGet(WAIT));
    }

    private void begin(String options) throws IOException {
        put(ID, options);
        start(alice());
    }

    private static void assertDone(BodyResponse<JobAcknowledgement> acknowledged) {
        assertFalse(acknowledged.body().timedOut());
    }

    private static GetJobAction.Request list(String expression) {
        return new GetJobAction.Request(JobPattern.of(expression, true), 0, 10);
    }

    private Map<String, Object> get() {
        return client().execute(GetJobStatsAction.TYPE, list(ID))
                .actionGet(WAIT)
                .body()
                .jobs()
                .get(0);
    }

    private List<Map<String, Object>> all() {
        return client().execute(GetJobStatsAction.TYPE, list(null))
                .actionGet(WAIT)
                .body()
                .jobs();
    }

    private Map<String, Object> config() {
        return client().execute(GetJobAction.TYPE, list(ID))
                .actionGet(WAIT)
                .body()
                .jobs()
                .get(0);
    }

    private void stop() {
        assertDone(client().execute(StopJobAction.TYPE, new StopJobAction.Request(JobPattern.of(ID, false), true, WAIT))
                .actionGet(WAIT));
    }

    private void start(Client client) {
        start(client, ID);
    }

    private void start(Client client, String id) {
        assertDone(
                client.execute(StartJobAction.TYPE, new JobIdRequest(id, WAIT)).actionGet(WAIT));
    }

    private Map<String, Object> checkpoint() {
        assertDone(client().execute(ScheduleNowJobAction.TYPE, new ScheduleNowJobAction.Request(ID, true, WAIT))
                .actionGet(WAIT));
        return get();
    }

    private void update(Client client, Map<String, Object> changes) {
        assertDone(client.execute(UpdateJobAction.TYPE, new UpdateJobAction.Request(ID, changes, WAIT))
                .actionGet(WAIT));
    }

    private void delete() {
        delete(ID, false);
    }

    private void delete(String id, boolean force) {
        assertDone(client().execute(DeleteJobAction.TYPE, new DeleteJobAction.Request(id, force, WAIT))
                .actionGet(WAIT));
    }

    private Map<String, Object> preview(PreviewJobAction.Request request) {
        BodyResponse<ToXContentObject> response =
                alice().execute(PreviewJobAction.TYPE, request).actionGet(WAIT);
        return XContentHelper.convertToMap(JsonXContent.jsonXContent, Strings.toString(response), false);
    }

    private String startManualRun() throws IOException {
        return client().execute(PartitionAction.TYPE, PartitionRequest.parse(new String[] {INDEX}, null, true))
                .actionGet(WAIT)
                .id();
    }

    /** Waits until the first checkpoint after a full run; returns the name of the run. */
    private String awaitCheckpoint(long number) throws Exception {
        assertSoon(() -> assertEquals(number, ((Number) get().get("checkpoint")).longValue()), 30, TimeUnit.SECONDS);
        assertNull(get().get("full_run"));
        return (String) get().get("run");
    }

    private static void assertConflict(String message, ThrowingRunnable rejected) {
        ElasticsearchStatusException e = expectThrows(ElasticsearchStatusException.class, rejected);
        assertEquals(RestStatus.CONFLICT, e.status());
        assertThat(e.getMessage(), containsString(message));
    }

    private static void assertBad(String message, ThrowingRunnable rejected) {
        Exception e = expectThrows(IllegalArgumentException.class, rejected);
        assertThat(e.getMessage(), containsString(message));
    }

    public void testReportsProgressOfCheckpoint() throws Exception {
        SubscribableListener<Void> held = new SubscribableListener<>();
        FakeCheckpointPlugin.respondWith((job, task, client, listener) -> {
            ((JobTask) task).found(7);
            ((JobTask) task).done(5);
            held.addListener(listener.map(released -> new Result(job.runs().positions(), CheckpointCounts.NONE, null)));
        });
        begin("\"frequency\": \"1h\"");
        assertSoon(() -> assertNotNull(get().get("current_checkpoint")), 30, TimeUnit.SECONDS);
        Map<?, ?> current = (Map<?, ?>) get().get("current_checkpoint");
        assertEquals(7L, current.get("total"));
        assertEquals(5L, current.get("done"));
        assertThat((Long) current.get("start_time_in_millis"), greaterThan(0L));
        held.onResponse(null);
        awaitCheckpoint(1);
        assertNull(get().get("current_checkpoint"));
    }

    public void testLifecycle() throws Exception {
        assertEquals(List.of(), all());
        put(ID, "\"frequency\": \"1h\"");
        assertEquals("stopped", get().get("state"));
        assertConflict("job [pages-live] is stopped: start it first", this::checkpoint);
        assertEquals(Map.of("index", DEST, "replace", false, "retain_on_source_deletion", false), config().get("dest"));
        assertEquals("1h", config().get("frequency"));
        start(alice());
        String first = awaitCheckpoint(1);
        assertEquals("alice", FakeCheckpointPlugin.requests().get(0).user());
        Map<String, Object> stats = get();
        assertEquals("started", stats.get("state"));
        assertEquals(List.of(stats), all());
        assertEquals(0L, stats.get("operations_behind"));
        assertEquals(COUNTS.fields(), stats.get("totals"));
        assertEquals(1L, ((Map<?, ?>) stats.get("last_checkpoint")).get("settled"));
        index("3");
        assertEquals(1L, get().get("operations_behind"));

        assertConflict("[dest.index] must be a destination without a started job", this::startManualRun);
        ResourceAlreadyExistsException exists =
                expectThrows(ResourceAlreadyExistsException.class, () -> put(ID, "\"frequency\": \"1h\""));
        assertEquals(RestStatus.CONFLICT, exists.status());
        assertThat(Strings.toString(exists), containsString("resource_already_exists_exception"));
        assertConflict("job [pages-live] is started: stop it first", this::delete);
        assertConflict("job [pages-live] is started already", () -> start(client()));
        assertEquals(2L, checkpoint().get("checkpoint"));
        assertEquals(
                "independent of the caller",
                "alice",
                FakeCheckpointPlugin.requests().get(1).user());

        stop();
        assertEquals("stopped", get().get("state"));
        assertEquals(first, get().get("run"));
        stop();
        assertConflict("job [pages-live] is stopped: start it first", this::checkpoint);
        start(client().filterWithHeader(Map.of(TestJobs.HEADER, "bob")));
        assertEquals("started", get().get("state"));
        assertEquals("continues from the last checkpoint", first, awaitCheckpoint(3));
        assertEquals(
                "the user that starts the job becomes its user",
                "bob",
                FakeCheckpointPlugin.requests().get(2).user());

        stop();
        String byHand = startManualRun();
        start(alice());
        String second = awaitCheckpoint(4);
        assertThat("another run was published meanwhile", second, not(first));
        assertThat(second, not(byHand));
        delete(ID, true);
        expectThrows(ResourceNotFoundException.class, this::get);
        assertEquals(List.of(), all());

        assertBad(
                "[initial_run] must be the run that the destination [pages-ndd] publishes",
                () -> put(ID, "\"initial_run\": \"x\""));
        assertBad("[initial_run] must be the run", () -> put(ID, "\"initial_run\": \"" + first + "\""));
        String other = "\"frequency\": \"1h\", \"preset\": \"strict\", \"initial_run\": \"" + second + "\"";
        assertBad(
                "[initial_run] must be a run of the same source with the same query and options", () -> put(ID, other));
        begin("\"frequency\": \"1h\", \"initial_run\": \"" + second + "\"");
        assertEquals(second, get().get("run"));
        assertEquals("no full run was needed", second, awaitCheckpoint(1));
    }

    public void testSeveralJobs() throws Exception {
        put("a-1", "\"dest\": {\"index\": \"one\"}");
        put("a-2", "\"dest\": {\"index\": \"one\"}");
        put("b", "");
        start(alice(), "a-1");
        assertConflict(
                "[dest.index] must be a destination without a started job, but was [one]: stop job [a-1] first",
                () -> start(alice(), "a-2"));
        assertEquals(List.of("a-1", "a-2", "b"), ids(list("*")));
        assertEquals(List.of("a-1", "b"), ids(list("b,*-1,x*")));
        assertEquals(List.of("a-2"), ids(new GetJobAction.Request(JobPattern.of("a*", false), 1, 5)));
        assertEquals(List.of(), ids(new GetJobAction.Request(JobPattern.of("a*", false), 7, 5)));
        expectThrows(ResourceNotFoundException.class, () -> ids(list("b,c")));
        Exception e = expectThrows(
                ResourceNotFoundException.class,
                () -> ids(new GetJobAction.Request(JobPattern.of("b,x*", false), 0, 5)));
        assertEquals("no job has an id that matches [x*]", e.getMessage());
        client().execute(StopJobAction.TYPE, new StopJobAction.Request(JobPattern.of(null, true), true, WAIT))
                .actionGet(WAIT);
        for (Map<String, Object> job : all()) {
            assertEquals("stopped", job.get("state"));
        }
        start(alice(), "a-2");
        delete("a-1", true);
        assertEquals("another job of the destination", "started", all().get(0).get("state"));
    }

    private List<Object> ids(GetJobAction.Request request) {
        return client().execute(GetJobAction.TYPE, request).actionGet(WAIT).body().jobs().stream()
                .map(job -> job.get("id"))
                .toList();
    }

    public void testUpdateStartedJob() throws Exception {
        begin("\"frequency\": \"1h\"");
        String first = awaitCheckpoint(1);
        Client bob = client().filterWithHeader(Map.of(TestJobs.HEADER, "bob"));
        update(bob, Map.of("changes_retention", "2h", "settings", Map.of("docs_per_second", 5)));
        assertEquals("2h", config().get("changes_retention"));
        checkpoint();
        assertEquals(first, get().get("run"));
        assertEquals("alice", FakeCheckpointPlugin.requests().get(1).user());
        update(bob, Map.of("preset", "strict"));
        assertEquals("strict", config().get("preset"));
        assertEquals("kept until the next step", first, get().get("run"));
        checkpoint();
        assertSoon(() -> assertThat(get().get("run"), not(first)), 30, TimeUnit.SECONDS);
        awaitCheckpointAtLeast(3);
        assertEquals("the user that changes the groups becomes the user of the job", "bob", lastUser());
        assertBad(
                "[dest.index] must be [pages-ndd], because a job keeps its destination, but was [other]",
                () -> update(bob, Map.of("dest", Map.of("index", "other"))));
        assertBad("[frequency] must be a time between", () -> update(bob, Map.of("frequency", "1d")));
    }

    private static String lastUser() {
        return FakeCheckpointPlugin.requests()
                .get(FakeCheckpointPlugin.requests().size() - 1)
                .user();
    }

    public void testUpdateStoppedJob() throws Exception {
        begin("\"frequency\": \"1h\"");
        String first = awaitCheckpoint(1);
        stop();
        update(alice(), Map.of("frequency", "30m"));
        assertEquals("30m", config().get("frequency"));
        assertEquals("stopped", get().get("state"));
        start(alice());
        assertEquals(first, awaitCheckpoint(2));
        stop();
        update(alice(), Map.of("preset", "strict"));
        assertEquals(true, preview(new PreviewJobAction.Request(ID)).get("full_run_required"));
        start(alice());
        assertThat("the groups are computed again", awaitCheckpoint(3), not(first));
    }

    public void testPreview() throws Exception {
        Map<String, Object> preview = preview(new PreviewJobAction.Request(job("\"frequency\": \"1h\"")));
        Map<?, ?> source = (Map<?, ?>) preview.get("source");
        assertEquals(List.of(INDEX), source.get("indices"));
        assertEquals(2, source.get("documents"));
        assertEquals(FingerprintParameters.BALANCED.version(), source.get("fingerprints"));
        assertEquals(Map.of("index", DEST), preview.get("dest"));
        assertEquals(true, preview.get("full_run_required"));
        assertEquals("nothing was created", List.of(), all());
        String run = startManualRun();
        preview = preview(new PreviewJobAction.Request(job("\"initial_run\": \"" + run + "\"")));
        assertEquals(Map.of("index", DEST, "published_run", run), preview.get("dest"));
        assertEquals(false, preview.get("full_run_required"));
        begin("\"frequency\": \"1h\"");
        awaitCheckpoint(1);
        stop();
        assertEquals(false, preview(new PreviewJobAction.Request(ID)).get("full_run_required"));
        expectThrows(ResourceNotFoundException.class, () -> preview(new PreviewJobAction.Request("nothing")));
    }

    public void testTimeout() throws Exception {
        SubscribableListener<Void> held = new SubscribableListener<>();
        FakeCheckpointPlugin.respondWith((job, task, client, listener) ->
                held.addListener(listener.map(released -> new Result(job.runs().positions(), COUNTS, null))));
        begin("\"frequency\": \"1h\"");
        assertSoon(() -> assertFalse(FakeCheckpointPlugin.requests().isEmpty()), 30, TimeUnit.SECONDS);
        TimeValue moment = TimeValue.timeValueMillis(1);
        assertTrue(client().execute(ScheduleNowJobAction.TYPE, new ScheduleNowJobAction.Request(ID, true, moment))
                .actionGet(WAIT)
                .body()
                .timedOut());
        assertDone(
                client().execute(StopJobAction.TYPE, new StopJobAction.Request(JobPattern.of(ID, false), false, WAIT))
                        .actionGet(WAIT));
        assertEquals("stopped", get().get("state"));
        held.onResponse(null);
    }

    public void testStopDuringCheckpoint() throws Exception {
        boolean fails = randomBoolean();
        AtomicBoolean ended = new AtomicBoolean();
        FakeCheckpointPlugin.respondWith((job, task, client, listener) -> task.addListener(() -> {
            ended.set(true);
            if (fails) {
                listener.onFailure(new TaskCancelledException("cancelled"));
            } else {
                listener.onResponse(new Result(job.runs().positions(), COUNTS, "a full run"));
            }
        }));
        begin("\"frequency\": \"1s\"");
        assertSoon(() -> assertFalse(FakeCheckpointPlugin.requests().isEmpty()), 30, TimeUnit.SECONDS);
        stop();
        assertTrue("the checkpoint has ended", ended.get());
        assertEquals("stopped", get().get("state"));
        // if the checkpoint completes before the stop is stored, its result is stored
        long kept = ((Number) get().get("checkpoint")).longValue();
        assertTrue("" + kept, kept == 0 || kept == 1 && fails == false);
        assertNull(get().get("full_run"));
        FakeCheckpointPlugin.respondWith(JobTests::succeed);
        start(alice());
        awaitCheckpointAtLeast(kept + 1);
    }

    public void testStopDuringFullRun() throws Exception {
        begin("\"frequency\": \"1h\", \"candidates\": {\"max_leaders\": 3}");
        stop();
        assertEquals("stopped", get().get("state"));
        assertNull(get().get("full_run"));
        String byHand = startManualRun();
        assertNotNull("the destination is released immediately", byHand);
        start(alice());
        assertThat(awaitCheckpoint(1), not(byHand));
    }

    /** A job can be stopped at any moment of its full run, also between the last write of the run and the end of its task. */
    public void testRestartImmediatelyAfterStop() throws Exception {
        begin("\"frequency\": \"1h\"");
        for (int i = 0; i < 10; i++) {
            new CountDownLatch(1).await(between(0, 300), TimeUnit.MILLISECONDS);
            stop();
            assertNull("no run occupies the destination", publisher());
            start(alice());
        }
        awaitCheckpointAtLeast(1);
    }

    private String publisher() {
        return TaskParams.publisherTo(getInstanceFromNode(ClusterService.class).state(), DEST);
    }

    private void awaitCheckpointAtLeast(long number) throws Exception {
        assertSoon(
                () -> assertTrue(get().toString(), ((Number) get().get("checkpoint")).longValue() >= number),
                30,
                TimeUnit.SECONDS);
    }

    public void testRestartAfterFailure() throws Exception {
        FakeCheckpointPlugin.respondWith(
                (job, task, client, listener) -> listener.onFailure(new IllegalStateException("broken")));
        begin("\"frequency\": \"1s\"");
        assertSoon(() -> assertEquals("failed", get().get("state")), 30, TimeUnit.SECONDS);
        assertEquals("IllegalStateException: broken", get().get("failure"));
        assertEquals(List.of(get()), all());
        FakeCheckpointPlugin.respondWith(JobTests::succeed);
        // the task of the job ends shortly after the state is stored
        assertSoon(() -> start(alice()));
        awaitCheckpointAtLeast(2);
        assertNull(get().get("failure"));
    }

    public void testTransientFailure() throws Exception {
        FakeCheckpointPlugin.respondWith((job, task, client, listener) ->
                listener.onFailure(new ElasticsearchStatusException("upgrade", RestStatus.SERVICE_UNAVAILABLE)));
        begin("\"frequency\": \"1s\"");
        assertSoon(() -> assertTrue(((Number) get().get("consecutive_failures")).intValue() > 1), 30, TimeUnit.SECONDS);
        assertEquals("started", get().get("state"));
        assertThat(get().get("failure").toString(), containsString("upgrade"));
        Exception e = expectThrows(ElasticsearchStatusException.class, this::checkpoint);
        assertEquals(RestStatus.SERVICE_UNAVAILABLE, ExceptionsHelper.status(e));
        FakeCheckpointPlugin.respondWith(JobTests::succeed);
        assertEquals(0, checkpoint().get("consecutive_failures"));
    }

    public void testRetriesWhileSourceIsClosed() throws Exception {
        begin("\"frequency\": \"1s\"");
        awaitCheckpointAtLeast(1);
        assertAcked(client().admin().indices().prepareClose(INDEX));
        assertSoon(
                () -> assertThat(
                        String.valueOf(get().get("failure")),
                        containsString("of which [" + INDEX + "] are closed: open them, and the job continues")),
                30,
                TimeUnit.SECONDS);
        assertEquals("started", get().get("state"));
        assertAcked(client().admin().indices().prepareOpen(INDEX));
        assertSoon(() -> assertNull(get().get("failure")), 30, TimeUnit.SECONDS);
        assertEquals("started", get().get("state"));
    }

    public void testUnavailableDestination() throws Exception {
        begin("\"frequency\": \"1s\"");
        awaitCheckpointAtLeast(1);
        String run = (String) get().get("run");
        setReadBlock(run, true);
        assertEquals(1, all().size());
        setReadBlock(run, false);
        assertAcked(client().admin().indices().prepareClose(run));
        assertEquals("one closed destination must not hide all jobs", 1, all().size());
        assertThat(get().get("run"), equalTo(run));
        stop();
        delete();
        assertEquals(List.of(), all());
    }

    private void setReadBlock(String index, boolean blocked) {
        Settings settings = Settings.builder().put("index.blocks.read", blocked).build();
        assertAcked(client().admin().indices().prepareUpdateSettings(index).setSettings(settings));
    }

    public void testFailsIfSourceIsDeleted() throws Exception {
        begin("\"frequency\": \"1s\"");
        awaitCheckpointAtLeast(1);
        assertAcked(client().admin().indices().prepareDelete(INDEX));
        assertSoon(() -> assertEquals("failed", get().get("state")), 30, TimeUnit.SECONDS);
        assertThat(get().get("failure").toString(), containsString("[source.index] must name at least one open index"));
    }

    /** As when a lifecycle deletes the oldest index. */
    public void testRestartsFullRunIfIndexIsDeletedOrClosed() throws Exception {
        String other = "pages-2";
        assertAcked(client().admin().indices().prepareCreate(other).setMapping("ndd", "type=near_dup"));
        for (int id = 0; id < 40; id++) {
            index(other, String.valueOf(id), "digest" + id);
        }
        begin("\"source\": {\"index\": \"pages*\"}, \"dest\": {\"index\": \"" + DEST
                + "\"}, \"frequency\": \"1s\", \"settings\": {\"docs_per_second\": 1}");
        assertSoon(() -> assertNotNull(get().get("full_run")), 30, TimeUnit.SECONDS);
        Object first = ((Map<?, ?>) get().get("full_run")).get("id");
        if (randomBoolean()) {
            assertAcked(client().admin().indices().prepareDelete(other));
        } else {
            assertAcked(client().admin().indices().prepareClose(other));
        }
        awaitCheckpointAtLeast(1);
        assertEquals("started", get().get("state"));
        assertThat(get().get("run"), not(equalTo(first)));
    }

    /** As after a reindexing: an alias with the name of the deleted index names another index. */
    public void testKeepsGroupsIfSourceIsReplaced() throws Exception {
        begin("\"frequency\": \"1s\"");
        awaitCheckpointAtLeast(1);
        String run = (String) get().get("run");
        assertAcked(client().admin().indices().prepareCreate("replacement").setMapping("ndd", "type=near_dup"));
        assertAcked(client().admin()
                .indices()
                .aliases(Calls.aliases()
                        .addAliasAction(AliasActions.removeIndex().index(INDEX))
                        .addAliasAction(AliasActions.add().index("replacement").alias(INDEX))));
        // a deletion of the run would be among these events
        client().admin()
                .cluster()
                .prepareHealth(WAIT)
                .setWaitForEvents(Priority.LANGUID)
                .get();
        assertTrue(indexExists(run));
        assertEquals(run, checkpoint().get("run"));
        assertEquals("started", get().get("state"));

        assertAcked(client().admin().indices().prepareDelete("replacement"));
        assertSoon(() -> assertEquals("failed", get().get("state")), 30, TimeUnit.SECONDS);
        assertSoon(() -> assertFalse(indexExists(run)), 30, TimeUnit.SECONDS);
    }

    private boolean indexExists(String index) {
        return Project.of(getInstanceFromNode(ClusterService.class).state()).hasIndex(index);
    }

    public void testMissingJob() {
        expectThrows(ResourceNotFoundException.class, this::get);
        expectThrows(ResourceNotFoundException.class, this::stop);
        expectThrows(ResourceNotFoundException.class, () -> start(client()));
        expectThrows(ResourceNotFoundException.class, this::checkpoint);
        expectThrows(ResourceNotFoundException.class, this::delete);
    }
}
