package org.ndd.job;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.greaterThan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.FilterClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.env.Environment;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.indices.IndexClosedException;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.EarlierFormat;
import org.ndd.IndexSnapshot;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.compat.Calls;
import org.ndd.config.LimitedServices;
import org.ndd.config.NodeServices;
import org.ndd.config.ShardPosition;
import org.ndd.job.Checkpoint.Result;
import org.ndd.job.JobTaskAction.JobTask;

/** Checkpoints over a source whose indices are added, deleted, recreated, closed, or restored from a snapshot. */
public class GroupCheckpointIndicesTests extends GroupCheckpointTestCase {

    public void testAddedAndDeletedIndices() throws Exception {
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
        Result result = checkpoint();
        assertNull(result.fullRun());
        assertEquals(2, result.counts().get("changed"));
        assertEquals(Set.of(Set.of("pages-1/a", "pages-1/b", "pages-2/a"), Set.of("pages-1/c", "pages-2/b")), groups());

        assertAcked(indicesAdmin().prepareDelete("pages-1"));
        result = checkpoint();
        assertNull(result.fullRun());
        assertEquals(3, result.counts().get("deleted"));
        assertEquals(Set.of(), groups());

        // recreated under the same name, with other documents under the same ids
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

    private void filter(String index, String... ids) {
        assertAcked(indicesAdmin()
                .aliases(Calls.aliases()
                        .addAliasAction(AliasActions.add()
                                .index(index)
                                .alias(ALIAS)
                                .filter(QueryBuilders.idsQuery().addIds(ids)))));
    }

    /** No document has changed, but others are in the source. An index that joins or leaves it is a change of documents. */
    public void testChangedAliasFilter() throws Exception {
        create("pages-1");
        put("pages-1", "a", HARBOUR);
        put("pages-1", "b", HARBOUR);
        put("pages-1", "c", HARBOUR);
        filter("pages-1", "a", "b");
        begin();
        assertEquals(Set.of(Set.of("pages-1/a", "pages-1/b")), groups());
        create("pages-2");
        put("pages-2", "d", HARBOUR);
        put("pages-2", "e", HARBOUR);
        filter("pages-2", "d");
        assertNull(checkpoint().fullRun());
        assertNull(checkpoint().fullRun());
        assertEquals(Set.of(Set.of("pages-1/a", "pages-1/b", "pages-2/d")), groups());

        filter("pages-2", "d", "e");
        String changed = "the filter of an alias of [pages-2] has changed";
        assertEquals(changed, checkpoint().fullRun());
        assertEquals("until the full run", changed, checkpoint().fullRun());
        begin();
        assertNull(checkpoint().fullRun());
        assertEquals(Set.of(Set.of("pages-1/a", "pages-1/b", "pages-2/d", "pages-2/e")), groups());

        assertAcked(indicesAdmin()
                .aliases(Calls.aliases()
                        .addAliasAction(AliasActions.remove().index("pages-1").alias(ALIAS))));
        assertNull(checkpoint().fullRun());
        assertEquals(Set.of(Set.of("pages-2/d", "pages-2/e")), groups());
        assertAcked(indicesAdmin()
                .aliases(Calls.aliases()
                        .addAliasAction(AliasActions.add().index("pages-2").alias(ALIAS))));
        assertEquals(changed, checkpoint().fullRun());
    }

    /** The checkpoint must not hold all of many groups in memory at the same time. */
    public void testDeletedIndexWithManyGroups() throws Exception {
        create("pages-1");
        put("pages-1", "a", HARBOUR);
        put("pages-1", "b", HARBOUR);
        create("pages-2");
        put("pages-2", "a", MOUNTAIN);
        begin();
        int documents = 14_000;
        Map<String, Object> group = groupDocument();
        BulkRequest bulk = new BulkRequest(job.runs().current()).setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
        for (int i = 0; i < documents; i++) {
            Map<Object, Object> doc = new HashMap<>((Map<?, ?>) group.get("doc"));
            doc.put("id", "gone" + i);
            Map<String, Object> one = new HashMap<>(group);
            one.putAll(Map.of(
                    "doc", doc, "group", "group" + i / 2, "canonical_id", "gone" + i / 2 * 2, "canonical", i % 2 == 0));
            one.put("role", i % 2 == 0 ? "leader" : "member");
            one.put("size", 2);
            bulk.add(new IndexRequest().id("document" + i).source(one));
        }
        assertFalse(client().bulk(bulk).actionGet().hasFailures());
        assertAcked(indicesAdmin().prepareDelete("pages-1"));
        CircuitBreaker breaker = newLimitedBreaker(ByteSizeValue.ofMb(24));
        GroupCheckpoint limited = new GroupCheckpoint(
                LimitedServices.of(getInstanceFromNode(NodeServices.class), breaker),
                getInstanceFromNode(BoilerplateRegistry.class));
        // if another update removes the group of a document before its own update, the document is in no group
        assertThat(checkpoint(limited).counts().get("deleted"), greaterThan(documents - 10L));
        assertEquals(Set.of(), groups());
        assertEquals("all memory is released", 0, breaker.getUsed());
    }

    @Override
    protected Settings nodeSettings() {
        return Settings.builder()
                .put(super.nodeSettings())
                .put(Environment.PATH_REPO_SETTING.getKey(), createTempDir())
                .build();
    }

    /** The sequence numbers of the run belong to other operations than those of the restored index. */
    public void testSourceRestoredBeforeFirstCheckpoint() throws Exception {
        create("pages-1");
        put("pages-1", "a", HARBOUR);
        IndexSnapshot snapshot = IndexSnapshot.of(client(), "pages-1");
        put("pages-1", "b", HARBOUR);
        put("pages-1", "c", HARBOUR);
        begin();
        snapshot.restoreOverClosedIndex();
        put("pages-1", "d", MOUNTAIN);
        assertEquals(
                "the history of " + job.runs().positions().keySet() + " is gone",
                checkpoint().fullRun());
    }

    /** Creates a job that begins with a run. */
    private void adopt(String run) throws Exception {
        String body = "{\"source\":{\"index\":\"" + ALIAS + "\"},\"dest\":{\"index\":\"" + DEST
                + "\"},\"initial_run\":\"" + run + "\"}";
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, body)) {
            TimeValue timeout = TimeValue.timeValueSeconds(30);
            client().execute(
                            PutJobAction.TYPE,
                            new PutJobAction.Request("adopted", PutJobAction.NewJob.parse(parser), timeout))
                    .actionGet(timeout);
        }
    }

    /** The groups of the snapshot lack the changes of later checkpoints, which are not read again. */
    public void testRestoredGroups() throws Exception {
        create("pages-1");
        put("pages-1", "a", HARBOUR);
        put("pages-1", "b", HARBOUR);
        begin();
        String run = job.runs().current();
        IndexSnapshot snapshot = IndexSnapshot.of(client(), run);
        if (randomBoolean()) {
            // a job may begin with a restored run
            snapshot.restoreOverClosedIndex();
            adopt(run);
        }
        put("pages-1", "c", HARBOUR);
        if (randomBoolean()) {
            assertNull(checkpoint().fullRun());
            assertNull(checkpoint().fullRun());
            assertEquals(Set.of(Set.of("pages-1/a", "pages-1/b", "pages-1/c")), groups());
        }
        snapshot.restoreOverClosedIndex();
        assertEquals(Set.of(Set.of("pages-1/a", "pages-1/b")), groups());
        assertEquals(
                "the index of run [" + run + "] was restored from a snapshot",
                checkpoint().fullRun());
    }

    /** A part of the groups may be of documents that the present format distinguishes, and that have not changed. */
    public void testGroupsOfAnotherFormat() throws Exception {
        create("pages-1");
        put("pages-1", "a", HARBOUR);
        put("pages-1", "b", HARBOUR);
        begin();
        String run = job.runs().current();
        assertNull(checkpoint().fullRun());
        EarlierFormat.set(client(), getInstanceFromNode(ClusterService.class).state(), run);
        assertEquals(
                "the groups of run [" + run + "] are in the fingerprint format of another version of ndd",
                checkpoint().fullRun());
    }

    /** Searches for a pattern ignore closed indices, so the groups of their documents must not be recomputed. */
    public void testIndexOfPatternClosedDuringCheckpoint() throws Exception {
        source = "pages-*";
        for (String index : List.of("pages-1", "pages-2")) {
            create(index);
            put(index, "a", HARBOUR);
            put(index, "b", HARBOUR);
        }
        begin();
        Set<Set<String>> before = groups();
        assertEquals(Set.of(Set.of("pages-1/a", "pages-1/b", "pages-2/a", "pages-2/b")), before);
        client().prepareDelete("pages-1", "a").get();
        client().prepareDelete("pages-1", "b").get();
        AtomicBoolean closed = new AtomicBoolean();
        Client closing = new FilterClient(client()) {
            @Override
            protected <Q extends ActionRequest, R extends ActionResponse> void doExecute(
                    ActionType<R> action, Q request, ActionListener<R> listener) {
                boolean readsChanged = request instanceof SearchRequest search
                        && Boolean.TRUE.equals(search.source().version());
                if (readsChanged && closed.compareAndSet(false, true)) {
                    in().admin()
                            .indices()
                            .prepareClose("pages-2")
                            .execute(listener.delegateFailureAndWrap((l, done) -> super.doExecute(action, request, l)));
                } else {
                    super.doExecute(action, request, listener);
                }
            }
        };
        JobTask task = leading(new FakeCluster());
        Checkpoint checkpoint = getInstanceFromNode(Checkpoint.class);
        expectThrows(IndexClosedException.class, () -> checkpoint(checkpoint, task, closing));
        assertEquals(before, groups());
        expectThrows(IndexClosedException.class, this::checkpoint);
        assertEquals("closed before the checkpoint", before, groups());
        assertAcked(indicesAdmin().prepareOpen("pages-2"));
        ensureGreen("pages-2");
        assertNull(checkpoint().fullRun());
        assertEquals(Set.of(Set.of("pages-2/a", "pages-2/b")), groups());
    }

    public void testLostHistoryRequiresFullRun() throws Exception {
        create("pages-1");
        put("pages-1", "a", HARBOUR);
        begin();
        ShardId shard = job.runs().positions().keySet().iterator().next();
        job = job.trackRun(job.runs().current(), Map.of(shard, new ShardPosition(0, "another history")));
        put("pages-1", "b", HARBOUR);
        Result result = checkpoint();
        assertEquals("the history of [" + shard + "] is gone", result.fullRun());
        assertEquals(Set.of(), groups());
    }
}
