package org.ndd.job;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.ndd.Soon.assertSoon;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata.PersistentTask;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESIntegTestCase;
import org.junit.After;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.job.Checkpoint.Result;
import org.ndd.job.GetJobAction.GetJobStatsAction;
import org.ndd.job.JobChangeAction.JobIdRequest;
import org.ndd.job.PutJobAction.NewJob;
import org.ndd.job.update.CheckpointCounts;
import org.ndd.partition.plan.PartitionRequest;
import org.ndd.partition.plan.TaskParams;

/** After the loss of any node, a job resumes from its last checkpoint as the same user. */
@ESIntegTestCase.ClusterScope(
        scope = ESIntegTestCase.Scope.TEST,
        numDataNodes = 3,
        numClientNodes = 0,
        supportsDedicatedMasters = false)
public class JobFailoverTests extends ESIntegTestCase {

    private static final String ID = "pages-live";
    private static final TimeValue WAIT = TimeValue.timeValueSeconds(60);

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return List.of(FakeCheckpointPlugin.class);
    }

    private static Map<String, Object> get() {
        return client().execute(GetJobStatsAction.TYPE, new GetJobAction.Request(JobPattern.of(ID, false), 0, 1))
                .actionGet(WAIT)
                .body()
                .jobs()
                .get(0);
    }

    private static long checkpoints() {
        return ((Number) get().get("checkpoint")).longValue();
    }

    private static String leader() {
        var state = client().admin()
                .cluster()
                .prepareState(TimeValue.timeValueSeconds(30))
                .get()
                .getState();
        PersistentTask<?> task = TaskParams.ofJob(state, ID, "pages-ndd");
        return state.nodes().get(task.getExecutorNode()).getName();
    }

    private static void awaitCheckpoint(long number) throws Exception {
        assertSoon(() -> assertThat(checkpoints(), greaterThan(number)));
    }

    private void begin() throws Exception {
        FakeCheckpointPlugin.respondWith((job, task, client, listener) ->
                listener.onResponse(new Result(job.runs().positions(), CheckpointCounts.NONE, null)));
        assertAcked(prepareCreate("pages").setMapping("ndd", "type=near_dup"));
        Map<String, Object> ndd = Map.of(
                "text",
                "the harbour of the town was closed on monday",
                "fingerprints",
                List.of("p00000000"),
                "digest",
                "AAAAAAAAAAA",
                "length",
                44,
                "version",
                FingerprintParameters.BALANCED.version());
        client().index(new IndexRequest("pages")
                        .source(Map.of("ndd", ndd))
                        .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE))
                .actionGet();
        PartitionRequest run = PartitionRequest.parse(new String[] {"pages"}, null, false);
        NewJob job = new NewJob(new JobConfig(run, TimeValue.timeValueSeconds(1), TimeValue.timeValueHours(1)), null);
        var alice = client().filterWithHeader(Map.of(TestJobs.HEADER, "alice"));
        alice.execute(PutJobAction.TYPE, new PutJobAction.Request(ID, job, WAIT))
                .actionGet(WAIT);
        alice.execute(StartJobAction.TYPE, new JobIdRequest(ID, WAIT)).actionGet(WAIT);
        awaitCheckpoint(1);
        ensureGreen();
    }

    @After
    public void stop() {
        client().execute(StopJobAction.TYPE, new StopJobAction.Request(JobPattern.of(ID, false), true, WAIT))
                .actionGet(WAIT);
        Set<String> users = new HashSet<>();
        FakeCheckpointPlugin.requests().forEach(requested -> users.add(requested.user()));
        assertEquals(Set.of("alice"), users);
    }

    public void testResumeAfterNodeLoss() throws Exception {
        begin();
        Object run = get().get("run");
        for (int loss = 0; loss < 2; loss++) {
            long before = checkpoints();
            internalCluster().restartNode(leader());
            ensureGreen();
            awaitCheckpoint(before + 1);
            assertEquals("started", get().get("state"));
            assertEquals("no full run was needed", run, get().get("run"));
        }
    }

    public void testResumeAfterFullRestart() throws Exception {
        begin();
        long before = checkpoints();
        Object run = get().get("run");
        internalCluster().fullRestart();
        ensureGreen();
        awaitCheckpoint(before + 1);
        assertEquals("started", get().get("state"));
        assertEquals(run, get().get("run"));
    }

    /** The node that runs the job is lost while the job waits for its source. */
    public void testNodeLossWhileSourceIsClosed() throws Exception {
        begin();
        Object run = get().get("run");
        assertAcked(indicesAdmin().prepareClose("pages"));
        assertWaits();
        internalCluster().restartNode(leader());
        int failures = failures();
        assertSoon(() -> assertThat(failures(), greaterThan(failures + 1)));
        assertWaits();
        assertAcked(indicesAdmin().prepareOpen("pages"));
        ensureGreen();
        awaitCheckpoint(checkpoints());
        assertNull(get().get("failure"));
        assertEquals("no full run was needed", run, get().get("run"));
    }

    private static int failures() {
        return ((Number) get().get("consecutive_failures")).intValue();
    }

    private static void assertWaits() throws Exception {
        assertSoon(() -> assertThat(
                String.valueOf(get().get("failure")),
                containsString("of which [pages] are closed: open them, and the job continues")));
        assertEquals("started", get().get("state"));
    }
}
