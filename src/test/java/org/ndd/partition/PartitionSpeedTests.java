package org.ndd.partition;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.lessThan;
import static org.ndd.Soon.assertSoon;

import org.elasticsearch.action.ActionFuture;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.test.ESIntegTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.config.TaskState;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.inspect.AnalyzePageAction;
import org.ndd.inspect.CompareAction;
import org.ndd.inspect.EvaluateAction;
import org.ndd.partition.PartitionAction.PartitionResponse;
import org.ndd.partition.plan.PartitionRequest;
import org.ndd.partition.plan.StepCounts.Count;

/** The rate of throttled runs, which block no other requests on a node with one processor. */
@ESIntegTestCase.ClusterScope(numDataNodes = 1, numClientNodes = 0, supportsDedicatedMasters = false)
public class PartitionSpeedTests extends PartitionTestCase {

    private static final TimeValue USUAL_TIMEOUT = TimeValue.timeValueSeconds(10);

    @Override
    protected Settings nodeSettings(int nodeOrdinal, Settings otherSettings) {
        return Settings.builder()
                .put(super.nodeSettings(nodeOrdinal, otherSettings))
                .put(EsExecutors.NODE_PROCESSORS_SETTING.getKey(), 1)
                .build();
    }

    /** All documents are in one of many shards: a rate divided by shards would be too low. */
    public void testRateAppliesToRunNotShards() throws Exception {
        TestCorpus corpus = new TestCorpus(random(), 150);
        int shards = between(1, 8);
        assertAcked(prepareCreate("paced").setSettings(indexSettings(shards, 0)).setMapping("ndd", "type=near_dup"));
        BulkRequest bulk = new BulkRequest().setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
        for (TestCorpus.Page page : corpus.pages()) {
            bulk.add(new IndexRequest("paced")
                    .id(page.id())
                    .routing("one shard")
                    .source(source(page, FingerprintParameters.BALANCED)));
        }
        assertFalse(client().bulk(bulk).actionGet().hasFailures());
        double speed = 50;
        PartitionReport report = run("paced", "{}", speed, true).report();
        double seconds = report.progress().phases().stream()
                        .filter(phase -> phase.name().equals("decide"))
                        .mapToLong(PartitionReport.Phase::tookMillis)
                        .sum()
                / 1000.0;
        long decided = report.counts().get(Count.DECIDED);
        double least = decided / speed * 0.9;
        assertThat(
                decided + " in " + seconds + " s", seconds, allOf(greaterThan(least), lessThan(decided / speed + 2)));
    }

    public void testThrottledRunBlocksNoThread() throws Exception {
        TestCorpus corpus = new TestCorpus(random(), between(100, 150));
        index(corpus, "pages", 3, 0, FingerprintParameters.BALANCED);
        String slow = run("pages", "{}", 0.01, false).id();
        assertSoon(
                () -> assertEquals("decide", SuspendedRunTestCase.report(slow).get("phase")));
        try {
            String a = corpus.pages().get(0).id();
            String b = corpus.pages().get(1).id();
            assertResponds(client().execute(
                            AnalyzePageAction.TYPE,
                            parse(AnalyzePageAction.Request::fromXContent, "{\"text\": \"A page of one line.\"}")));
            assertResponds(client().execute(
                            CompareAction.TYPE,
                            parse(
                                    p -> CompareAction.Request.fromXContent("pages", p),
                                    "{\"a\": {\"_id\": \"" + a + "\"}, \"b\": {\"_id\": \"" + b + "\"}}")));
            assertResponds(client().execute(
                            EvaluateAction.TYPE,
                            parse(
                                    p -> EvaluateAction.Request.fromXContent("pages", USUAL_TIMEOUT, p),
                                    "{\"pairs\": [{\"a\": \"" + a + "\", \"b\": \"" + b
                                            + "\", \"duplicate\": true}]}")));
            PartitionResponse other =
                    run("pages", "{\"dest\": {\"index\": \"beside\"}}", Double.POSITIVE_INFINITY, true);
            assertEquals(TaskState.COMPLETED, other.report().state());
            assertEquals("running", SuspendedRunTestCase.report(slow).get("state"));
        } finally {
            SuspendedRunTestCase.cancel(slow);
            assertEquals("cancelled", SuspendedRunTestCase.reportAtTheEnd(slow).get("state"));
        }
    }

    /** If its index is read-only, a run waits up to its timeout; the one thread of the pool serves other requests meanwhile. */
    public void testReadOnlyIndexBlocksNoThread() throws Exception {
        TestCorpus corpus = new TestCorpus(random(), between(50, 100));
        index(corpus, "pages", 2, 0, FingerprintParameters.BALANCED);
        String blocked = run("pages", "{}", 0.01, false).id();
        assertSoon(() ->
                assertEquals("decide", SuspendedRunTestCase.report(blocked).get("phase")));
        Settings writes = Settings.builder().put("index.blocks.write", true).build();
        assertAcked(client().admin().indices().prepareUpdateSettings(blocked).setSettings(writes));
        try {
            client().execute(RunActions.Rethrottle.TYPE, new RunActions.Rethrottle.Request(blocked, -1))
                    .actionGet();
            SuspendedRunTestCase.assertWaitsIn("groups", blocked);
            PartitionResponse other =
                    run("pages", "{\"dest\": {\"index\": \"beside\"}}", Double.POSITIVE_INFINITY, true);
            assertEquals(TaskState.COMPLETED, other.report().state());
            assertEquals("running", SuspendedRunTestCase.report(blocked).get("state"));
        } finally {
            assertAcked(client().admin()
                    .indices()
                    .prepareUpdateSettings(blocked)
                    .setSettings(Settings.builder().putNull("index.blocks.write")));
        }
        SuspendedRunTestCase.assertCompleted(blocked);
        assertEquals(lines("beside"), lines("pages-ndd"));
    }

    private PartitionResponse run(String index, String body, double perSecond, boolean wait) throws Exception {
        PartitionRequest request = parse(p -> PartitionRequest.parse(new String[] {index}, p, wait), body);
        return client().execute(PartitionAction.TYPE, request.atMost(Double.isInfinite(perSecond) ? -1 : perSecond))
                .actionGet(TimeValue.timeValueSeconds(90));
    }

    private static void assertResponds(ActionFuture<?> response) {
        assertNotNull(response.actionGet(USUAL_TIMEOUT));
    }

    private interface Parse<T> {
        T from(XContentParser parser) throws Exception;
    }

    private <T> T parse(Parse<T> parse, String body) throws Exception {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, body)) {
            return parse.from(parser);
        }
    }
}
