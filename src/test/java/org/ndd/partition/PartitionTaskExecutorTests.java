package org.ndd.partition;

import static org.mockito.Mockito.when;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.ElasticsearchSecurityException;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.get.GetRequest;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.cluster.node.DiscoveryNodeUtils;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.settings.ClusterSettings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.get.GetResult;
import org.elasticsearch.persistent.AllocatedPersistentTask;
import org.elasticsearch.search.SearchModule;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.test.client.NoOpClient;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.junit.Before;
import org.ndd.partition.node.FakeNodes;
import org.ndd.partition.plan.TaskParams;

/** A run that cannot be led at the moment is led later. */
public class PartitionTaskExecutorTests extends ESTestCase {

    private final FakeNodes nodes = new FakeNodes(List.of("node-0"));
    private final Deque<Exception> failures = new ArrayDeque<>();
    private final List<String> ends = new ArrayList<>();
    private int attempts;

    private final AllocatedPersistentTask task =
            new AllocatedPersistentTask(7, "persistent", TaskParams.RUN, "a run", TaskId.EMPTY_TASK_ID, Map.of()) {

                @Override
                public void markAsFailed(Exception e) {
                    ends.add(e.getMessage());
                }

                @Override
                public void markAsCompleted() {
                    ends.add("completed");
                }
            };

    @Before
    public void stubLocalNode() {
        when(nodes.clusterService().localNode()).thenReturn(DiscoveryNodeUtils.create("node-0"));
        when(nodes.clusterService().getClusterSettings()).thenReturn(new ClusterSettings(Settings.EMPTY, Set.of()));
        nodes.with(new Index(RecordStore.INDEX, "uuid-of-records"));
    }

    private void lead() {
        NamedWriteableRegistry queries =
                new NamedWriteableRegistry(new SearchModule(Settings.EMPTY, List.of()).getNamedWriteables());
        var client = new NoOpClient(nodes.threadPool()) {
            @Override
            @SuppressWarnings("unchecked")
            protected <Q extends ActionRequest, R extends ActionResponse> void doExecute(
                    ActionType<R> action, Q request, ActionListener<R> listener) {
                if (request instanceof GetRequest) {
                    ActionListener.completeWith(listener, () -> (R) record());
                } else if (request instanceof IndexRequest) {
                    listener.onResponse(null);
                } else {
                    attempts++;
                    if (failures.isEmpty()) {
                        listener.onResponse(null);
                    } else {
                        listener.onFailure(failures.remove());
                    }
                }
            }
        };
        RunStore store = new RunStore(new RecordStore(client, queries, TransportVersion::current));
        new RunPartitionAction.Executor(nodes.clusterService(), client, store)
                .nodeOperation(task, new TaskParams(TaskParams.RUN, TestRuns.ID), null);
        nodes.work();
    }

    private static GetResponse record() throws Exception {
        byte[] bytes =
                BytesReference.toBytes(RecordStore.toBytes(TestRuns.record("alice"), TransportVersion.current()));
        Map<String, Object> source = Map.of(
                "record",
                Base64.getEncoder().encodeToString(bytes),
                "wire_version",
                TransportVersion.current().id());
        BytesReference json = BytesReference.bytes(JsonXContent.contentBuilder().map(source));
        return new GetResponse(new GetResult(RecordStore.INDEX, TestRuns.ID, 0, 1, 1, true, json, Map.of(), Map.of()));
    }

    public void testTransientFailureBeforeRunIsLed() {
        failures.add(new EsRejectedExecutionException("no free thread"));
        lead();
        assertEquals(List.of(), ends);
        nodes.advanceTime();
        assertEquals(2, attempts);
        assertEquals(List.of("completed"), ends);
    }

    public void testPermanentFailureBeforeRunIsLed() {
        failures.add(new ElasticsearchSecurityException("no rights"));
        lead();
        assertEquals(List.of("no rights"), ends);
        assertFalse(nodes.advanceTime());
        assertEquals(1, attempts);
    }
}
