package org.ndd.partition;

import static org.elasticsearch.test.disruption.NetworkDisruption.DISCONNECT;
import static org.elasticsearch.test.disruption.NetworkDisruption.UNRESPONSIVE;
import static org.ndd.Soon.assertSoon;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ElasticsearchTimeoutException;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.coordination.Coordinator;
import org.elasticsearch.cluster.coordination.FollowersChecker;
import org.elasticsearch.cluster.coordination.LeaderChecker;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.test.ESIntegTestCase;
import org.elasticsearch.test.disruption.BlockClusterStateProcessing;
import org.elasticsearch.test.disruption.NetworkDisruption;
import org.ndd.compat.Project;
import org.ndd.partition.plan.TaskParams;

/** Network partitions: an isolated coordinator continues for a while concurrently with its replacement. */
@ESIntegTestCase.ClusterScope(
        scope = ESIntegTestCase.Scope.TEST,
        numDataNodes = 3,
        numClientNodes = 0,
        supportsDedicatedMasters = false)
public class PartitionDisruptionTests extends SuspendedRunTestCase {

    @Override
    protected Settings nodeSettings(int nodeOrdinal, Settings otherSettings) {
        return Settings.builder()
                .put(super.nodeSettings(nodeOrdinal, otherSettings))
                .put(LeaderChecker.LEADER_CHECK_TIMEOUT_SETTING.getKey(), "2s")
                .put(LeaderChecker.LEADER_CHECK_RETRY_COUNT_SETTING.getKey(), 1)
                .put(FollowersChecker.FOLLOWER_CHECK_TIMEOUT_SETTING.getKey(), "2s")
                .put(FollowersChecker.FOLLOWER_CHECK_RETRY_COUNT_SETTING.getKey(), 1)
                .put(Coordinator.PUBLISH_TIMEOUT_SETTING.getKey(), "5s")
                .build();
    }

    /** The coordinator of the run according to the cluster state of a node, or null. */
    private static String leader(String node, String id) {
        ClusterState state = internalCluster().clusterService(node).state();
        var task = TaskParams.ofRun(state, id);
        return task == null || task.isAssigned() == false || state.nodes().nodeExists(task.getExecutorNode()) == false
                ? null
                : state.nodes().get(task.getExecutorNode()).getName();
    }

    /**
     * The coordinator, which may be the master, is isolated. The other nodes continue, and later actions of the old coordinator have no
     * effect.
     */
    public void testIsolatedCoordinator() throws Exception {
        indexCorpus();
        ensureGreen();
        String id = startAndStopAt(between(1, 40), "{}");
        ensureGreen();
        String old = leader(id);
        Set<String> others = new HashSet<>(List.of(internalCluster().getNodeNames()));
        others.remove(old);
        logger.info("leader [{}], master [{}]", old, internalCluster().getMasterName());
        NetworkDisruption cut = new NetworkDisruption(
                new NetworkDisruption.TwoPartitions(Set.of(old), others), randomFrom(DISCONNECT, UNRESPONSIVE));
        internalCluster().setDisruptionScheme(cut);
        cut.startDisrupting();
        boolean atOnce = randomBoolean();
        if (atOnce) {
            resume.countDown();
        }
        String majority = randomFrom(others);
        assertSoon(() -> {
            String next = leader(majority, id);
            assertTrue("coordinator " + next, next == null ? ended(majority, id) : others.contains(next));
        });
        resume.countDown();
        if (randomBoolean()) {
            // alternatively, the network is healed while the new coordinator works
            assertSoon(() -> assertTrue(ended(majority, id)), 90, TimeUnit.SECONDS);
        }
        cut.stopDisrupting();
        cut.ensureHealthy(internalCluster());
        ensureStableCluster(internalCluster().size());
        assertCompleted(id);
        ensureGreen();
        assertEquals(expected(), lines(INDEX + "-ndd"));
        assertSoon(() -> assertEquals("no node coordinates the run anymore", 0, runs().count()));
        resumeRun();
        assertEquals("completed", report(id).get("state"));
    }

    /** The node is in the cluster but unresponsive, as if stopped or swapping; then it returns with its state. */
    public void testUnresponsiveNodeReturns() throws Exception {
        indexCorpus();
        ensureGreen();
        String id = startAndStopAt(between(1, 40), "{}");
        ensureGreen();
        String leader = leader(id);
        Set<String> others = new HashSet<>(List.of(internalCluster().getNodeNames()));
        String hangs = randomFrom(others);
        others.remove(hangs);
        logger.info("leader [{}], node that hangs [{}]", leader, hangs);
        NetworkDisruption cut =
                new NetworkDisruption(new NetworkDisruption.TwoPartitions(Set.of(hangs), others), UNRESPONSIVE);
        internalCluster().setDisruptionScheme(cut);
        cut.startDisrupting();
        resume.countDown();
        // the others may detect it or not
        safeSleep(between(0, 10_000));
        cut.stopDisrupting();
        cut.ensureHealthy(internalCluster());
        ensureStableCluster(internalCluster().size());
        assertCompleted(id);
        ensureGreen();
        assertEquals(expected(), lines(INDEX + "-ndd"));
        resumeRun();
    }

    /** A run can be published through a node whose cluster state does not yet contain the completion of the run. */
    public void testPublishThroughOutdatedNode() throws Exception {
        indexCorpus();
        ensureGreen();
        String id = startAndStopAt(between(1, 40), "{\"publish\": false}");
        String late = delayClusterState(id);
        resume.countDown();
        awaitEndOnOtherNodes(late, id);
        assertNotNull("the cluster state of the node is outdated", leader(late, id));
        assertEquals("completed", report(internalCluster().client(late), id).get("state"));
        var published =
                internalCluster().client(late).execute(RunActions.Publish.TYPE, new RunActions.RunIdRequest(id));
        internalCluster().clearDisruptionScheme(true);
        published.actionGet();
        assertEquals(expected(), lines(INDEX + "-ndd"));
        resumeRun();
    }

    /** The same for the deletion of a run that was cancelled. */
    public void testDeleteThroughOutdatedNode() throws Exception {
        indexCorpus();
        ensureGreen();
        String id = startAndStopAt(between(1, 40), "{\"publish\": false}");
        String late = delayClusterState(id);
        cancel(id);
        resume.countDown();
        awaitEndOnOtherNodes(late, id);
        assertNotNull("the cluster state of the node is outdated", leader(late, id));
        var deleted = internalCluster()
                .client(late)
                .execute(RunActions.Delete.TYPE, new RunActions.Delete.Request(id, false));
        // waits for the cluster state
        expectThrows(ElasticsearchTimeoutException.class, () -> deleted.actionGet(TimeValue.timeValueMillis(100)));
        internalCluster().clearDisruptionScheme(true);
        assertTrue(deleted.actionGet().isAcknowledged());
        assertSoon(() -> assertFalse(Project.of(clusterService().state()).hasIndex(id)));
        resumeRun();
    }

    /** A node that is neither the master nor the coordinator, and that receives no further cluster states. */
    private String delayClusterState(String id) {
        Set<String> others = new HashSet<>(List.of(internalCluster().getNodeNames()));
        others.remove(leader(id));
        others.remove(internalCluster().getMasterName());
        String late = randomFrom(others);
        BlockClusterStateProcessing disruption = new BlockClusterStateProcessing(late, random());
        internalCluster().setDisruptionScheme(disruption);
        disruption.startDisrupting();
        return late;
    }

    private static void awaitEndOnOtherNodes(String late, String id) throws Exception {
        for (String node : internalCluster().getNodeNames()) {
            if (node.equals(late) == false) {
                assertSoon(() -> assertNull("on " + node, leader(node, id)));
            }
        }
    }

    private static boolean ended(String node, String id) {
        try {
            return "running".equals(report(internalCluster().client(node), id).get("state")) == false;
        } catch (ElasticsearchException e) {
            return false; // no master yet, or no available copy of the report
        }
    }
}
