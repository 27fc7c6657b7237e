package org.ndd.continuous;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.seqno.RetentionLease;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.analysis.PageAnalysis;
import org.ndd.continuous.changes.ShardPosition;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.line.Calls;
import org.ndd.line.Project;
import org.ndd.partition.PartitionAction;
import org.ndd.partition.PartitionReport;
import org.ndd.partition.PartitionRequest;
import org.ndd.partition.TestCorpus;
import org.ndd.plugin.NddPlugin;

/** What checkpoints make of the indices behind an alias, which come, go, and are made anew. */
public class GroupCheckpointTests extends ESSingleNodeTestCase {

    private static final String ALIAS = "pages";
    private static final String DEST = "live";
    private static final String HARBOUR = """
            The old harbour of the town was closed on Monday because of the storm that came in from the west.
            Fishermen tied up their boats with double ropes and carried the nets into the sheds behind the quay.
            The council expects that ferries to the islands will sail again when the wind has dropped on Thursday.
            """;
    private static final String MOUNTAIN = """
            Climbers have found a new route to the summit from the north that nobody had tried in winter before.
            They spent three nights in a tent below the ridge and melted snow because their water had frozen.
            A guide from the valley says that the rock is firm but that stones fall in the afternoon sun.
            """;

    private JobRecord job;

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NddPlugin.class);
    }

    private void create(String index) {
        assertAcked(indicesAdmin().prepareCreate(index).setMapping("ndd", "type=near_dup"));
        assertAcked(indicesAdmin()
                .aliases(Calls.aliases()
                        .addAliasAction(AliasActions.add().index(index).alias(ALIAS))));
    }

    private void put(String index, String id, String text) {
        PageAnalysis analysis = TestCorpus.analyze(new TestCorpus.Page(id, null, text), FingerprintParameters.BALANCED);
        Map<String, Object> ndd = new HashMap<>();
        ndd.put("text", analysis.text());
        ndd.put("fingerprints", analysis.fingerprintTerms());
        ndd.put("digest", analysis.digest());
        ndd.put("length", analysis.length());
        ndd.put("version", FingerprintParameters.BALANCED.version());
        client().index(new IndexRequest(index).id(id).source(Map.of("ndd", ndd)))
                .actionGet();
    }

    private PartitionRequest request() throws Exception {
        try (XContentParser parser =
                createParser(JsonXContent.jsonXContent, "{\"dest\":{\"index\":\"" + DEST + "\"}}")) {
            return PartitionRequest.parse(new String[] {ALIAS}, parser, true);
        }
    }

    /** A run, whose groups are kept up to date from where its shards are now. */
    private void begin() throws Exception {
        PartitionReport report =
                client().execute(PartitionAction.TYPE, request()).actionGet().report();
        assertEquals(report.failure(), PartitionReport.State.COMPLETED, report.state());
        Map<ShardId, ShardPosition> positions = new HashMap<>();
        for (var stats : indicesAdmin().prepareStats(ALIAS).get().getShards()) {
            positions.put(
                    stats.getShardRouting().shardId(),
                    new ShardPosition(stats.getSeqNoStats().getMaxSeqNo(), null));
        }
        job = JobRecord.begin(
                        DEST, request(), TimeValue.timeValueMinutes(1), TestJobs.KEEP_CHANGES, TestJobs.user("alice"))
                .keepsUp(report.id(), positions);
    }

    private CheckpointResult checkpoint() {
        PlainActionFuture<CheckpointResult> done = new PlainActionFuture<>();
        CancellableTask task = new CancellableTask(1, "test", "test", "", TaskId.EMPTY_TASK_ID, Map.of());
        getInstanceFromNode(Checkpoint.class).run(job, task, client(), done);
        CheckpointResult result = done.actionGet(TimeValue.timeValueSeconds(60));
        job = job.after(result, 0, 0);
        return result;
    }

    /** The pages of each group, by index and id. */
    private Set<Set<String>> groups() {
        Map<Object, Set<String>> groups = new TreeMap<>();
        var search = client().prepareSearch(job.run()).setSize(1000).get(TimeValue.timeValueSeconds(30));
        try {
            for (SearchHit hit : search.getHits()) {
                Map<String, Object> source = hit.getSourceAsMap();
                if (source.get("group") != null) {
                    Map<?, ?> doc = (Map<?, ?>) source.get("doc");
                    groups.computeIfAbsent(source.get("group"), name -> new TreeSet<>())
                            .add(doc.get("index") + "/" + doc.get("id"));
                }
            }
        } finally {
            search.decRef();
        }
        return Set.copyOf(groups.values());
    }

    public void testIndicesComeAndGo() throws Exception {
        create("pages-1");
        put("pages-1", "a", HARBOUR);
        put("pages-1", "b", HARBOUR + "It may rain.");
        put("pages-1", "c", MOUNTAIN);
        begin();
        assertEquals(Set.of(Set.of("pages-1/a", "pages-1/b")), groups());

        // as after a rollover: the same ids in another index
        create("pages-2");
        put("pages-2", "a", HARBOUR);
        put("pages-2", "b", MOUNTAIN);
        CheckpointResult result = checkpoint();
        assertNull(result.fullRun());
        assertEquals(2, result.counts().changed());
        assertEquals(Set.of(Set.of("pages-1/a", "pages-1/b", "pages-2/a"), Set.of("pages-1/c", "pages-2/b")), groups());

        assertAcked(indicesAdmin().prepareDelete("pages-1"));
        result = checkpoint();
        assertNull(result.fullRun());
        assertEquals(3, result.counts().deleted());
        assertEquals(Set.of(), groups());

        // made anew under the same name, with other pages under the same ids
        create("pages-1");
        put("pages-1", "a", MOUNTAIN);
        assertNull(checkpoint().fullRun());
        assertEquals(Set.of(Set.of("pages-1/a", "pages-2/b")), groups());
        assertAcked(indicesAdmin().prepareDelete("pages-1"));
        create("pages-1");
        put("pages-1", "a", HARBOUR);
        assertNull(checkpoint().fullRun());
        assertEquals(Set.of(Set.of("pages-1/a", "pages-2/a")), groups());
    }

    public void testAHistoryThatIsGoneNeedsAFullRun() throws Exception {
        create("pages-1");
        put("pages-1", "a", HARBOUR);
        begin();
        ShardId shard = job.positions().keySet().iterator().next();
        job = job.keepsUp(job.run(), Map.of(shard, new ShardPosition(0, "another history")));
        put("pages-1", "b", HARBOUR);
        CheckpointResult result = checkpoint();
        assertEquals("the history of [" + shard + "] is gone", result.fullRun());
        assertEquals(Set.of(), groups());
    }

    public void testChangesAreKeptForAWhile() throws Exception {
        create("pages-1");
        put("pages-1", "a", HARBOUR);
        put("pages-1", "b", HARBOUR);
        begin();
        put("pages-1", "c", HARBOUR);
        checkpoint();
        String list = DEST + "-changes";
        long kept = TestJobs.KEEP_CHANGES.millis();
        long now = System.currentTimeMillis();
        for (long age : new long[] {0, kept - 60_000, kept + 60_000, 2 * kept}) {
            client().index(new IndexRequest(list)
                            .id("of-" + age)
                            .source(Map.of("checkpoint", 1, "at", now - age))
                            .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE))
                    .actionGet();
        }
        checkpoint();
        assertTrue(client().prepareGet(list, "of-0").get().isExists());
        assertTrue(client().prepareGet(list, "of-" + (kept - 60_000)).get().isExists());
        assertFalse(client().prepareGet(list, "of-" + (kept + 60_000)).get().isExists());
        assertFalse(client().prepareGet(list, "of-" + 2 * kept).get().isExists());
    }

    private Set<String> leases(ShardId shard) {
        return getInstanceFromNode(IndicesService.class)
                .indexServiceSafe(shard.getIndex())
                .getShard(shard.id())
                .getRetentionLeases()
                .leases()
                .stream()
                .map(RetentionLease::id)
                .filter(id -> id.startsWith("ndd/"))
                .collect(Collectors.toSet());
    }

    public void testHistoryIsHeldAndGivenUp() throws Exception {
        create("pages-1");
        put("pages-1", "a", HARBOUR);
        begin();
        checkpoint();
        ShardId shard = job.positions().keySet().iterator().next();
        assertEquals(Set.of("ndd/" + DEST), leases(shard));
        PlainActionFuture<Void> done = new PlainActionFuture<>();
        CancellableTask task = new CancellableTask(1, "test", "test", "", TaskId.EMPTY_TASK_ID, Map.of());
        getInstanceFromNode(Checkpoint.class).release(job, task, client(), done);
        done.actionGet(TimeValue.timeValueSeconds(60));
        assertEquals(Set.of(), leases(shard));
    }

    public void testSearchesSeeNothingOfACheckpointBeforeItsEnd() throws Exception {
        create("pages-1");
        put("pages-1", "a", HARBOUR);
        put("pages-1", "b", HARBOUR);
        begin();
        put("pages-1", "c", HARBOUR);
        client().delete(new DeleteRequest("pages-1", "a")).actionGet();
        checkpoint();
        assertEquals(Set.of(Set.of("pages-1/b", "pages-1/c")), groups());
        assertBusy(
                () -> assertEquals(
                        "-1",
                        Project.of(getInstanceFromNode(ClusterService.class).state())
                                .index(job.run())
                                .getSettings()
                                .get("index.refresh_interval")),
                10,
                TimeUnit.SECONDS);
    }
}
