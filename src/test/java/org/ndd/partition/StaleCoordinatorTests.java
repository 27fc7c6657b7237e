package org.ndd.partition;

import static org.ndd.Soon.assertSoon;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.CheckedConsumer;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata.PersistentTask;
import org.elasticsearch.test.ESIntegTestCase;
import org.elasticsearch.transport.TestTransportChannel;
import org.elasticsearch.transport.TransportChannel;
import org.elasticsearch.transport.TransportResponse;
import org.ndd.partition.node.NodeSteps;
import org.ndd.partition.plan.TaskParams;

/** A coordinator that was suspended when another one took over the run publishes nothing when it continues. */
@ESIntegTestCase.ClusterScope(scope = ESIntegTestCase.Scope.TEST, numDataNodes = 2, supportsDedicatedMasters = false)
public class StaleCoordinatorTests extends SuspendedRunTestCase {

    public void testDoesNotPublish() throws Exception {
        indexCorpus();
        CountDownLatch refreshing = new CountDownLatch(1);
        transports()
                .forEach(transport -> transport.addRequestHandlingBehavior(
                        "indices:admin/refresh[s][p]", (handler, request, channel, task) -> {
                            if (request.toString().contains(INDEX + "-ndd-")) {
                                refreshing.countDown();
                                awaitResume(transport);
                            }
                            handler.messageReceived(request, channel, task);
                        }));
        String id = client().execute(PartitionAction.TYPE, PartitionRequest.parse(new String[] {INDEX}, null, false))
                .actionGet()
                .id();
        assertTrue("groups are written", refreshing.await(60, TimeUnit.SECONDS));
        PersistentTask<?> task = TaskParams.ofRun(clusterService().state(), id);
        RunStore store = internalCluster().getInstance(RunStore.class);
        PlainActionFuture<RecordStore.Versioned<RunRecord>> kept = new PlainActionFuture<>();
        store.get(id, kept);
        PlainActionFuture<Void> takenOver = new PlainActionFuture<>();
        store.put(kept.actionGet().record(), RecordWriter.version(task.getAllocationId() + 1, 1), takenOver);
        takenOver.actionGet();
        resumeRun();
        assertSoon(() -> assertNull(TaskParams.ofRun(clusterService().state(), id)));
        assertNull(RunIndex.publishedBy(clusterService().state(), INDEX + "-ndd"));
    }

    /** Its last request may arrive after the run, when nothing would end the part of the node. */
    public void testOpensNoReaderAfterRun() throws Exception {
        indexCorpus();
        AtomicReference<CheckedConsumer<TransportChannel, Exception>> open = new AtomicReference<>();
        transports()
                .forEach(transport -> transport.addRequestHandlingBehavior(
                        PartitionAction.TYPE.name() + NodeSteps.OPEN.suffix(), (handler, request, channel, task) -> {
                            open.set(later -> handler.messageReceived(request, later, task));
                            handler.messageReceived(request, channel, task);
                        }));
        String id = client().execute(PartitionAction.TYPE, PartitionRequest.parse(new String[] {INDEX}, null, false))
                .actionGet()
                .id();
        for (ClusterService node : internalCluster().getInstances(ClusterService.class)) {
            assertSoon(() -> assertNull(TaskParams.ofRun(node.state(), id)));
        }
        PlainActionFuture<TransportResponse> response = new PlainActionFuture<>();
        open.get().accept(new TestTransportChannel(response));
        Exception e = expectThrows(ResourceNotFoundException.class, response::actionGet);
        assertEquals("run [" + id + "] has ended", e.getMessage());
    }
}
