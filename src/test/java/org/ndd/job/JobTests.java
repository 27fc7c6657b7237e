package org.ndd.job;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.not;
import static org.ndd.Soon.assertSoon;

import java.util.List;
import java.util.Map;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ResourceAlreadyExistsException;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.common.Strings;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.TaskCancelledException;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.job.Checkpoint.Result;
import org.ndd.job.update.CheckpointCounts;
import org.ndd.partition.RecordStore;
import org.ndd.partition.RecordWriter;

/** The life cycle of a job on one node, with real full runs. */
public class JobTests extends JobTestCase {

    private static void assertConflict(String message, ThrowingRunnable rejected) {
        ElasticsearchStatusException e = expectThrows(ElasticsearchStatusException.class, rejected);
        assertEquals(RestStatus.CONFLICT, e.status());
        assertThat(e.getMessage(), containsString(message));
    }

    public void testReportsProgressOfCheckpoint() throws Exception {
        SubscribableListener<Void> held = new SubscribableListener<>();
        FakeCheckpointPlugin.respondWith((job, task, client, listener) -> {
            task.found(7);
            task.done(5);
            held.addListener(listener.map(released -> new Result(job.runs().positions(), CheckpointCounts.NONE, null)));
        });
        begin("\"frequency\": \"1h\"");
        assertSoon(() -> assertNotNull(get().get("current_checkpoint")));
        Map<?, ?> current = (Map<?, ?>) get().get("current_checkpoint");
        assertEquals(7L, current.get("total"));
        assertEquals(5L, current.get("done"));
        assertThat((Long) current.get("start_time_in_millis"), greaterThan(0L));
        held.onResponse(null);
        awaitCheckpoint(1);
        assertNull(get().get("current_checkpoint"));
    }

    /** As after a rollover of a data stream. */
    public void testOperationsInAddedIndicesAreBehind() throws Exception {
        begin("\"source\": {\"index\": [\"pages\", \"added*\"]}, \"dest\": {\"index\": \"" + DEST + "\"}");
        awaitCheckpoint(1);
        assertEquals(0L, get().get("operations_behind"));
        createIndex("added-1");
        index("added-1", "1", "AAAAAAAAAAA");
        index("added-1", "2", "AAAAAAAAAAA");
        assertEquals(2L, get().get("operations_behind"));
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
        assertEquals("alice", lastUser());
        Map<String, Object> stats = get();
        assertEquals("started", stats.get("state"));
        assertEquals(List.of(stats), all());
        assertEquals(0L, stats.get("operations_behind"));
        assertEquals(COUNTS.fields(), stats.get("totals"));
        assertEquals(1L, ((Map<?, ?>) stats.get("last_checkpoint")).get("joined"));
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
        assertEquals("independent of the caller", "alice", lastUser());

        stop();
        assertEquals("stopped", get().get("state"));
        assertEquals(first, get().get("run"));
        stop();
        assertConflict("job [pages-live] is stopped: start it first", this::checkpoint);
        start(client().filterWithHeader(Map.of(TestJobs.HEADER, "bob")));
        assertEquals("started", get().get("state"));
        assertEquals("continues from the last checkpoint", first, awaitCheckpoint(3));
        assertEquals("the user that starts the job becomes its user", "bob", lastUser());

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

    /** Creates the list of changes with an entry of a checkpoint. */
    private void createChanges(long checkpoint) {
        String list = DEST + "-changes";
        assertAcked(indicesAdmin()
                .prepareCreate(list)
                .setMapping("{\"_meta\": {\"changes_of\": \"" + DEST
                        + "\"}, \"properties\": {\"checkpoint\": {\"type\": \"long\"}}}"));
        client().prepareIndex(list)
                .setSource(Map.of("checkpoint", checkpoint))
                .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
                .get();
    }

    /** The list may have entries of a deleted job, which have other groups. */
    public void testNumbersContinueThoseOfTheList() throws Exception {
        index("one");
        begin("");
        awaitCheckpoint(1);
        stop();
        createChanges(7);
        start(alice());
        awaitCheckpointAtLeast(2);
        assertThat("own entries", (Long) get().get("checkpoint"), lessThan(7L));
        delete(ID, true);
        begin("");
        awaitCheckpoint(8);
    }

    /** A stop may follow a first checkpoint that failed after it had written entries, which the next checkpoint must find. */
    public void testRestartBeforeFirstCheckpointKeepsNumber() throws Exception {
        index("one");
        FakeCheckpointPlugin.respondWith((job, task, client, l) -> l.onFailure(new IllegalStateException("broken")));
        begin("");
        assertSoon(() -> assertEquals("failed", get().get("state")));
        createChanges(1);
        FakeCheckpointPlugin.respondWith(JobTestCase::succeed);
        // the task of the job ends shortly after the state is stored
        assertSoon(() -> start(alice()));
        awaitCheckpointAtLeast(1);
        assertEquals(
                0, FakeCheckpointPlugin.requests().get(0).job().checkpoints().number());
    }

    public void testRejectsStartOfRecordOfOtherCluster() throws Exception {
        put(ID, "");
        RecordStore records = getInstanceFromNode(RecordStore.class);
        JobStore store = new JobStore(records);
        RecordStore.Versioned<JobRecord> stored = safeAwait(l -> store.get(ID, l));
        safeAwait((ActionListener<Void> l) -> store.put(stored.record(), RecordWriter.version(1_000_000, 1), l));
        Exception e = expectThrows(ElasticsearchStatusException.class, () -> start(alice()));
        assertEquals(
                "job [" + ID + "] was restored from a snapshot of another cluster: delete it, and create it again with"
                        + " [initial_run]",
                e.getMessage());
        delete();
        expectThrows(ResourceNotFoundException.class, this::get);
    }

    /** For example after a defect of the disk. */
    public void testDeletesJobWithUnreadableRecord() throws Exception {
        put(ID, "");
        RecordStore records = getInstanceFromNode(RecordStore.class);
        safeAwait((ActionListener<Void> l) ->
                records.put("job/" + ID, out -> out.writeVInt(7), false, RecordWriter.version(1, 1), l));
        assertEquals("failed", get().get("state"));
        delete();
        expectThrows(ResourceNotFoundException.class, this::get);
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

    public void testPreview() throws Exception {
        Map<String, Object> preview = preview(new PreviewJobAction.Request(null, job("\"frequency\": \"1h\"")));
        Map<?, ?> source = (Map<?, ?>) preview.get("source");
        assertEquals(List.of(INDEX), source.get("indices"));
        assertEquals(2, source.get("documents"));
        assertEquals(FingerprintParameters.BALANCED.version(), source.get("fingerprints"));
        assertEquals(Map.of("index", DEST), preview.get("dest"));
        assertEquals(true, preview.get("full_run_required"));
        assertEquals("nothing was created", List.of(), all());
        String run = startManualRun();
        preview = preview(new PreviewJobAction.Request(null, job("\"initial_run\": \"" + run + "\"")));
        assertEquals(Map.of("index", DEST, "published_run", run), preview.get("dest"));
        assertEquals(false, preview.get("full_run_required"));
        begin("\"frequency\": \"1h\"");
        awaitCheckpoint(1);
        stop();
        assertEquals(false, preview(new PreviewJobAction.Request(ID, null)).get("full_run_required"));
        expectThrows(ResourceNotFoundException.class, () -> preview(new PreviewJobAction.Request("nothing", null)));
    }

    public void testStopDuringScheduledCheckpoint() throws Exception {
        SubscribableListener<Void> held = new SubscribableListener<>();
        FakeCheckpointPlugin.respondWith((job, task, client, listener) -> {
            task.addListener(() -> listener.onFailure(new TaskCancelledException("cancelled")));
            held.onResponse(null);
        });
        begin("\"frequency\": \"1h\"");
        safeAwait(held);
        var scheduled = client().execute(ScheduleNowJobAction.TYPE, new ScheduleNowJobAction.Request(ID, true, WAIT));
        assertFalse(scheduled.isDone());
        stop();
        // whether the request reaches the job before or after the stop
        assertConflict("with [POST /_ndd/job/pages-live/_start]", () -> scheduled.actionGet(WAIT));
    }

    public void testTimeout() throws Exception {
        SubscribableListener<Void> held = new SubscribableListener<>();
        FakeCheckpointPlugin.respondWith((job, task, client, listener) ->
                held.addListener(listener.map(released -> new Result(job.runs().positions(), COUNTS, null))));
        begin("\"frequency\": \"1h\"");
        assertSoon(() -> assertFalse(FakeCheckpointPlugin.requests().isEmpty()));
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

    public void testMissingJob() {
        for (ThrowingRunnable request : List.<ThrowingRunnable>of(
                this::get, this::stop, () -> start(client()), this::checkpoint, this::delete)) {
            expectThrows(ResourceNotFoundException.class, request);
        }
    }

    /** The request of a step waits for a node that leads the job, but not for a job. */
    public void testMissingJobIsReportedAtOnce() {
        TimeValue shorterThanRetries = TimeValue.timeValueSeconds(10);
        var scheduled = client().execute(
                        ScheduleNowJobAction.TYPE, new ScheduleNowJobAction.Request(ID, true, shorterThanRetries));
        assertThat(
                expectThrows(ResourceNotFoundException.class, () -> scheduled.actionGet(WAIT))
                        .getMessage(),
                containsString("job [" + ID + "] does not exist"));
    }
}
