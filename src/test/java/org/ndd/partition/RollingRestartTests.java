package org.ndd.partition;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.not;
import static org.ndd.Soon.assertSoon;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.test.ESIntegTestCase;
import org.elasticsearch.test.InternalTestCluster;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.job.GetJobStatsAction;
import org.ndd.job.JobIdRequest;
import org.ndd.job.JobListRequest;
import org.ndd.job.JobPattern;
import org.ndd.job.NewJob;
import org.ndd.job.PutJobAction;
import org.ndd.job.StartJobAction;
import org.ndd.job.StopJobAction;

/** All nodes restart one after the other while a run and a job are active: both continue. */
@ESIntegTestCase.ClusterScope(scope = ESIntegTestCase.Scope.TEST, numDataNodes = 3, supportsDedicatedMasters = false)
public class RollingRestartTests extends DisturbedRunTestCase {

    private static final String FOLLOWED = "followed";
    private static final String JOB = "follow";
    private static final TimeValue WAIT = TimeValue.timeValueSeconds(60);

    private Map<String, Object> job() {
        return client().execute(GetJobStatsAction.TYPE, new JobListRequest(JobPattern.of(JOB, false), 0, 1))
                .actionGet(WAIT)
                .jobs()
                .get(0);
    }

    private long checkpoints() {
        return ((Number) job().get("checkpoint")).longValue();
    }

    private void startJob() throws Exception {
        index(new TestCorpus(random(), 30), FOLLOWED, 2, 1, FingerprintParameters.BALANCED);
        String body = "{\"source\": {\"index\": \"" + FOLLOWED + "\"}, \"frequency\": \"1s\"}";
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, body)) {
            PutJobAction.Request put = new PutJobAction.Request(JOB, NewJob.parse(parser), WAIT);
            client().execute(PutJobAction.TYPE, put).actionGet(WAIT);
        }
        client().execute(StartJobAction.TYPE, new JobIdRequest(JOB, WAIT)).actionGet(WAIT);
        assertSoon(() -> assertThat(checkpoints(), greaterThan(0L)), 60, TimeUnit.SECONDS);
        ensureGreen();
    }

    private void put(String id, String text) throws Exception {
        client().index(new IndexRequest(FOLLOWED)
                        .id(id)
                        .source(source(new TestCorpus.Page(id, null, text), FingerprintParameters.BALANCED))
                        .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE))
                .actionGet();
    }

    public void testRunAndJobContinue() throws Exception {
        startJob();
        indexCorpus();
        Object groups = job().get("run");
        String text = "The ferry stayed in the port until the evening, and all passengers slept on their chairs.";
        put("before", text);
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

        put("after", text);
        // an operation that is not persisted on all copies yet is processed by a later checkpoint
        assertSoon(
                () -> {
                    String documents = lines(FOLLOWED + "-ndd").toString();
                    assertThat(documents, containsString("after"));
                },
                60,
                TimeUnit.SECONDS);
        Map<String, Object> job = job();
        assertEquals("started", job.get("state"));
        assertEquals("no full run was needed", groups, job.get("run"));
        StopJobAction.Request stop = new StopJobAction.Request(JobPattern.of(JOB, false), true, WAIT);
        client().execute(StopJobAction.TYPE, stop).actionGet(WAIT);
    }
}
