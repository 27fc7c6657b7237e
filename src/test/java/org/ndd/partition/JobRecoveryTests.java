package org.ndd.partition;

import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.not;
import static org.ndd.Soon.assertSoon;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.search.MockSearchService;
import org.elasticsearch.test.ESIntegTestCase;
import org.elasticsearch.test.InternalTestCluster;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.job.GetJobAction;
import org.ndd.job.GetJobAction.GetJobStatsAction;
import org.ndd.job.JobChangeAction.JobIdRequest;
import org.ndd.job.JobPattern;
import org.ndd.job.PutJobAction;
import org.ndd.job.PutJobAction.NewJob;
import org.ndd.job.StartJobAction;
import org.ndd.job.StopJobAction;
import org.ndd.partition.plan.TaskParams;

/** Nodes restart or are lost while a job is active: it continues without a full run. */
@ESIntegTestCase.ClusterScope(
        scope = ESIntegTestCase.Scope.TEST,
        numDataNodes = 3,
        numClientNodes = 0,
        supportsDedicatedMasters = false)
public class JobRecoveryTests extends SuspendedRunTestCase {

    private static final String FOLLOWED = "followed";
    private static final String ARCHIVE = "archive";
    private static final String JOB = "follow";
    private static final TimeValue WAIT = TimeValue.timeValueSeconds(60);

    /** Excludes the plugin that fails if a point in time is open: those of a lost node expire after their keep-alive. */
    @Override
    protected Collection<Class<? extends Plugin>> getMockPlugins() {
        Collection<Class<? extends Plugin>> plugins = new ArrayList<>(super.getMockPlugins());
        plugins.remove(MockSearchService.TestPlugin.class);
        return plugins;
    }

    private Map<String, Object> job() {
        return client().execute(GetJobStatsAction.TYPE, new GetJobAction.Request(JobPattern.of(JOB, false), 0, 1))
                .actionGet(WAIT)
                .body()
                .jobs()
                .get(0);
    }

    private long checkpoints() {
        return ((Number) job().get("checkpoint")).longValue();
    }

    /** @param options further options, as JSON fields that follow {@code frequency} */
    private void startJob(List<TestCorpus.Page> pages, String options) throws Exception {
        index(new TestCorpus(random(), pages), FOLLOWED, 2, 1, FingerprintParameters.BALANCED);
        String body = "{\"source\": {\"index\": \"" + FOLLOWED + "\"}, \"frequency\": \"1s\"" + options + "}";
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, body)) {
            PutJobAction.Request put = new PutJobAction.Request(JOB, NewJob.parse(parser), WAIT);
            client().execute(PutJobAction.TYPE, put).actionGet(WAIT);
        }
        client().execute(StartJobAction.TYPE, new JobIdRequest(JOB, WAIT)).actionGet(WAIT);
        assertSoon(() -> assertThat(checkpoints(), greaterThan(0L)));
        ensureGreen();
    }

    private void stopJob(Object groups) {
        Map<String, Object> job = job();
        assertEquals("started", job.get("state"));
        assertEquals("no full run was needed", groups, job.get("run"));
        StopJobAction.Request stop = new StopJobAction.Request(JobPattern.of(JOB, false), true, WAIT);
        client().execute(StopJobAction.TYPE, stop).actionGet(WAIT);
    }

    private void put(String index, String id, String text) throws Exception {
        client().index(new IndexRequest(index)
                        .id(id)
                        .source(source(new TestCorpus.Page(id, null, text), FingerprintParameters.BALANCED))
                        .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE))
                .actionGet();
    }

    public void testRunAndJobContinueInRollingRestart() throws Exception {
        startJob(new TestCorpus(random(), 30).pages(), "");
        indexCorpus();
        Object groups = job().get("run");
        String text = "The ferry stayed in the port until the evening, and all passengers slept on their chairs.";
        put(FOLLOWED, "before", text);
        String run = startAndStopAt(between(1, 40), "{}");
        String leader = leader(run);
        // the run is suspended until its coordinator stops: otherwise it might end before the first restart
        internalCluster().rollingRestart(new InternalTestCluster.RestartCallback() {
            @Override
            public Settings onNodeStopped(String node) throws Exception {
                if (node.equals(leader)) {
                    resume.countDown();
                }
                return super.onNodeStopped(node);
            }
        });
        ensureGreen();

        assertCompleted(run);
        assertThat(report(run).get("interruptions").toString(), not("[]"));
        assertEquals(expected(), lines(INDEX + "-ndd"));

        put(FOLLOWED, "after", text);
        // an operation that is not persisted on all copies yet is processed by a later checkpoint
        assertSoon(() -> {
            String documents = lines(FOLLOWED + "-ndd").toString();
            assertThat(documents, containsString("after"));
        });
        stopJob(groups);
    }

    private String story() {
        return new TestCorpus(random(), 1)
                .pages().stream()
                        .filter(page -> page.id().startsWith("doc"))
                        .findAny()
                        .orElseThrow()
                        .text();
    }

    /** Adds a text to both sides and a copy of a known document to the reference, and deletes a document of each side. */
    private void changeBothSides(String id, Iterator<TestCorpus.Page> pages) throws Exception {
        String text = story();
        put(FOLLOWED, id, text);
        put(ARCHIVE, id + "-known", text);
        put(ARCHIVE, id + "-copy", pages.next().text());
        for (String index : List.of(FOLLOWED, ARCHIVE)) {
            client().delete(new DeleteRequest(index, pages.next().id())
                            .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE))
                    .actionGet();
        }
    }

    /** Without {@code part_of}, which a checkpoint counts only for regrouped documents. */
    private List<String> linesOfGroups(String dest) {
        return lines(dest).stream()
                .filter(line -> line.contains(", part_of of ") == false)
                .toList();
    }

    private String leaderOfJob() {
        var state = clusterService().state();
        var task = TaskParams.ofJob(state, JOB, FOLLOWED + "-ndd");
        return state.nodes().get(task.getExecutorNode()).getName();
    }

    public void testJobWithReferenceContinuesAfterNodeLoss() throws Exception {
        // each is near at most one of the reference: of several, a checkpoint may keep another than a run chooses
        List<TestCorpus.Page> archive = new ArrayList<>();
        List<TestCorpus.Page> pages = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            String text = story();
            if (i < 20) {
                archive.add(new TestCorpus.Page("doc" + i, null, text));
            }
            String copy = randomBoolean() ? text : text + "\n\nA sentence that was added to this copy.";
            pages.add(new TestCorpus.Page("doc" + i, null, copy));
        }
        index(new TestCorpus(random(), archive), ARCHIVE, 2, 1, FingerprintParameters.BALANCED);
        String options = ", \"against\": {\"index\": \"" + ARCHIVE + "\"}, \"boilerplate\": \"none\"";
        startJob(pages, options);
        Object groups = job().get("run");
        Iterator<TestCorpus.Page> some = pages.iterator();
        // the node is lost while a checkpoint requests the changes of the shards
        CountDownLatch requests = new CountDownLatch(1);
        transports()
                .forEach(transport -> transport.addRequestHandlingBehavior(
                        "indices:data/read/ndd/changes[p]", (handler, request, channel, task) -> {
                            awaitResume(transport);
                            requests.countDown();
                            handler.messageReceived(request, channel, task);
                        }));
        changeBothSides("before", some);
        resume.countDown();
        assertTrue(requests.await(60, TimeUnit.SECONDS));
        internalCluster().stopNode(leaderOfJob());
        changeBothSides("after", some);

        partition(FOLLOWED, "{\"dest\": {\"index\": \"fresh\"}" + options + "}");
        List<String> expected = linesOfGroups("fresh");
        assertThat(expected.toString(), allOf(containsString("before-known"), containsString("after-known")));
        assertSoon(() -> assertEquals(expected, linesOfGroups(FOLLOWED + "-ndd")), 180, TimeUnit.SECONDS);
        stopJob(groups);
    }

    public void testBlockedGroupsAreTheReasonOfWaiting() throws Exception {
        startJob(new TestCorpus(random(), 10).pages(), "");
        Object groups = job().get("run");
        updateIndexSettings(Settings.builder().put("index.blocks.write", true), (String) groups);
        String text = "The ferry stayed in the port until the evening, and all passengers slept on their chairs.";
        put(FOLLOWED, "blocked", text);
        put(FOLLOWED, "copy", text);
        assertSoon(
                () -> assertThat(
                        String.valueOf(job().get("failure")),
                        allOf(containsString((String) groups), containsString("blocked by"))),
                120,
                TimeUnit.SECONDS);
        updateIndexSettings(Settings.builder().putNull("index.blocks.write"), (String) groups);
        assertSoon(() -> assertThat(lines(FOLLOWED + "-ndd").toString(), containsString("blocked")));
        assertSoon(() -> assertNull(job().get("failure")));
        stopJob(groups);
    }

    /** A copy whose refresh fails stays in use, so its searches would not find the groups of a completed checkpoint. */
    public void testRepeatsCheckpointIfCopyOfGroupsIsNotRefreshed() throws Exception {
        startJob(new TestCorpus(random(), 10).pages(), "");
        Object groups = job().get("run");
        AtomicBoolean refuses = new AtomicBoolean(true);
        transports()
                .forEach(transport -> transport.addRequestHandlingBehavior(
                        "indices:admin/refresh[s][r]", (handler, request, channel, task) -> {
                            if (refuses.get()) {
                                channel.sendResponse(new IllegalStateException("refuses"));
                            } else {
                                handler.messageReceived(request, channel, task);
                            }
                        }));
        String text = "The ferry stayed in the port until the evening, and all passengers slept on their chairs.";
        put(FOLLOWED, "one", text);
        put(FOLLOWED, "copy", text);
        assertSoon(() ->
                assertThat(String.valueOf(job().get("failure")), containsString("a copy could not be refreshed: [")));
        refuses.set(false);
        assertSoon(() -> assertThat(lines(FOLLOWED + "-ndd").toString(), containsString("copy")));
        assertSoon(() -> assertNull(job().get("failure")));
        stopJob(groups);
    }
}
