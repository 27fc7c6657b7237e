package org.ndd.indices;

import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.ClusterStateUpdateTask;
import org.elasticsearch.cluster.metadata.DataStream;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.index.Index;
import org.junit.After;
import org.ndd.compat.Project;
import org.ndd.compat.TestCalls;

/**
 * A data stream of several backing indices, in every API that takes an index. The module that makes data streams is not there, so the
 * cluster is told of one over indices with the names that backing indices have.
 */
public class DataStreamTests extends SeveralIndicesWriteTestCase {

    private static final String THIRD = ".ds-logs-2026.11.23-000003";

    @Override
    String source() {
        return "logs";
    }

    @Override
    String first() {
        return ".ds-logs-2026.11.21-000001";
    }

    @Override
    String second() {
        return ".ds-logs-2026.11.22-000002";
    }

    @Override
    void name() {
        makeStream(first(), second());
    }

    @Override
    boolean canBeRestored() {
        return false;
    }

    @Override
    String nameOneMore() throws Exception {
        removeStream();
        create(THIRD, "");
        ask("PUT", "/" + THIRD + "/_doc/new?refresh", "{\"body\": \"Nobody has processed this.\"}")
                .ok();
        makeStream(first(), second(), THIRD);
        return THIRD;
    }

    /** The index that is written to cannot be deleted while there is the stream. */
    @After
    public void removeStream() {
        update(state -> TestCalls.with(state, TestCalls.project(state).removeDataStream(source())));
    }

    private void makeStream(String... backing) {
        var known = Project.of(clusterService().state());
        List<Index> indices =
                Arrays.stream(backing).map(name -> known.index(name).getIndex()).toList();
        DataStream stream = DataStream.builder(source(), indices)
                .setGeneration(indices.size())
                .build();
        update(state -> TestCalls.with(state, TestCalls.project(state).put(stream)));
    }

    @SuppressWarnings("deprecation") // one task of a test needs no queue
    private static void update(UnaryOperator<ClusterState> change) {
        PlainActionFuture<Void> done = new PlainActionFuture<>();
        internalCluster()
                .getCurrentMasterNodeInstance(ClusterService.class)
                .submitUnbatchedStateUpdateTask("data stream of a test", new ClusterStateUpdateTask() {
                    @Override
                    public ClusterState execute(ClusterState state) {
                        return change.apply(state);
                    }

                    @Override
                    public void clusterStateProcessed(ClusterState before, ClusterState now) {
                        done.onResponse(null);
                    }

                    @Override
                    public void onFailure(Exception e) {
                        done.onFailure(e);
                    }
                });
        done.actionGet();
    }

    /** Documents of the stream are written by its name, to the last index, and found like those of the others. */
    public void testAPageThatIsWrittenToTheStream() throws Exception {
        ask("PUT", "/logs/_create/later?refresh", "{\"views\": 3, \"body\": \"" + FOG + "\"}")
                .ok();
        assertEquals(
                pages("1 " + FOG_ID, "2 " + SECOND_FOG_ID, "2 later"),
                search("logs", "{\"query\": {\"near_dup\": {\"like\": {\"text\": \"" + FOG + "\"}}}}")
                        .hits());
        assertEquals(4, partition().get("duplicates"));
    }
}
