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
import org.ndd.partition.plan.PartitionTaskParams;

/** A network that is cut: a leader that nobody hears any more goes on for a while beside the one that takes its place. */
@ESIntegTestCase.ClusterScope(scope = ESIntegTestCase.Scope.TEST, numDataNodes = 3, supportsDedicatedMasters = false)
public class PartitionDisruptionTests extends DisturbedRunTestCase {

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

    /** Who leads the run, as a node sees it; null where it sees nobody. */
    private static String leader(String node, String id) {
        ClusterState state = internalCluster().clusterService(node).state();
        var task = PartitionTaskParams.find(state, id);
        return task == null || task.isAssigned() == false || state.nodes().nodeExists(task.getExecutorNode()) == false
                ? null
                : state.nodes().get(task.getExecutorNode()).getName();
    }

    /** The leader alone on one side, wherever the master is; the others go on, and what the old one does later counts for nothing. */
    public void testALeaderThatIsCutOff() throws Exception {
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
            goOn.countDown();
        }
        String majority = randomFrom(others);
        assertSoon(
                () -> {
                    String next = leader(majority, id);
                    assertTrue("led by " + next, next == null ? ended(majority, id) : others.contains(next));
                },
                60,
                TimeUnit.SECONDS);
        goOn.countDown();
        if (randomBoolean()) {
            // or it is healed while the new leader works
            assertSoon(() -> assertTrue(ended(majority, id)), 90, TimeUnit.SECONDS);
        }
        cut.stopDisrupting();
        cut.ensureHealthy(internalCluster());
        ensureStableCluster(internalCluster().size());
        assertCompleted(id);
        ensureGreen();
        assertEquals(expected(), lines(INDEX + "-ndd"));
        assertSoon(() -> assertEquals("nobody leads it any more", 0, runs().count()), 60, TimeUnit.SECONDS);
        letGoOn();
        assertEquals("completed", report(id).get("state"));
    }

    /** It is there, hears nothing and says nothing, as where it is stopped or swaps; then it is back with all that it held. */
    public void testANodeThatHangsAndComesBack() throws Exception {
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
        goOn.countDown();
        // the others notice or they do not
        safeSleep(between(0, 10_000));
        cut.stopDisrupting();
        cut.ensureHealthy(internalCluster());
        ensureStableCluster(internalCluster().size());
        assertCompleted(id);
        ensureGreen();
        assertEquals(expected(), lines(INDEX + "-ndd"));
        letGoOn();
    }

    /** Who heard from one node that a run is complete shows it through another that has not heard yet. */
    public void testPublishThroughANodeThatHearsLate() throws Exception {
        indexCorpus();
        ensureGreen();
        String id = startAndStopAt(between(1, 40), "{\"publish\": false}");
        String late = hearsLate(id);
        goOn.countDown();
        awaitEndOnOthersThan(late, id);
        assertNotNull("hears late", leader(late, id));
        assertEquals("completed", report(internalCluster().client(late), id).get("state"));
        var published = internalCluster().client(late).execute(PublishPartitionAction.TYPE, new RunIdRequest(id));
        internalCluster().clearDisruptionScheme(true);
        published.actionGet();
        assertEquals(expected(), lines(INDEX + "-ndd"));
        letGoOn();
    }

    /** The same of a run that was cancelled, and is to be deleted. */
    public void testDeleteThroughANodeThatHearsLate() throws Exception {
        indexCorpus();
        ensureGreen();
        String id = startAndStopAt(between(1, 40), "{\"publish\": false}");
        String late = hearsLate(id);
        cancel(id);
        goOn.countDown();
        awaitEndOnOthersThan(late, id);
        assertNotNull("hears late", leader(late, id));
        var deleted = internalCluster()
                .client(late)
                .execute(DeletePartitionAction.TYPE, new DeletePartitionAction.Request(id, false));
        // it waits for the news
        expectThrows(ElasticsearchTimeoutException.class, () -> deleted.actionGet(TimeValue.timeValueMillis(100)));
        internalCluster().clearDisruptionScheme(true);
        assertTrue(deleted.actionGet().isAcknowledged());
        assertSoon(() -> assertFalse(Project.of(clusterService().state()).hasIndex(id)));
        letGoOn();
    }

    /** A node, neither the master nor the run's leader, that hears of nothing new from now on. */
    private String hearsLate(String id) {
        Set<String> others = new HashSet<>(List.of(internalCluster().getNodeNames()));
        others.remove(leader(id));
        others.remove(internalCluster().getMasterName());
        String late = randomFrom(others);
        BlockClusterStateProcessing hearsNothing = new BlockClusterStateProcessing(late, random());
        internalCluster().setDisruptionScheme(hearsNothing);
        hearsNothing.startDisrupting();
        return late;
    }

    private static void awaitEndOnOthersThan(String late, String id) throws Exception {
        for (String node : internalCluster().getNodeNames()) {
            if (node.equals(late) == false) {
                assertSoon(() -> assertNull("on " + node, leader(node, id)), 60, TimeUnit.SECONDS);
            }
        }
    }

    private static boolean ended(String node, String id) {
        try {
            return "running".equals(report(internalCluster().client(node), id).get("state")) == false;
        } catch (ElasticsearchException e) {
            return false; // no master yet, or no copy of the report that is heard of
        }
    }
}
