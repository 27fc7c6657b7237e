package org.ndd.continuous;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;
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
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.junit.After;
import org.junit.Before;
import org.ndd.continuous.update.CheckpointCounts;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.partition.PartitionAction;
import org.ndd.partition.PartitionRequest;
import org.ndd.partition.plan.PartitionTaskParams;

/** The life of a job on a node, with real full runs. */
public class ContinuousJobTests extends ESSingleNodeTestCase {

    private static final String INDEX = "pages";
    private static final String ID = "pages-ndd";
    private static final TimeValue WAIT = TimeValue.timeValueSeconds(30);

    private static final CheckpointCounts COUNTS = new CheckpointCounts(1, 0, 1, 0, 0, 1);

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(FakeCheckpointPlugin.class);
    }

    @Before
    public void indexPages() {
        FakeCheckpointPlugin.answer(ContinuousJobTests::succeed);
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
        try {
            stop();
        } catch (IllegalArgumentException | ResourceNotFoundException e) {
            logger.info("nothing to stop", e);
        }
        try {
            delete();
        } catch (ResourceNotFoundException e) {
            logger.info("nothing to delete", e);
        }
    }

    private void index(String id) {
        Map<String, Object> ndd = Map.of(
                "text",
                "the harbour of the town was closed on monday because of the storm",
                "fingerprints",
                List.of("pAAAAAAAAAAA"),
                "digest",
                "AAAAAAAAAAA",
                "length",
                65,
                "version",
                FingerprintParameters.BALANCED.version());
        client().index(new IndexRequest(INDEX)
                        .id(id)
                        .source(Map.of("ndd", ndd))
                        .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE))
                .actionGet();
    }

    private static void succeed(
            JobRecord job, CancellableTask task, Client client, ActionListener<CheckpointResult> listener) {
        listener.onResponse(new CheckpointResult(job.positions(), COUNTS, null));
    }

    private Client alice() {
        return client().filterWithHeader(Map.of(TestJobs.HEADER, "alice"));
    }

    private Map<String, Object> begin(String body) throws IOException {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, body)) {
            ContinuousRequest request =
                    ContinuousRequest.parse(new String[] {INDEX}, parser, -1, PartitionRequest.DEFAULT_TIMEOUT);
            return alice().execute(ContinuousAction.TYPE, request)
                    .actionGet(WAIT)
                    .reports()
                    .get(0);
        }
    }

    private Map<String, Object> get() {
        return client().execute(GetContinuousAction.TYPE, new JobIdRequest(ID))
                .actionGet(WAIT)
                .reports()
                .get(0);
    }

    private List<Map<String, Object>> all() {
        return client().execute(GetContinuousAction.TYPE, new JobIdRequest((String) null))
                .actionGet(WAIT)
                .reports();
    }

    private Map<String, Object> stop() {
        return client().execute(StopContinuousAction.TYPE, new JobIdRequest(ID))
                .actionGet(WAIT)
                .reports()
                .get(0);
    }

    private Map<String, Object> start(Client client) {
        return client.execute(StartContinuousAction.TYPE, new JobIdRequest(ID))
                .actionGet(WAIT)
                .reports()
                .get(0);
    }

    private Map<String, Object> checkpoint() {
        return client().execute(CheckpointAction.TYPE, new CheckpointAction.Request(ID, true))
                .actionGet(WAIT)
                .reports()
                .get(0);
    }

    private void delete() {
        assertAcked(client().execute(DeleteContinuousAction.TYPE, new JobIdRequest(ID))
                .actionGet(WAIT));
    }

    private String runByHand() throws IOException {
        return client().execute(PartitionAction.TYPE, PartitionRequest.parse(new String[] {INDEX}, null, true))
                .actionGet(WAIT)
                .id();
    }

    /** Waits until the first checkpoint after a full run; returns the run. */
    private String awaitCheckpoint(long number) throws Exception {
        assertSoon(() -> assertEquals(number, ((Number) get().get("checkpoint")).longValue()), 30, TimeUnit.SECONDS);
        assertNull(get().get("full_run"));
        return (String) get().get("run");
    }

    private static void assertConflict(String message, ThrowingRunnable refused) {
        ElasticsearchStatusException e = expectThrows(ElasticsearchStatusException.class, refused);
        assertEquals(RestStatus.CONFLICT, e.status());
        assertThat(e.getMessage(), containsString(message));
    }

    private static void assertBad(String message, ThrowingRunnable refused) {
        Exception e = expectThrows(IllegalArgumentException.class, refused);
        assertThat(e.getMessage(), containsString(message));
    }

    public void testACheckpointThatIsUnderWayIsShown() throws Exception {
        SubscribableListener<Void> held = new SubscribableListener<>();
        FakeCheckpointPlugin.answer((job, task, client, listener) -> {
            ((ContinuousTask) task).found(7);
            ((ContinuousTask) task).done(5);
            held.addListener(
                    listener.map(released -> new CheckpointResult(job.positions(), CheckpointCounts.NONE, null)));
        });
        begin("{\"frequency\": \"1h\"}");
        assertSoon(() -> assertNotNull(get().get("current_checkpoint")), 30, TimeUnit.SECONDS);
        Map<?, ?> current = (Map<?, ?>) get().get("current_checkpoint");
        assertEquals(7L, current.get("total"));
        assertEquals(5L, current.get("done"));
        assertThat((Long) current.get("start_time_in_millis"), greaterThan(0L));
        held.onResponse(null);
        awaitCheckpoint(1);
        assertNull(get().get("current_checkpoint"));
    }

    public void testALife() throws Exception {
        assertEquals(List.of(), all());
        Map<String, Object> begun = begin("{\"frequency\": \"1h\"}");
        assertEquals("started", begun.get("state"));
        assertEquals(List.of(INDEX), begun.get("source"));
        assertEquals(ID, begun.get("dest"));
        assertEquals("1h", begun.get("frequency"));
        String first = awaitCheckpoint(1);
        assertEquals("alice", FakeCheckpointPlugin.asked().get(0).user());
        Map<String, Object> report = get();
        assertEquals(List.of(report), all());
        assertEquals(0L, report.get("operations_behind"));
        assertEquals(COUNTS.fields(), report.get("totals"));
        assertEquals(1L, ((Map<?, ?>) report.get("last_checkpoint")).get("settled"));
        index("3");
        assertEquals(1L, get().get("operations_behind"));

        assertConflict("[dest.index] must be a destination that no continuous job keeps up to date", this::runByHand);
        assertConflict("[dest.index] must be a destination without a continuous job", () -> begin("{}"));
        assertBad("[id] must be a job that is stopped or has failed", this::delete);
        assertBad("[id] must be a job that is stopped or has failed", () -> start(client()));
        assertEquals(2L, checkpoint().get("checkpoint"));
        assertEquals(
                "whoever asks", "alice", FakeCheckpointPlugin.asked().get(1).user());

        assertEquals("stopped", stop().get("state"));
        assertEquals("stopped", get().get("state"));
        assertEquals(first, get().get("run"));
        assertBad("[id] must be a job that is started", this::stop);
        assertBad("[id] must be a job that is started", this::checkpoint);
        assertEquals(
                "started",
                start(client().filterWithHeader(Map.of(TestJobs.HEADER, "bob"))).get("state"));
        assertEquals("it goes on from where it was", first, awaitCheckpoint(3));
        assertEquals(
                "who starts it becomes its user",
                "bob",
                FakeCheckpointPlugin.asked().get(2).user());

        stop();
        String byHand = runByHand();
        start(alice());
        String second = awaitCheckpoint(4);
        assertThat("what was shown meanwhile is not the job's", second, not(first));
        assertThat(second, not(byHand));
        stop();
        delete();
        expectThrows(ResourceNotFoundException.class, this::get);
        assertEquals(List.of(), all());

        assertBad("[from] must be the run that the destination [pages-ndd] shows", () -> begin("{\"from\": \"x\"}"));
        assertBad("[from] must be the run", () -> begin("{\"from\": \"" + first + "\"}"));
        String other = "{\"frequency\": \"1h\", \"preset\": \"strict\", \"from\": \"" + second + "\"}";
        assertBad("[from] must be a run of the same source with the same query and options", () -> begin(other));
        assertEquals(
                second,
                begin("{\"frequency\": \"1h\", \"from\": \"" + second + "\"}").get("run"));
        assertEquals("no full run was needed", second, awaitCheckpoint(1));
    }

    public void testAStopWhileACheckpointIsUnderWay() throws Exception {
        boolean fails = randomBoolean();
        AtomicBoolean ended = new AtomicBoolean();
        FakeCheckpointPlugin.answer((job, task, client, listener) -> task.addListener(() -> {
            ended.set(true);
            if (fails) {
                listener.onFailure(new TaskCancelledException("cancelled"));
            } else {
                listener.onResponse(new CheckpointResult(job.positions(), COUNTS, "a full run"));
            }
        }));
        begin("{\"frequency\": \"1s\"}");
        assertSoon(() -> assertFalse(FakeCheckpointPlugin.asked().isEmpty()), 30, TimeUnit.SECONDS);
        stop();
        assertTrue("nothing of it goes on", ended.get());
        assertEquals("stopped", get().get("state"));
        // one that succeeded all the same is kept where the stop was not kept before it
        long kept = ((Number) get().get("checkpoint")).longValue();
        assertTrue("" + kept, kept == 0 || kept == 1 && fails == false);
        assertNull(get().get("full_run"));
        FakeCheckpointPlugin.answer(ContinuousJobTests::succeed);
        start(alice());
        awaitCheckpointAtLeast(kept + 1);
    }

    public void testAStopWhileAFullRunIsUnderWay() throws Exception {
        begin("{\"frequency\": \"1h\", \"candidates\": {\"max_leaders\": 3}}");
        Map<String, Object> stopped = stop();
        assertEquals("stopped", stopped.get("state"));
        assertNull(stopped.get("full_run"));
        String byHand = runByHand();
        assertNotNull("the destination is free at once", byHand);
        start(alice());
        assertThat(awaitCheckpoint(1), not(byHand));
    }

    /** Whatever moment of its full run the stop meets, also that between its last word and the end of its task. */
    public void testStartedAgainAtOnce() throws Exception {
        begin("{\"frequency\": \"1h\"}");
        for (int i = 0; i < 10; i++) {
            new CountDownLatch(1).await(between(0, 300), TimeUnit.MILLISECONDS);
            stop();
            assertNull("nothing takes the destination", publisher());
            start(alice());
        }
        awaitCheckpointAtLeast(1);
    }

    private String publisher() {
        return PartitionTaskParams.publisherTo(
                getInstanceFromNode(ClusterService.class).state(), ID);
    }

    private void awaitCheckpointAtLeast(long number) throws Exception {
        assertSoon(
                () -> assertTrue(get().toString(), ((Number) get().get("checkpoint")).longValue() >= number),
                30,
                TimeUnit.SECONDS);
    }

    public void testAFailureIsShownAndAJobCanBeStartedAfterIt() throws Exception {
        FakeCheckpointPlugin.answer(
                (job, task, client, listener) -> listener.onFailure(new IllegalStateException("broken")));
        begin("{\"frequency\": \"1s\"}");
        assertSoon(() -> assertEquals("failed", get().get("state")), 30, TimeUnit.SECONDS);
        assertEquals("IllegalStateException: broken", get().get("failure"));
        assertEquals(List.of(get()), all());
        FakeCheckpointPlugin.answer(ContinuousJobTests::succeed);
        // the task of the job is gone a moment after that
        assertSoon(() -> start(alice()));
        awaitCheckpointAtLeast(2);
        assertNull(get().get("failure"));
    }

    public void testAFailureThatPasses() throws Exception {
        FakeCheckpointPlugin.answer((job, task, client, listener) ->
                listener.onFailure(new ElasticsearchStatusException("upgrade", RestStatus.SERVICE_UNAVAILABLE)));
        begin("{\"frequency\": \"1s\"}");
        assertSoon(() -> assertTrue(((Number) get().get("retries")).intValue() > 1), 30, TimeUnit.SECONDS);
        assertEquals("started", get().get("state"));
        assertThat(get().get("failure").toString(), containsString("upgrade"));
        Exception e = expectThrows(ElasticsearchStatusException.class, this::checkpoint);
        assertEquals(RestStatus.SERVICE_UNAVAILABLE, ExceptionsHelper.status(e));
        FakeCheckpointPlugin.answer(ContinuousJobTests::succeed);
        assertEquals(0, checkpoint().get("retries"));
    }

    public void testASourceThatIsClosedIsWaitedFor() throws Exception {
        begin("{\"frequency\": \"1s\"}");
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

    public void testASourceThatIsDeletedEndsTheJob() throws Exception {
        begin("{\"frequency\": \"1s\"}");
        awaitCheckpointAtLeast(1);
        assertAcked(client().admin().indices().prepareDelete(INDEX));
        assertSoon(() -> assertEquals("failed", get().get("state")), 30, TimeUnit.SECONDS);
        assertThat(get().get("failure").toString(), containsString("[index] must name at least one open index"));
    }

    public void testWhatIsNotThere() {
        expectThrows(ResourceNotFoundException.class, this::get);
        expectThrows(ResourceNotFoundException.class, this::stop);
        expectThrows(ResourceNotFoundException.class, () -> start(client()));
        expectThrows(ResourceNotFoundException.class, this::checkpoint);
        expectThrows(ResourceNotFoundException.class, this::delete);
    }
}
