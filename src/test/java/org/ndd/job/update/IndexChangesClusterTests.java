package org.ndd.job.update;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.NoShardAvailableActionException;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.routing.ShardRouting;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.shard.IndexShard;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESIntegTestCase;
import org.elasticsearch.test.InternalTestCluster;
import org.elasticsearch.test.transport.MockTransportService;
import org.elasticsearch.transport.TransportService;
import org.ndd.Found;
import org.ndd.bulk.TransientFailures;
import org.ndd.compat.Project;
import org.ndd.job.update.ShardLeaseAction.ShardRequestTarget;
import org.ndd.plugin.NddPlugin;

/** No change is missed, for any primary copy of a shard. */
@ESIntegTestCase.ClusterScope(scope = ESIntegTestCase.Scope.TEST, numDataNodes = 0, supportsDedicatedMasters = false)
public class IndexChangesClusterTests extends ESIntegTestCase {

    private static final String INDEX = "pages";

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return List.of(NddPlugin.class, MockTransportService.TestPlugin.class);
    }

    private ChangesRequester create(int shards, int replicas) {
        assertAcked(prepareCreate(INDEX)
                .setSettings(indexSettings(shards, replicas)
                        .put("index.refresh_interval", "-1")
                        .put("index.soft_deletes.retention.operations", 0)
                        .put("index.unassigned.node_left.delayed_timeout", "0s")));
        ensureGreen(INDEX);
        String node = internalCluster().getMasterName();
        return new ChangesRequester(
                client(node), internalCluster().getInstance(ClusterService.class, node), between(1, 50), INDEX);
    }

    private static void put(String id, int value) {
        client().prepareIndex(INDEX).setId(id).setSource(Map.of("value", value)).get();
    }

    private static void delete(String id) {
        client().prepareDelete(INDEX, id).get();
    }

    private static Set<String> lines(String... ids) {
        return Stream.of(ids).map(id -> INDEX + "/" + id).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Name of the node that holds the given copy of the first shard. */
    private String nodeOf(boolean primary) {
        ShardRouting copy = Project.routing(clusterService().state()).index(INDEX).shard(0).assignedShards().stream()
                .filter(shard -> shard.primary() == primary)
                .findFirst()
                .orElseThrow();
        return clusterService().state().nodes().get(copy.currentNodeId()).getName();
    }

    private IndexShard shardOn(String node) {
        Index index = resolveIndex(INDEX);
        return internalCluster()
                .getInstance(IndicesService.class, node)
                .indexServiceSafe(index)
                .getShard(0);
    }

    private static Set<String> found(String preference) {
        return new TreeSet<>(Found.ids(
                client().prepareSearch(INDEX).setPreference(preference).setSize(1000)));
    }

    public void testChangesAreVisibleOnAllCopies() {
        internalCluster().startMasterOnlyNode();
        internalCluster().startDataOnlyNodes(2);
        ChangesRequester probe = create(1, 1);
        probe.hold();
        put("a", 1);
        put("b", 1);
        delete("b");
        for (boolean primary : List.of(true, false)) {
            assertEquals(Set.of(), found("_only_nodes:" + shardNode(primary)));
        }
        assertEquals(lines("a", "b"), probe.changed());
        for (boolean primary : List.of(true, false)) {
            assertEquals(Set.of("a"), found("_only_nodes:" + shardNode(primary)));
        }
    }

    private String shardNode(boolean primary) {
        return clusterService().state().nodes().resolveNode(nodeOf(primary)).getId();
    }

    public void testFailedRefreshIsTransient() {
        internalCluster().startMasterOnlyNode();
        internalCluster().startDataOnlyNodes(2);
        ChangesRequester probe = create(1, 1);
        probe.hold();
        put("a", 1);
        MockTransportService replica =
                (MockTransportService) internalCluster().getInstance(TransportService.class, nodeOf(false));
        replica.addRequestHandlingBehavior(
                ShardChangesAction.NAME + "[r]",
                (handler, request, channel, task) -> channel.sendResponse(new IllegalStateException("refuses")));
        Exception e = expectThrows(Exception.class, probe::changed);
        assertTrue(e.toString(), TransientFailures.isTransient(e));
        replica.clearAllRules();
        assertEquals(lines("a"), probe.changed());
        ensureGreen(INDEX);
    }

    /** A primary can become a replica between the routing of a request and its execution. */
    public void testFormerPrimaryRejectsLease() {
        internalCluster().startMasterOnlyNode();
        internalCluster().startDataOnlyNodes(2);
        create(1, 1).hold();
        ShardId shard = shardOn(nodeOf(false)).shardId();
        ShardLeaseAction.Request request = new ShardLeaseAction.Request(
                new ShardRequestTarget(
                        shard, new OriginalIndices(new String[] {INDEX}, IndicesOptions.strictExpandOpen())),
                ShardLeaseAction.Order.RELEASE,
                "job",
                null);
        PlainActionFuture<ShardLeaseAction.Response> response = new PlainActionFuture<>();
        ActionListener.run(
                response,
                l -> internalCluster()
                        .getInstance(ShardLeaseAction.class, nodeOf(false))
                        .asyncShardOperation(request, shard, l));
        Exception e = expectThrows(NoShardAvailableActionException.class, response::actionGet);
        assertTrue(e.toString(), TransientFailures.isTransient(e));
    }

    public void testLostPrimary() throws Exception {
        internalCluster().startMasterOnlyNode();
        internalCluster().startDataOnlyNodes(2);
        ChangesRequester probe = create(1, 1);
        put("before", 1);
        put("kept", 1);
        probe.hold();
        put("a", 1);
        put("a", 2);
        put("b", 1);
        delete("b");
        delete("before");
        internalCluster().stopNode(nodeOf(true));
        ensureYellow(INDEX);
        put("c", 1);
        // the promoted replica retains the same operations as the former primary
        client().admin().indices().prepareFlush(INDEX).setForce(true).get();
        shardOn(nodeOf(true)).syncRetentionLeases();
        client().admin().indices().prepareForceMerge(INDEX).setMaxNumSegments(1).get();
        assertEquals(lines("a", "b", "before", "c"), probe.changed());
        delete("c");
        assertEquals(lines("c"), probe.changed());
    }

    /** With concurrent writes, a job that retries transient failures misses no change and reports no other document. */
    public void testLostPrimaryDuringWrites() throws Exception {
        internalCluster().startMasterOnlyNode();
        internalCluster().startDataOnlyNodes(3);
        ChangesRequester probe = create(between(1, 3), 1);
        probe.hold();
        Set<String> reported = duringWrites(probe, () -> {
            internalCluster().stopNode(nodeOf(true));
            ensureGreen(INDEX);
        });
        assertReported(reported);
    }

    public void testRelocatedPrimaryDuringWrites() throws Exception {
        internalCluster().startMasterOnlyNode();
        internalCluster().startDataOnlyNodes(3);
        ChangesRequester probe = create(between(1, 3), between(0, 1));
        probe.hold();
        Set<String> reported = duringWrites(probe, () -> {
            updateIndexSettings(Settings.builder().put("index.routing.allocation.exclude._name", nodeOf(true)), INDEX);
            waitForRelocation();
            ensureGreen(INDEX);
        });
        assertReported(reported);
    }

    private Set<String> duringWrites(ChangesRequester probe, Disturbance fault) throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Thread writer = new Thread(() -> write(over));
        Set<String> reported = new TreeSet<>();
        Thread job = new Thread(() -> {
            while (over.get() == false) {
                collectChanges(probe, reported);
            }
        });
        writer.start();
        job.start();
        try {
            fault.run();
        } finally {
            over.set(true);
            writer.join();
            job.join();
        }
        assertFalse("some documents were written", written.isEmpty());
        assertEquals("the job succeeded", Set.of(), problems);
        reported.addAll(probe.changed());
        return reported;
    }

    private interface Disturbance {
        void run() throws Exception;
    }

    /** Documents with an acknowledged write, and documents whose write may have failed. */
    private final Set<String> written = ConcurrentHashMap.newKeySet();

    private final Set<String> unsure = ConcurrentHashMap.newKeySet();
    private final Set<String> problems = ConcurrentHashMap.newKeySet();

    private void write(AtomicBoolean over) {
        // the random numbers of the test belong to its own thread
        for (int i = 0; over.get() == false; i++) {
            String id = "" + i * 7919L % 101;
            try {
                Client master = client(internalCluster().getMasterName());
                if (i % 5 == 0) {
                    master.prepareDelete(INDEX, id).get();
                } else {
                    master.prepareIndex(INDEX)
                            .setId(id)
                            .setSource(Map.of("value", i))
                            .get();
                }
                written.add(id);
            } catch (Exception e) {
                unsure.add(id);
            }
        }
    }

    private void collectChanges(ChangesRequester probe, Set<String> reported) {
        try {
            reported.addAll(probe.changed());
        } catch (AssertionError e) {
            problems.add(e.toString());
        } catch (Exception e) {
            if (TransientFailures.isTransient(e) == false) {
                problems.add(e.toString());
            }
        }
    }

    private void assertReported(Set<String> reported) {
        written.forEach(id -> assertTrue(id, reported.contains(INDEX + "/" + id)));
        Set<String> more = new TreeSet<>(reported);
        written.forEach(id -> more.remove(INDEX + "/" + id));
        unsure.forEach(id -> more.remove(INDEX + "/" + id));
        assertEquals("nothing else", Set.of(), more);
    }

    public void testMissingPrimaryIsTransient() throws Exception {
        internalCluster().startMasterOnlyNode();
        String first = internalCluster().startDataOnlyNode();
        ChangesRequester probe = create(1, 0);
        probe.hold();
        put("a", 1);
        internalCluster().restartNode(first, new InternalTestCluster.RestartCallback() {
            @Override
            public Settings onNodeStopped(String node) {
                Exception e = expectThrows(Exception.class, probe::changed);
                assertTrue(e.toString(), TransientFailures.isTransient(e));
                return Settings.EMPTY;
            }
        });
        ensureGreen(INDEX);
        put("b", 1);
        assertEquals(lines("a", "b"), probe.changed());
    }

    public void testClosedIndexIsTransient() {
        internalCluster().startMasterOnlyNode();
        internalCluster().startDataOnlyNodes(1);
        ChangesRequester probe = create(2, 0);
        probe.hold();
        put("a", 1);
        assertAcked(client().admin().indices().prepareClose(INDEX));
        Exception e = expectThrows(Exception.class, probe::changed);
        assertTrue(e.toString(), TransientFailures.isTransient(e));
        assertAcked(client().admin().indices().prepareOpen(INDEX));
        ensureGreen(INDEX);
        assertEquals(lines("a"), probe.changed());
    }
}
