package org.ndd.job.update;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.greaterThan;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.elasticsearch.action.admin.indices.shrink.ResizeType;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.index.shard.IndexShard;
import org.elasticsearch.index.shard.ShardId;
import org.ndd.IndexSnapshot;
import org.ndd.compat.TestCalls;
import org.ndd.config.ShardPosition;

/**
 * The history of operations that leases retain for a job: after merges, without a lease, and of indices that are shrunk, reopened,
 * recreated or restored.
 */
public class ShardHistoryTests extends ShardChangesTestCase {

    @Override
    protected Settings nodeSettings() {
        return Settings.builder()
                .put(super.nodeSettings())
                .put(Environment.PATH_REPO_SETTING.getKey(), createTempDir())
                .build();
    }

    public void testLeasedHistorySurvivesForceMerge() {
        create(1);
        put("a", 1);
        put("b", 1);
        put("c", 1);
        probe.hold();
        assertEquals(Map.of(0, 3L), held());
        put("a", 2);
        put("a", 3);
        delete("b");
        mergeAll();
        assertEquals(lines("a", "b"), probe.changed());
        assertEquals("retained until the next request", Map.of(0, 3L), held());
        assertEquals(Set.of(), probe.changed());
        assertEquals(Map.of(0, 6L), held());
    }

    public void testReportsLostHistory() {
        create(1);
        put("a", 1);
        put("b", 1);
        probe.hold();
        probe.release();
        probe.release();
        assertEquals(Map.of(), held());
        put("a", 2);
        put("a", 3);
        delete("b");
        mergeAll();
        ChangedDocuments lost = probe.requestChanges();
        assertTrue(lost.isUnknown());
        assertEquals(probe.positions.keySet(), lost.lost());
        assertFalse(lost.tooMany());
        assertEquals(Set.of(), lost.documents());
        assertEquals(Map.of(), lost.positions());
        probe.hold();
        put("c", 1);
        assertEquals("known again from this position", lines("c"), probe.changed());
    }

    /** A full run can take longer than a lease. */
    public void testRenewedLeaseRetainsTheSameOperations() {
        create(1);
        put("a", 1);
        probe.hold();
        put("a", 2);
        put("a", 3);
        IndexShard shard = shards().get(0);
        long version = shard.getRetentionLeases().version();
        probe.renew();
        assertThat(shard.getRetentionLeases().version(), greaterThan(version));
        assertEquals(Map.of(0, 1L), held());
        mergeAll();
        assertEquals(lines("a"), probe.changed());
        probe.release();
        probe.renew();
        assertEquals("history is not retained again after a lease has expired", Map.of(), held());
    }

    /** Operations that still exist need no lease. */
    public void testRecreatesMissingLease() {
        create(1);
        probe.hold();
        put("a", 1);
        probe.release();
        assertEquals(lines("a"), probe.changed());
        assertEquals(Map.of(0, 0L), held());
    }

    public void testReadsUnknownShardFromStart() {
        create(3);
        for (int i = 0; i < 50; i++) {
            put("" + i % 20, i);
        }
        for (int i = 0; i < 5; i++) {
            delete("" + i);
        }
        mergeAll();
        Set<String> there = probe.changed();
        TreeSet<String> expected = new TreeSet<>();
        for (int i = 5; i < 20; i++) {
            expected.add(INDEX + "/" + i);
        }
        assertTrue(there.toString(), there.containsAll(expected));
        put("1", 1);
        assertEquals(lines("1"), probe.changed());
    }

    /** Documents of a shrunken index keep their sequence numbers, so several documents of a shard have the same one. */
    public void testReadsShrunkenIndexFromStart() {
        create(4);
        Set<String> expected = new TreeSet<>();
        for (int i = 0; i < 40; i++) {
            put("" + i, i);
            expected.add("small/" + i);
        }
        assertAcked(client().admin()
                .indices()
                .prepareUpdateSettings(INDEX)
                .setSettings(Settings.builder().put("index.blocks.write", true))
                .get());
        TestCalls.resize(
                client(),
                ResizeType.SHRINK,
                INDEX,
                "small",
                settings(1).putNull("index.blocks.write").build());
        ensureGreen("small");
        probe = new ChangesRequester(client(), getInstanceFromNode(ClusterService.class), between(1, 20), "small");
        assertEquals(expected, probe.changed());
        client().prepareDelete("small", "7").get();
        assertEquals(Set.of("small/7"), probe.changed());
    }

    /** Elasticsearch 9 stores the sequence numbers of such an index only as doc values. */
    public void testIndexOfLogs() {
        assertAcked(client().admin()
                .indices()
                .prepareCreate(INDEX)
                .setSettings(settings(1).put("index.mode", "logsdb"))
                .setMapping("@timestamp", "type=date")
                .get());
        probe = probe(between(1, 20));
        for (String id : List.of("a", "b", "c")) {
            client().prepareIndex(INDEX)
                    .setId(id)
                    .setSource(Map.of("@timestamp", "2026-01-01T00:00:00Z"))
                    .get();
        }
        assertEquals("read from the start", lines("a", "b", "c"), probe.changed());
        client().prepareIndex(INDEX)
                .setId("a")
                .setSource(Map.of("@timestamp", "2026-01-02T00:00:00Z"))
                .get();
        delete("b");
        mergeAll();
        assertEquals(lines("a", "b"), probe.changed());
    }

    public void testReopenedIndex() {
        create(2);
        put("a", 1);
        put("b", 1);
        probe.hold();
        put("a", 2);
        delete("b");
        assertAcked(client().admin().indices().prepareClose(INDEX).get());
        assertAcked(client().admin().indices().prepareOpen(INDEX).get());
        ensureGreen(INDEX);
        put("c", 1);
        mergeAll();
        assertEquals(lines("a", "b", "c"), probe.changed());
    }

    public void testRecreatedIndexHasNoHistory() {
        create(1);
        put("a", 1);
        put("b", 1);
        probe.hold();
        Set<ShardId> before = probe.positions.keySet();
        assertAcked(client().admin().indices().prepareDelete(INDEX).get());
        create(1);
        probe.positions = before.stream().collect(Collectors.toMap(shard -> shard, shard -> new ShardPosition(1, "x")));
        put("a", 1);
        put("c", 1);
        put("d", 1);
        assertEquals(lines("a", "c", "d"), probe.changed());
        assertEquals(1, probe.positions.size());
        assertFalse(probe.positions.containsKey(before.iterator().next()));
    }

    public void testRestoredIndexHasOtherHistory() {
        create(1);
        put("a", 1);
        IndexSnapshot snapshot = IndexSnapshot.of(client(), INDEX);
        put("b", 1);
        put("c", 1);
        probe.hold();
        Set<ShardId> before = probe.positions.keySet();
        snapshot.restoreOverClosedIndex();
        put("d", 1);
        put("e", 1);
        put("f", 1);
        ChangedDocuments restored = probe.requestChanges();
        assertEquals("the same shard, by name and UUID", before, restored.lost());
        probe.hold();
        delete("d");
        mergeAll();
        assertEquals(lines("d"), probe.changed());
    }

    /** If the last response got lost, the lease is ahead of the job's position and is set back. */
    public void testLeaseCanMoveBack() {
        create(1);
        probe.hold();
        assertEquals(Map.of(0, 0L), held());
        Map<ShardId, ShardPosition> before = probe.positions;
        put("a", 1);
        put("b", 1);
        probe.changed();
        probe.changed();
        assertEquals(Map.of(0, 2L), held());
        probe.positions = before;
        assertEquals(lines("a", "b"), probe.changed());
        assertEquals(Map.of(0, 0L), held());
    }
}
