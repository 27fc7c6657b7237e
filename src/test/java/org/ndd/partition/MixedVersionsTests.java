package org.ndd.partition;

import static org.hamcrest.Matchers.containsString;
import static org.ndd.Soon.assertSoon;

import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESIntegTestCase;
import org.ndd.compat.Project;

/** During a rolling upgrade, new runs are rejected, and active runs wait and then continue. */
@ESIntegTestCase.ClusterScope(
        scope = ESIntegTestCase.Scope.TEST,
        numDataNodes = 2,
        numClientNodes = 0,
        supportsDedicatedMasters = false)
public class MixedVersionsTests extends SuspendedRunTestCase {

    private String startOther() throws Exception {
        String other = internalCluster()
                .startDataOnlyNode(
                        Settings.builder().put("node.attr.ndd_version", "0.0.9").build());
        // all shards, so that a run depends on it
        updateIndexSettings(
                Settings.builder()
                        .put("index.number_of_replicas", 0)
                        .put("index.routing.allocation.include._name", other),
                INDEX);
        assertSoon(() -> assertTrue(Project.routing(clusterService().state()).allShards(INDEX).stream()
                .allMatch(shard -> shard.started()
                        && clusterService()
                                .state()
                                .nodes()
                                .get(shard.currentNodeId())
                                .getName()
                                .equals(other))));
        return other;
    }

    private void allowAllNodes() {
        updateIndexSettings(Settings.builder().putNull("index.routing.allocation.include._name"), INDEX);
    }

    private void excludeNode(String other) {
        updateIndexSettings(
                Settings.builder()
                        .putNull("index.routing.allocation.include._name")
                        .put("index.routing.allocation.exclude._name", other),
                INDEX);
    }

    public void testRejectsRun() throws Exception {
        indexCorpus();
        String other = startOther();
        assertRejected(other);
        allowAllNodes();
    }

    private static void assertRejected(String other) {
        ElasticsearchStatusException e = expectThrows(ElasticsearchStatusException.class, () -> partition(INDEX, "{}"));
        assertEquals(RestStatus.SERVICE_UNAVAILABLE, e.status());
        assertThat(e.getMessage(), containsString("but was [0.0.9] on node [" + other + "]"));
    }

    /** It does not matter which copies of the shards a node picks: the run would wait as soon as it needs another one. */
    public void testRejectsRunIfAnyCopyIsOnOtherNode() throws Exception {
        corpus = new TestCorpus(random(), between(50, 60));
        index(corpus, INDEX, 1, 0, fingerprints);
        String other = startOther();
        updateIndexSettings(
                Settings.builder()
                        .putNull("index.routing.allocation.include._name")
                        .put("index.number_of_replicas", 1),
                INDEX);
        ensureGreen(INDEX);
        for (int i = 0; i < 4; i++) {
            assertRejected(other);
        }
    }

    public void testRunWaitsAndContinues() throws Exception {
        indexCorpus();
        // slow, but sends requests to a node every few seconds
        String id = TestPartitions.start(client(), INDEX, 0.3);
        assertWaitsIn("decide", id);
        String other = startOther();
        assertSoon(() ->
                assertThat(report(id).get("interruptions").toString(), containsString("but was [0.0.9] on node")));
        assertEquals("running", report(id).get("state"));
        excludeNode(other);
        client().execute(RunActions.Rethrottle.TYPE, new RunActions.Rethrottle.Request(id, -1))
                .actionGet();
        assertCompleted(id);
        assertEquals(expected(), lines(INDEX + "-ndd"));
    }
}
