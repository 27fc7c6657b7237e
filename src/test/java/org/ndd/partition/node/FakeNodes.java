package org.ndd.partition.node;

import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.cluster.ClusterName;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.node.DiscoveryNodeUtils;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.DeterministicTaskQueue;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexVersion;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.test.transport.CapturingTransport;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;
import org.ndd.compat.TestCalls;
import org.ndd.partition.node.RunMessenger.RpcTarget;
import org.ndd.partition.node.RunMessenger.RunRequest;
import org.ndd.partition.node.RunMessenger.RunResponse;
import org.ndd.partition.shard.ShardMethod.WireFormat;

/** Nodes whose responses a test defines, in any order. The clock advances only on request. */
public final class FakeNodes {

    private final DeterministicTaskQueue queue = new DeterministicTaskQueue();
    private final CapturingTransport transport = new CapturingTransport();
    private final ClusterService clusterService = mock(ClusterService.class);
    private final CancellableTask task = new CancellableTask(7, "test", "run", "a run", TaskId.EMPTY_TASK_ID, Map.of());
    private final RunMessenger messenger;
    private ClusterState state;

    /** @param names ids of the nodes */
    public FakeNodes(List<String> names) {
        DiscoveryNodes.Builder nodes = DiscoveryNodes.builder();
        names.forEach(name -> nodes.add(DiscoveryNodeUtils.create(name)));
        state = ClusterState.builder(new ClusterName("fake")).nodes(nodes).build();
        when(clusterService.state()).thenAnswer(call -> state);
        when(clusterService.getSettings()).thenReturn(Settings.EMPTY);
        TransportService service = transport.createTransportService(
                Settings.EMPTY,
                queue.getThreadPool(),
                TransportService.NOOP_TRANSPORT_INTERCEPTOR,
                address -> DiscoveryNodeUtils.create("local"),
                null,
                Set.of());
        service.start();
        service.acceptIncomingRequests();
        messenger = new RunMessenger(service);
    }

    /**
     * A request to a node.
     *
     * @param kind the end of its action, such as {@code [step]}
     */
    public record PendingRequest(long id, DiscoveryNode node, String kind, RpcTarget address, Object method) {}

    public RunMessenger messenger() {
        return messenger;
    }

    public ClusterService clusterService() {
        return clusterService;
    }

    public ThreadPool threadPool() {
        return queue.getThreadPool();
    }

    public CancellableTask task() {
        return task;
    }

    /** Milliseconds since a time in the past. */
    public long now() {
        return queue.getCurrentTimeMillis();
    }

    /** The requests since the last call. */
    public List<PendingRequest> takeRequests() {
        List<PendingRequest> requested = new ArrayList<>();
        for (CapturingTransport.CapturedRequest request : transport.getCapturedRequestsAndClear()) {
            RunRequest<?, ?> question = (RunRequest<?, ?>) request.request();
            String kind = request.action().substring(request.action().indexOf('['));
            requested.add(new PendingRequest(
                    request.requestId(), request.node(), kind, question.address(), question.content()));
        }
        return requested;
    }

    /** Responds to a request; a response is ignored if the request has completed or timed out. */
    public <A extends Writeable> void response(PendingRequest requested, A response) {
        transport.handleResponse(requested.id(), new RunResponse<>(WireFormat.<A>of(null), response));
    }

    public void fail(PendingRequest requested, Exception e) {
        transport.handleRemoteError(requested.id(), e);
    }

    /** The cluster has these indices. */
    public FakeNodes with(Index... indices) {
        var project = TestCalls.project(state);
        for (Index index : indices) {
            project.put(IndexMetadata.builder(index.getName())
                    .settings(Settings.builder()
                            .put(IndexMetadata.SETTING_VERSION_CREATED, IndexVersion.current())
                            .put(IndexMetadata.SETTING_INDEX_UUID, index.getUUID()))
                    .numberOfShards(1)
                    .numberOfReplicas(0));
        }
        state = TestCalls.with(state, project);
        return this;
    }

    /** A node leaves the cluster; requests to it get no response. */
    public void failRequest(String name) {
        state = ClusterState.builder(state)
                .nodes(DiscoveryNodes.builder(state.nodes()).remove(name))
                .build();
    }

    /** Executes all pending work. */
    public void work() {
        queue.runAllRunnableTasks();
    }

    /** Advances the clock to the next scheduled work; returns whether there is any. */
    public boolean advanceTime() {
        work();
        if (queue.hasDeferredTasks() == false) {
            return false;
        }
        queue.advanceTime();
        work();
        return true;
    }
}
