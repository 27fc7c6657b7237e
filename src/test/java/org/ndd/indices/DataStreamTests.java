package org.ndd.indices;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.ClusterStateUpdateTask;
import org.elasticsearch.cluster.metadata.DataStream;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.index.Index;
import org.junit.After;
import org.ndd.compat.Calls;
import org.ndd.compat.Project;
import org.ndd.compat.TestCalls;
import org.ndd.partition.plan.AliasFilters;

/**
 * A data stream of several backing indices, in every API that accepts an index. The module for data streams is missing here, so the test
 * adds one to the cluster state over indices that are named as backing indices.
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
    String addName() throws Exception {
        removeStream();
        create(THIRD, "");
        ask("PUT", "/" + THIRD + "/_doc/new?refresh", "{\"body\": \"Nobody has processed this.\"}")
                .ok();
        makeStream(first(), second(), THIRD);
        return THIRD;
    }

    /** The write index cannot be deleted while the data stream exists. */
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

    @SuppressWarnings("deprecation") // the test has only one task, so it needs no queue
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

    /** Documents written through the name of the stream go to the last index, and are found like all others. */
    public void testWriteToStream() throws Exception {
        ask("PUT", "/logs/_create/later?refresh", "{\"views\": 3, \"body\": \"" + FOG + "\"}")
                .ok();
        assertEquals(
                pages("1 " + FOG_ID, "2 " + SECOND_FOG_ID, "2 later"),
                search("logs", "{\"query\": {\"near_dup\": {\"like\": {\"text\": \"" + FOG + "\"}}}}")
                        .hits());
        assertEquals(4, partition().get("duplicates"));
    }

    /** An alias of a data stream has one filter for all its indices, so a job notices that it has changed. */
    public void testFilterOfAlias() {
        filter("en");
        Map<String, String> before = filters("recent");
        assertEquals(Set.of(first(), second()), before.keySet());
        assertEquals(before, filters("recent"));
        filter("fr");
        Map<String, String> after = filters("recent");
        assertEquals(before.keySet(), after.keySet());
        before.forEach((index, filter) -> assertNotEquals(filter, after.get(index)));
        assertEquals(Map.of(), filters(source()));
    }

    private void filter(String lang) {
        String filter = "{\"term\": {\"lang\": \"" + lang + "\"}}";
        update(state -> {
            var project = TestCalls.project(state);
            project.put("recent", source(), null, filter);
            return TestCalls.with(state, project);
        });
    }

    private Map<String, String> filters(String name) {
        ClusterState state = clusterService().state();
        List<Index> indices = Stream.of(first(), second())
                .map(index -> Project.of(state).index(index).getIndex())
                .toList();
        IndexNameExpressionResolver resolver = internalCluster().getInstance(IndexNameExpressionResolver.class);
        return AliasFilters.of(resolver, state, Calls.resolve(resolver, state, name), indices);
    }
}
