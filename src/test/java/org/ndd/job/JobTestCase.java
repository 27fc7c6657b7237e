package org.ndd.job;

import static org.hamcrest.Matchers.containsString;
import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.junit.After;
import org.junit.Before;
import org.ndd.config.BodyAction.BodyResponse;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.job.Checkpoint.Result;
import org.ndd.job.GetJobAction.GetJobStatsAction;
import org.ndd.job.JobChangeAction.JobAcknowledgement;
import org.ndd.job.JobChangeAction.JobIdRequest;
import org.ndd.job.PutJobAction.NewJob;
import org.ndd.job.update.CheckpointCounts;
import org.ndd.partition.PartitionAction;
import org.ndd.partition.plan.PartitionRequest;
import org.ndd.partition.plan.TaskParams;

/** Executes the API of jobs with fake checkpoints. */
public abstract class JobTestCase extends ESSingleNodeTestCase {

    static final String INDEX = "pages";
    static final String ID = "pages-live";
    static final String DEST = "pages-ndd";
    static final TimeValue WAIT = TimeValue.timeValueSeconds(30);
    static final CheckpointCounts COUNTS = new CheckpointCounts(Map.of("changed", 1L, "joined", 1L, "moved", 1L));

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(FakeCheckpointPlugin.class);
    }

    @Before
    public void indexPages() {
        FakeCheckpointPlugin.respondWith(JobTestCase::succeed);
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

    void index(String id) {
        index(INDEX, id, "AAAAAAAAAAA");
    }

    void index(String index, String id, String digest) {
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

    static void succeed(JobRecord job, CancellableTask task, Client client, ActionListener<Result> listener) {
        listener.onResponse(new Result(job.runs().positions(), COUNTS, null));
    }

    Client alice() {
        return client().filterWithHeader(Map.of(TestJobs.HEADER, "alice"));
    }

    static String source(String options) {
        if (options.startsWith("\"source\"")) {
            return "{" + options + "}";
        }
        return "{\"source\": {\"index\": \"" + INDEX + "\"}" + (options.isEmpty() ? "" : ", " + options) + "}";
    }

    NewJob job(String options) throws IOException {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, source(options))) {
            return NewJob.parse(parser);
        }
    }

    void put(String id, String options) throws IOException {
        PutJobAction.Request request = new PutJobAction.Request(id, job(options), WAIT);
        assertDone(alice().execute(PutJobAction.TYPE, request).actionGet(WAIT));
    }

    void begin(String options) throws IOException {
        put(ID, options);
        start(alice());
    }

    /** Returns the active run that will publish to the destination; {@code null} if there is none. */
    String publisher() {
        return TaskParams.publisherTo(getInstanceFromNode(ClusterService.class).state(), DEST);
    }

    static void assertDone(BodyResponse<JobAcknowledgement> acknowledged) {
        assertFalse(acknowledged.body().timedOut());
    }

    static GetJobAction.Request list(String expression) {
        return new GetJobAction.Request(JobPattern.of(expression, true), 0, 10);
    }

    Map<String, Object> get() {
        return client().execute(GetJobStatsAction.TYPE, list(ID))
                .actionGet(WAIT)
                .body()
                .jobs()
                .get(0);
    }

    List<Map<String, Object>> all() {
        return client().execute(GetJobStatsAction.TYPE, list(null))
                .actionGet(WAIT)
                .body()
                .jobs();
    }

    void stop() {
        assertDone(client().execute(StopJobAction.TYPE, new StopJobAction.Request(JobPattern.of(ID, false), true, WAIT))
                .actionGet(WAIT));
    }

    void start(Client client) {
        start(client, ID);
    }

    void start(Client client, String id) {
        assertDone(
                client.execute(StartJobAction.TYPE, new JobIdRequest(id, WAIT)).actionGet(WAIT));
    }

    Map<String, Object> checkpoint() {
        assertDone(client().execute(ScheduleNowJobAction.TYPE, new ScheduleNowJobAction.Request(ID, true, WAIT))
                .actionGet(WAIT));
        return get();
    }

    void delete() {
        delete(ID, false);
    }

    void delete(String id, boolean force) {
        assertDone(client().execute(DeleteJobAction.TYPE, new DeleteJobAction.Request(id, force, WAIT))
                .actionGet(WAIT));
    }

    String startManualRun() throws IOException {
        return client().execute(PartitionAction.TYPE, PartitionRequest.parse(new String[] {INDEX}, null, true))
                .actionGet(WAIT)
                .id();
    }

    /** Waits until the first checkpoint after a full run; returns the name of the run. */
    String awaitCheckpoint(long number) throws Exception {
        assertSoon(() -> assertEquals(number, ((Number) get().get("checkpoint")).longValue()));
        assertNull(get().get("full_run"));
        return (String) get().get("run");
    }

    void awaitCheckpointAtLeast(long number) throws Exception {
        assertSoon(() -> assertTrue(get().toString(), ((Number) get().get("checkpoint")).longValue() >= number));
    }

    final Map<String, Object> config() {
        return client().execute(GetJobAction.TYPE, list(ID))
                .actionGet(WAIT)
                .body()
                .jobs()
                .get(0);
    }

    final void update(Client client, Map<String, Object> changes) {
        assertDone(client.execute(UpdateJobAction.TYPE, new UpdateJobAction.Request(ID, changes, WAIT))
                .actionGet(WAIT));
    }

    final Map<String, Object> preview(PreviewJobAction.Request request) {
        BodyResponse<ToXContentObject> response =
                alice().execute(PreviewJobAction.TYPE, request).actionGet(WAIT);
        return XContentHelper.convertToMap(JsonXContent.jsonXContent, Strings.toString(response), false);
    }

    static void assertBad(String message, ThrowingRunnable rejected) {
        Exception e = expectThrows(IllegalArgumentException.class, rejected);
        assertThat(e.getMessage(), containsString(message));
    }

    static String lastUser() {
        return FakeCheckpointPlugin.requests()
                .get(FakeCheckpointPlugin.requests().size() - 1)
                .user();
    }
}
