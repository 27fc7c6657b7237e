package org.ndd.job;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.elasticsearch.action.NoShardAvailableActionException;
import org.elasticsearch.action.admin.cluster.settings.ClusterUpdateSettingsRequest;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.support.ActiveShardCount;
import org.elasticsearch.cluster.routing.allocation.decider.ThrottlingAllocationDecider;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.shard.ShardId;
import org.ndd.bulk.TransientFailures;
import org.ndd.compat.Calls;
import org.ndd.job.Checkpoint.Result;
import org.ndd.job.JobTaskAction.JobTask;
import org.ndd.job.update.CheckpointCounts;
import org.ndd.partition.TestDecisions;

/** Checkpoints after changes of a reference, whose indices are added and deleted. */
public class GroupCheckpointAgainstTests extends GroupCheckpointTestCase {

    private static final String VALLEY = """
            The bakery in the valley opens again in spring after the family found an apprentice from the city.
            She learned her trade in a hotel on the coast and says that bread needs a whole night to rise well.
            On Saturdays the neighbors will be able to buy rolls and cake before the first train leaves at six.
            """;

    private void createReference(String index) {
        assertAcked(indicesAdmin().prepareCreate(index).setMapping("ndd", "type=near_dup"));
    }

    private void beginAgainst(String index) throws Exception {
        options = ", \"against\": {\"index\": \"" + index + "\"}";
        create("pages-1");
        put("pages-1", "a", HARBOUR);
        put("pages-1", "b", HARBOUR + "It may rain.");
        createReference("old-1");
        put("old-1", "a", HARBOUR);
        put("old-1", "c", MOUNTAIN);
        begin();
        assertEquals(Set.of(Set.of("old-1/a", "pages-1/a", "pages-1/b")), groups());
    }

    public void testReferenceIndicesAreAddedAndDeleted() throws Exception {
        beginAgainst("old-*");
        put("pages-1", "c", MOUNTAIN);
        CheckpointCounts counts = checkpoint().counts();
        assertEquals(1, counts.get("changed"));
        Set<String> harbour = Set.of("old-1/a", "pages-1/a", "pages-1/b");
        Set<String> mountain = Set.of("old-1/c", "pages-1/c");
        assertEquals(Set.of(harbour, mountain), groups());

        client().delete(new DeleteRequest("old-1", "a")).actionGet();
        assertEquals(1, checkpoint().counts().get("deleted"));
        assertEquals(Set.of(Set.of("pages-1/a", "pages-1/b"), mountain), groups());

        createReference("old-2");
        put("old-2", "a", HARBOUR);
        assertEquals(1, checkpoint().counts().get("changed"));
        assertEquals(Set.of(Set.of("old-2/a", "pages-1/a", "pages-1/b"), mountain), groups());

        assertAcked(indicesAdmin().prepareDelete("old-1"));
        checkpoint();
        assertEquals(Set.of(Set.of("old-2/a", "pages-1/a", "pages-1/b")), groups());
        assertEquals(CheckpointCounts.NONE, checkpoint().counts());
    }

    /** Otherwise duplicates of documents of the index are neither marked nor deleted before the next full run. */
    public void testMarksDuplicatesOfAddedIndex() throws Exception {
        beginAgainst("old-*");
        createReference("old-2");
        put("old-2", "d", VALLEY);
        put("pages-1", "d", VALLEY);
        checkpoint();
        Set<String> harbour = Set.of("old-1/a", "pages-1/a", "pages-1/b");
        assertEquals(Set.of(harbour, Set.of("old-2/d", "pages-1/d")), groups());
        assertEquals(3, mark());
    }

    public void testMissingIndexOfJob() throws Exception {
        beginAgainst("old-1");
        assertAcked(indicesAdmin().prepareDelete("old-1"));
        Exception e = expectThrows(IllegalArgumentException.class, this::checkpoint);
        assertEquals("[against.index] must name open indices that exist, but was [old-1]", e.getMessage());
        assertEquals("the groups stay", Set.of(Set.of("old-1/a", "pages-1/a", "pages-1/b")), groups());
    }

    /** Otherwise the documents of the source would lose the canonical documents of the index until it is available again. */
    public void testUnavailableIndexOfPattern() throws Exception {
        beginAgainst("old-*");
        createReference("old-2");
        checkpoint();
        assertAcked(indicesAdmin().prepareClose("old-1"));
        limitRecoveries("0");
        try {
            assertAcked(indicesAdmin().prepareOpen("old-1").setWaitForActiveShards(ActiveShardCount.NONE));
            Exception e = expectThrows(NoShardAvailableActionException.class, this::checkpoint);
            assertTrue("the job waits", TransientFailures.isTransient(e));
            assertEquals("the groups stay", Set.of(Set.of("old-1/a", "pages-1/a", "pages-1/b")), groups());
            expectThrows(NoShardAvailableActionException.class, this::begin);
        } finally {
            limitRecoveries(null);
        }
        ensureGreen("old-1");
        assertEquals(CheckpointCounts.NONE, checkpoint().counts());
        assertEquals(Set.of(Set.of("old-1/a", "pages-1/a", "pages-1/b")), groups());
    }

    /** Limits how many existing primary shards a node opens at a time; {@code null} for the default. */
    private void limitRecoveries(String most) {
        ClusterUpdateSettingsRequest request = new ClusterUpdateSettingsRequest(
                        TimeValue.timeValueSeconds(30), TimeValue.timeValueSeconds(30))
                .persistentSettings(Settings.builder()
                        .put(
                                ThrottlingAllocationDecider
                                        .CLUSTER_ROUTING_ALLOCATION_NODE_INITIAL_PRIMARIES_RECOVERIES_SETTING
                                        .getKey(),
                                most));
        assertAcked(client().admin().cluster().updateSettings(request).actionGet());
    }

    public void testIndexAddedToSource() throws Exception {
        beginAgainst("old-*");
        create("old-2");
        Exception e = expectThrows(IllegalArgumentException.class, this::checkpoint);
        assertEquals("[against.index] must name no index of the source, but was [old-2]", e.getMessage());
    }

    public void testDecisionsAboutReferenceDocuments() throws Exception {
        beginAgainst("old-1");
        assertAcked(indicesAdmin()
                .aliases(Calls.aliases()
                        .addAliasAction(
                                AliasActions.add().indices("pages-1", "old-1").alias("both"))));
        options += ", \"decisions_index\": \"" + TestDecisions.INDEX + "\"";
        decide("old-1", "c", "pages-1", "b", true);
        begin();
        assertEquals(Set.of(Set.of("old-1/a", "pages-1/a"), Set.of("old-1/c", "pages-1/b")), groups());
        JobTask leading = leading(new FakeCluster());
        checkpoint(leading);
        assertEquals(Set.of(Set.of("old-1/a", "pages-1/a"), Set.of("old-1/c", "pages-1/b")), groups());
        decide("old-1", "c", "pages-1", "b", false);
        checkpoint(leading);
        assertEquals(Set.of(Set.of("old-1/a", "pages-1/a", "pages-1/b")), groups());
        decide("old-1", "a", "pages-1", "b", false);
        checkpoint(leading);
        assertEquals(Set.of(Set.of("old-1/a", "pages-1/a")), groups());
    }

    private void decide(String indexA, String a, String indexB, String b, boolean duplicates) throws Exception {
        indicesAdmin().prepareRefresh("pages-1", "old-1").get();
        TestDecisions.put(client(), "both", indexA, a, indexB, b, duplicates);
    }

    private Result checkpoint(JobTask leading) {
        return checkpoint(getInstanceFromNode(Checkpoint.class), leading);
    }

    private Set<String> leases() {
        return job.runs().positions().keySet().stream()
                .filter(shard -> leases(shard).isEmpty() == false)
                .map(ShardId::getIndexName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    public void testReferenceHistoryIsRetainedAndReleased() throws Exception {
        beginAgainst("old-*");
        checkpoint();
        assertEquals(Set.of("old-1", "pages-1"), leases());
        release();
        assertEquals(Set.of(), leases());
    }
}
