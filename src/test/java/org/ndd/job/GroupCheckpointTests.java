package org.ndd.job;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.ndd.Soon.answer;
import static org.ndd.Soon.assertSoon;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.Found;
import org.ndd.compat.Project;
import org.ndd.config.ShardPosition;
import org.ndd.groups.StoredReport;
import org.ndd.job.Checkpoint.Result;
import org.ndd.job.GetJobAction.GetJobStatsAction;
import org.ndd.job.JobChangeAction.JobIdRequest;
import org.ndd.job.JobTaskAction.JobTask;
import org.ndd.job.PutJobAction.NewJob;
import org.ndd.job.update.CheckpointCounts;
import org.ndd.job.update.GroupUpdate.TooLargeToRegroupException;
import org.ndd.partition.RecordWriter.StaleCoordinatorException;
import org.ndd.partition.RunActions;
import org.ndd.partition.TestDecisions;

/**
 * Checkpoints over one index: marks, decisions and documents without fingerprints, who may write groups, when they become visible, and what
 * is retained.
 */
public class GroupCheckpointTests extends GroupCheckpointTestCase {

    public void testFullRunIfManyDocumentsChanged() throws Exception {
        create("pages-1");
        put("pages-1", "a", HARBOUR);
        put("pages-1", "b", HARBOUR);
        begin();
        changeUnprocessed(1_000);
        assertNull(checkpoint().fullRun());
        changeUnprocessed(1_001);
        assertEquals("too many documents changed for a checkpoint", checkpoint().fullRun());
    }

    private void changeUnprocessed(int documents) {
        BulkRequest bulk = new BulkRequest("pages-1");
        for (int i = 0; i < documents; i++) {
            bulk.add(new IndexRequest().id("bare" + i).source(Map.of()));
        }
        assertFalse(client().bulk(bulk).actionGet().hasFailures());
    }

    private Map<String, Long> seqNosLogged(String field) {
        Map<String, Long> seqNos = new TreeMap<>();
        var grouped = client().prepareSearch(DEST).setQuery(QueryBuilders.existsQuery("group"));
        for (Map<String, Object> document : Found.sources(grouped)) {
            Map<?, ?> doc = (Map<?, ?>) document.get("doc");
            Object seqNo = field == null ? doc.get("seq_no") : document.get(field);
            seqNos.put((String) doc.get("id"), ((Number) seqNo).longValue());
        }
        return seqNos;
    }

    private long seqNo(String id) {
        return client().prepareGet("pages-1", id).get().getSeqNo();
    }

    public void testMarksAreIgnored() throws Exception {
        create("pages-1");
        put("pages-1", "a", HARBOUR);
        put("pages-1", "b", HARBOUR + "It may rain.");
        put("pages-1", "c", MOUNTAIN);
        begin();
        assertEquals(2, mark());
        Result result = checkpoint();
        assertEquals(CheckpointCounts.NONE, result.counts());
        assertEquals(Set.of(Set.of("pages-1/a", "pages-1/b")), groups());
        assertEquals("duplicates can be deleted", Map.of("a", seqNo("a"), "b", seqNo("b")), seqNosLogged(null));
        long canonical = seqNo((String) groupDocument().get("canonical_id"));
        assertEquals(Map.of("a", canonical, "b", canonical), seqNosLogged("canonical_seq_no"));

        assertEquals(0, mark());
        assertEquals(CheckpointCounts.NONE, checkpoint().counts());

        // a document that is marked and then changes counts as a change
        client().prepareUpdate("pages-1", "b").setDoc("popularity", 7).get();
        assertEquals(1, checkpoint().counts().get("changed"));
    }

    /** Copies of marked documents in another index, where their operations have the same numbers as in the first. */
    public void testChangedCopiesOfMarkedDocuments() throws Exception {
        create("pages-1");
        put("pages-1", "a", HARBOUR);
        put("pages-1", "b", HARBOUR);
        begin();
        assertEquals(2, mark());
        create("pages-2");
        for (String id : List.of("a", "b")) {
            client().prepareIndex("pages-2")
                    .setId(id)
                    .setSource(client().prepareGet("pages-1", id).get().getSourceAsMap())
                    .get();
        }
        assertAcked(indicesAdmin().prepareDelete("pages-1"));
        begin();
        assertEquals(Set.of(Set.of("pages-2/a", "pages-2/b")), groups());

        Map<String, Object> changed = Map.of("text", MOUNTAIN, "digest", "another");
        client().prepareUpdate("pages-2", "b").setDoc(Map.of("ndd", changed)).get();
        assertEquals(1, checkpoint().counts().get("changed"));
        assertEquals(Set.of(), groups());
    }

    /** A document moves to another routing: until its earlier version is deleted, two documents have its id. */
    public void testDocumentMovesToOtherRouting() throws Exception {
        Settings shards = Settings.builder().put("index.number_of_shards", 5).build();
        assertAcked(indicesAdmin().prepareCreate("pages-1").setSettings(shards).setMapping("ndd", "type=near_dup"));
        source = "pages-1";
        put("pages-1", "a", HARBOUR);
        put("pages-1", "b", HARBOUR + "It may rain.");
        Map<String, Object> moving = client().prepareGet("pages-1", "b").get().getSourceAsMap();
        client().index(new IndexRequest("pages-1").id("c").routing("0").source(moving))
                .actionGet();
        begin();
        int routing = 1;
        while (client().prepareGet("pages-1", "c")
                .setRouting("" + routing)
                .get()
                .isExists()) {
            routing++; // to another shard
        }
        client().index(new IndexRequest("pages-1").id("c").routing("" + routing).source(moving))
                .actionGet();
        Set<Set<String>> together = Set.of(Set.of("pages-1/a", "pages-1/b", "pages-1/c"));
        checkpoint();
        assertEquals(together, groups());
        client().delete(new DeleteRequest("pages-1", "c").routing("0")).actionGet();
        checkpoint();
        assertEquals(together, groups());
        client().delete(new DeleteRequest("pages-1", "c").routing("" + routing)).actionGet();
        checkpoint();
        assertEquals(Set.of(Set.of("pages-1/a", "pages-1/b")), groups());
    }

    public void testCountsUnprocessedDocuments() throws Exception {
        create("pages-1");
        put("pages-1", "a", HARBOUR);
        begin();
        client().prepareIndex("pages-1")
                .setId("raw")
                .setSource(Map.of("body", MOUNTAIN))
                .get();
        put("pages-1", "b", HARBOUR);
        client().prepareUpdate("pages-1", "b")
                .setDoc(Map.of(
                        "body", "another", "ndd", Map.of("source_field", "body", "source_hash", "that of the first")))
                .get();
        client().prepareDelete("pages-1", "missing").get();
        put("pages-1", "old", HARBOUR);
        client().prepareUpdate("pages-1", "old")
                .setDoc(Map.of("ndd", Map.of("version", "p1:10:40:32")))
                .get();
        CheckpointCounts counts = checkpoint().counts();
        assertEquals(2, counts.get("unprocessed"));
        assertEquals(1, counts.get("outdated"));
    }

    private void startWithTwoIndicesAndAddOne() throws Exception {
        create("pages-1");
        put("pages-1", "a", HARBOUR);
        put("pages-1", "b", HARBOUR);
        begin();
        put("pages-1", "c", HARBOUR);
    }

    public void testDeletesChangesAfterRetention() throws Exception {
        startWithTwoIndicesAndAddOne();
        checkpoint();
        String list = DEST + "-changes";
        long kept = TestJobs.CHANGES_RETENTION.millis();
        long now = System.currentTimeMillis();
        // numbers of completed checkpoints
        long checkpoint = job.checkpoints().number();
        for (long age : new long[] {0, kept - 60_000, kept + 60_000, 2 * kept}) {
            checkpoint--;
            client().index(new IndexRequest(list)
                            .id("of-" + age)
                            .source(Map.of("checkpoint", checkpoint, "timestamp", now - age))
                            .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE))
                    .actionGet();
        }
        checkpoint();
        assertTrue(client().prepareGet(list, "of-0").get().isExists());
        assertTrue(client().prepareGet(list, "of-" + (kept - 60_000)).get().isExists());
        assertTrue(
                "up to the last expired checkpoint",
                client().prepareGet(list, "of-" + (kept + 60_000)).get().isExists());
        assertFalse(client().prepareGet(list, "of-" + 2 * kept).get().isExists());
    }

    public void testReleasesRetentionLeases() throws Exception {
        create("pages-1");
        put("pages-1", "a", HARBOUR);
        begin();
        checkpoint();
        ShardId shard = job.runs().positions().keySet().iterator().next();
        assertEquals(Set.of("ndd/" + TestJobs.ID), leases(shard));
        release();
        assertEquals(Set.of(), leases(shard));
    }

    public void testReleasesRetentionLeasesWithoutCheckpoint() throws Exception {
        create("pages-1");
        put("pages-1", "a", HARBOUR);
        begin();
        ShardId shard = job.runs().positions().keySet().iterator().next();
        job = job.withoutRun();
        JobTask task = leading(new FakeCluster());
        Checkpoint checkpoint = getInstanceFromNode(Checkpoint.class);
        answer((ActionListener<Void> l) -> checkpoint.hold(job, task, client(), l));
        assertFalse(leases(shard).isEmpty());
        answer((ActionListener<Void> l) -> checkpoint.release(job, task, client(), l));
        assertEquals(Set.of(), leases(shard));
    }

    private boolean indexExists(String index) {
        return Project.of(getInstanceFromNode(ClusterService.class).state()).hasIndex(index);
    }

    public void testChangesIndexIsDeletedWithLastRun() throws Exception {
        startWithTwoIndicesAndAddOne();
        checkpoint();
        assertTrue(indexExists(DEST + "-changes"));
        assertAcked(indicesAdmin().prepareDelete("pages-1"));
        assertSoon(() -> assertFalse(indexExists(DEST + "-changes")));
        assertFalse(indexExists(job.runs().current()));
    }

    public void testCheckpointIsInvisibleUntilCompleted() throws Exception {
        startWithTwoIndicesAndAddOne();
        client().delete(new DeleteRequest("pages-1", "a")).actionGet();
        checkpoint();
        assertEquals(Set.of(Set.of("pages-1/b", "pages-1/c")), groups());
        assertSoon(() -> assertEquals(
                "-1",
                Project.of(getInstanceFromNode(ClusterService.class).state())
                        .index(job.runs().current())
                        .getSettings()
                        .get("index.refresh_interval")));
    }

    /** A node was suspended, and another node leads the job now. */
    public void testWritesNothingIfAnotherNodeLeads() throws Exception {
        create("pages-1");
        put("pages-1", "a", HARBOUR);
        put("pages-1", "b", HARBOUR);
        begin();
        put("pages-1", "c", HARBOUR);
        Set<Set<String>> before = groups();
        FakeCluster cluster = new FakeCluster();
        JobTask suspended = leading(cluster);
        cluster.new Coordinator(2);
        expectThrows(StaleCoordinatorException.class, () -> checkpoint(suspended));
        client().admin().indices().prepareRefresh(job.runs().current()).get();
        assertEquals(before, groups());
    }

    public void testAppliesNewDecisions() throws Exception {
        options = ", \"decisions_index\": \"" + TestDecisions.INDEX + "\"";
        create("pages-1");
        put("pages-1", "a", HARBOUR);
        put("pages-1", "b", HARBOUR + "It may rain.");
        put("pages-1", "c", MOUNTAIN);
        decide(pair("a", "b", true));
        begin();
        JobTask leading = leading(new FakeCluster());
        Result result = checkpoint(leading);
        assertEquals(
                "the first checkpoint of a node applies all decisions",
                2,
                result.counts().get("changed"));
        assertEquals("applied already", 0, checkpoint(leading).counts().get("changed"));

        decide(pair("b", "c", true));
        checkpoint(leading);
        assertEquals(Set.of(Set.of("pages-1/a", "pages-1/b", "pages-1/c")), groups());
        assertEquals(0, checkpoint(leading).counts().get("changed"));

        decide(pair("a", "b", false));
        checkpoint(leading);
        assertEquals(Set.of(Set.of("pages-1/b", "pages-1/c")), groups());

        TestDecisions.delete(client(), "pages-1", List.of(pair("b", "c", true)));
        checkpoint(leading);
        assertEquals(Set.of(), groups());

        TestDecisions.delete(client(), "pages-1", List.of(pair("a", "b", true)));
        checkpoint(leading);
        assertEquals(Set.of(Set.of("pages-1/a", "pages-1/b")), groups());
    }

    /** The full run has applied the decision, and no checkpoint of the job knows it. */
    public void testDecisionDeletedDuringFullRun() throws Exception {
        options = ", \"decisions_index\": \"" + TestDecisions.INDEX + "\"";
        create("pages-1");
        put("pages-1", "a", HARBOUR);
        put("pages-1", "b", HARBOUR + "It may rain.");
        decide(pair("a", "b", false));
        String body = "{\"source\": {\"index\": \"pages-1\"}, \"dest\": {\"index\": \"" + DEST + "\"}" + options
                + ", \"frequency\": \"1h\", \"settings\": {\"docs_per_second\": 0.1}}";
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, body)) {
            client().execute(
                            PutJobAction.TYPE,
                            new PutJobAction.Request(TestJobs.ID, NewJob.parse(parser), JobIdRequest.DEFAULT_TIMEOUT))
                    .actionGet();
        }
        client().execute(StartJobAction.TYPE, new JobIdRequest(TestJobs.ID, JobIdRequest.DEFAULT_TIMEOUT))
                .actionGet();
        try {
            String run = awaitDecisions();
            TestDecisions.delete(client(), "pages-1", List.of(pair("a", "b", false)));
            client().execute(RunActions.Rethrottle.TYPE, new RunActions.Rethrottle.Request(run, -1))
                    .actionGet();
            assertSoon(() -> assertEquals(1L, stats().get("checkpoint")));
            assertEquals(run, stats().get("run"));
            assertEquals(Set.of(Set.of("pages-1/a", "pages-1/b")), groups(run));
        } finally {
            client().execute(
                            DeleteJobAction.TYPE,
                            new DeleteJobAction.Request(TestJobs.ID, true, JobIdRequest.DEFAULT_TIMEOUT))
                    .actionGet();
        }
    }

    /** Waits until the full run of the job decides documents, and has read the decisions of people; returns its id. */
    private String awaitDecisions() throws Exception {
        List<String> run = new ArrayList<>();
        assertSoon(() -> {
            Map<?, ?> active = (Map<?, ?>) stats().get("full_run");
            assertNotNull(active);
            String id = (String) active.get("id");
            GetResponse stored = client().prepareGet(id, StoredReport.ID).get();
            assertEquals(
                    "decide", StoredReport.read(stored.getSourceAsBytesRef()).get("phase"));
            run.add(id);
        });
        return run.get(0);
    }

    private Map<String, Object> stats() {
        return client().execute(
                        GetJobStatsAction.TYPE, new GetJobAction.Request(JobPattern.of(TestJobs.ID, false), 0, 1))
                .actionGet()
                .body()
                .jobs()
                .get(0);
    }

    private Result checkpoint(JobTask leading) {
        return checkpoint(getInstanceFromNode(Checkpoint.class), leading);
    }

    private static TestDecisions.Pair pair(String a, String b, boolean duplicates) {
        return new TestDecisions.Pair(a, b, duplicates);
    }

    private void decide(TestDecisions.Pair pair) throws Exception {
        indicesAdmin().prepareRefresh("pages-1").get();
        TestDecisions.put(client(), "pages-1", List.of(pair));
    }

    public void testTooManyDocumentsForMemoryRequireFullRun() {
        Map<ShardId, ShardPosition> positions =
                Map.of(new ShardId("pages", "uuid", 0), new ShardPosition(7, "history"));
        assertEquals(
                new Result(positions, CheckpointCounts.NONE, "too many"),
                withFallback(positions, new TooLargeToRegroupException("too many")));
        IllegalStateException other = new IllegalStateException("other");
        assertSame(other, expectThrows(IllegalStateException.class, () -> withFallback(positions, other)));
    }

    private static Result withFallback(Map<ShardId, ShardPosition> positions, Exception failure) {
        return answer(l -> GroupCheckpoint.withFullRunFallback(positions, l).onFailure(failure));
    }
}
