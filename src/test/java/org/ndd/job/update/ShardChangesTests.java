package org.ndd.job.update;

import static org.ndd.Soon.assertSoon;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.routing.IndexRouting;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.index.IndexModule;
import org.elasticsearch.index.engine.Engine;
import org.elasticsearch.index.engine.Engine.Operation.Origin;
import org.elasticsearch.index.shard.IndexShard;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskCancelHelper;
import org.elasticsearch.tasks.TaskCancelledException;
import org.ndd.Found;
import org.ndd.compat.Project;
import org.ndd.compat.TestCalls;
import org.ndd.config.ShardPosition;
import org.ndd.plugin.NddPlugin;

/** Compares the reported changes with the operations that were executed. */
public class ShardChangesTests extends ShardChangesTestCase {

    /** A replacement for security, which wraps the reader of a search to hide documents from a user. */
    public static final class OwnViewPlugin extends Plugin {

        private static volatile boolean hides;

        @Override
        public void onIndexModule(IndexModule module) {
            module.setReaderWrapper(index -> reader -> {
                if (hides) {
                    throw new IllegalStateException("the view of a user");
                }
                return reader;
            });
        }
    }

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NddPlugin.class, OwnViewPlugin.class);
    }

    private Set<String> found() {
        return new TreeSet<>(Found.ids(client().prepareSearch(INDEX).setSize(1000)));
    }

    public void testReportsLastOperationOfEachDocument() {
        create(1);
        put("before", 1);
        probe.hold();
        assertEquals("no operations since", Set.of(), probe.changed());
        put("new", 1);
        put("before", 2);
        put("deleted", 1);
        delete("deleted");
        put("again", 1);
        delete("again");
        put("again", 2);
        delete("never there");
        assertEquals(lines("new", "before", "deleted", "again", "never there"), probe.changed());
        assertEquals("no changes remain", Set.of(), probe.changed());
        delete("new");
        assertEquals(lines("new"), probe.changed());
    }

    public void testReportedChangesAreSearchable() {
        create(1);
        put("a", 1);
        put("b", 1);
        probe.hold();
        delete("a");
        put("c", 1);
        assertEquals("nothing was refreshed", Set.of(), found());
        assertEquals(lines("a", "c"), probe.changed());
        assertEquals(Set.of("b", "c"), found());
    }

    /** Otherwise deletions could not be detected. The caller checks which documents the user may read. */
    public void testReportsHiddenDocuments() {
        create(2);
        probe.hold();
        put("a", 1);
        put("b", 1);
        delete("b");
        OwnViewPlugin.hides = true;
        try {
            expectThrows(Exception.class, this::found);
            assertEquals(lines("a", "b"), probe.changed());
        } finally {
            OwnViewPlugin.hides = false;
        }
    }

    public void testIgnoresNoopUpdate() {
        create(1);
        put("a", 1);
        probe.hold();
        client().prepareUpdate(INDEX, "a").setDoc(Map.of("value", 1)).get();
        assertEquals(Set.of(), probe.changed());
        client().prepareUpdate(INDEX, "a").setDoc(Map.of("value", 2)).get();
        assertEquals(lines("a"), probe.changed());
    }

    /** A document that fails to be indexed leaves a no-op. */
    public void testNoOpsAdvancePosition() throws Exception {
        create(1, "value", "type=integer");
        probe = probe(1);
        put("a", 1);
        probe.hold();
        IndexShard shard = shards().get(0);
        long number = shard.seqNoStats().getMaxSeqNo() + 1;
        noOp(shard, number);
        assertEquals(Set.of(), probe.changed());
        assertEquals(number, probe.positions.get(shard.shardId()).seqNo());
        noOp(shard, number + 1);
        put("b", 1);
        noOp(shard, number + 3);
        assertEquals(lines("b"), probe.changed());
        assertEquals(number + 3, probe.positions.get(shard.shardId()).seqNo());
    }

    /** Has the effect of a failure while indexing a document. */
    private static void noOp(IndexShard shard, long number) throws Exception {
        assertEquals(number, shard.seqNoStats().getMaxSeqNo() + 1);
        TestCalls.noOp(
                shard,
                new Engine.NoOp(number, shard.getOperationPrimaryTerm(), Origin.PRIMARY, System.nanoTime(), "test"));
        shard.sync();
        shard.updateLocalCheckpointForShard(shard.routingEntry().allocationId().getId(), shard.getLocalCheckpoint());
        assertSoon(() -> assertEquals(number, shard.getLastKnownGlobalCheckpoint()));
    }

    public void testIgnoresNestedDocuments() {
        create(1, "parts", "type=nested");
        probe.hold();
        for (String id : List.of("a", "b", "a")) {
            client().prepareIndex(INDEX)
                    .setId(id)
                    .setSource(Map.of("parts", List.of(Map.of("x", 1), Map.of("x", 2))))
                    .get();
        }
        assertEquals(lines("a", "b"), probe.changed());
    }

    public void testReportsRoutedDocuments() {
        create(5);
        probe.hold();
        put("plain", 1);
        IndexRequest routed = new IndexRequest(INDEX).id("routed").source(Map.of("value", 1));
        client().index(routed.routing("x")).actionGet();
        assertEquals(lines("plain", "routed"), probe.changed());
        String other = otherShard("routed", "x");
        client().prepareDelete(INDEX, "routed").setRouting("x").get();
        client().index(routed.routing(other)).actionGet();
        assertEquals("the document was moved to another shard", lines("routed"), probe.changed());
        client().prepareDelete(INDEX, "routed").setRouting(other).get();
        assertEquals(lines("routed"), probe.changed());
    }

    /** A routing value that selects another shard, at random a lower or a higher one. */
    private String otherShard(String id, String routing) {
        int here = shardOf(id, routing);
        String other = randomAlphaOfLength(3);
        while (shardOf(id, other) == here) {
            other = randomAlphaOfLength(3);
        }
        return other;
    }

    private int shardOf(String id, String routing) {
        IndexMetadata metadata =
                Project.of(getInstanceFromNode(ClusterService.class).state()).index(INDEX);
        return IndexRouting.fromIndexMetadata(metadata).getShard(id, routing);
    }

    public void testReportsTooManyChanges() {
        create(between(1, 3));
        probe.hold();
        for (int i = 0; i < 30; i++) {
            put("" + i % 10, i);
        }
        ChangedDocuments all = probe.requestChanges(10, ChangesRequester.task());
        assertFalse(all.isUnknown());
        assertEquals(10, all.documents().size());
        ChangedDocuments tooMany = probe.requestChanges(9, ChangesRequester.task());
        assertTrue(tooMany.tooMany());
        assertEquals(Set.of(), tooMany.documents());
        assertEquals(Map.of(), tooMany.positions());
        assertEquals(Set.of(), tooMany.lost());
    }

    public void testCancelledTaskSendsNoRequest() {
        create(2);
        put("a", 1);
        CancellableTask task = ChangesRequester.task();
        TaskCancelHelper.cancel(task, "test");
        expectThrows(TaskCancelledException.class, () -> probe.requestChanges(10, task));
        assertEquals(Map.of(), held());
    }

    public void testRandomHistories() {
        create(between(1, 3));
        Map<String, Boolean> there = new HashMap<>();
        Set<String> changed = new TreeSet<>();
        probe.hold();
        for (int step = 0; step < 300; step++) {
            String id = "" + between(0, 40);
            switch (between(0, 19)) {
                case 0 -> client().admin().indices().prepareRefresh(INDEX).get();
                case 1 -> client().admin().indices().prepareFlush(INDEX).get();
                case 2 -> {
                    if (rarely()) {
                        mergeAll();
                    }
                }
                case 3 -> {
                    // a job that fails before it stores the result
                    Map<ShardId, ShardPosition> before = probe.positions;
                    assertEquals(changed, probe.changed());
                    probe.positions = before;
                }
                case 4, 5 -> {
                    assertEquals(changed, probe.changed());
                    assertFound(changed, there);
                    changed.clear();
                }
                case 6, 7, 8, 9 -> {
                    delete(id);
                    there.put(id, false);
                    changed.add(INDEX + "/" + id);
                }
                default -> {
                    put(id, step);
                    there.put(id, true);
                    changed.add(INDEX + "/" + id);
                }
            }
        }
        assertEquals(changed, probe.changed());
        mergeAll();
        probe.positions = Map.of();
        Set<String> whole = probe.changed();
        TreeSet<String> all = new TreeSet<>();
        there.forEach((id, is) -> {
            if (is) {
                all.add(INDEX + "/" + id);
            }
        });
        assertTrue(whole.toString(), whole.containsAll(all));
    }

    private void assertFound(Set<String> changed, Map<String, Boolean> there) {
        Set<String> found = found();
        for (String line : changed) {
            String id = line.substring(line.indexOf('/') + 1);
            assertEquals(id, there.get(id), found.contains(id));
        }
    }
}
