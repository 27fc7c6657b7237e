package org.ndd.partition;

import static org.ndd.Soon.assertSoon;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.search.TransportOpenPointInTimeAction;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.CheckedConsumer;
import org.elasticsearch.test.ESIntegTestCase;
import org.elasticsearch.transport.TestTransportChannel;
import org.elasticsearch.transport.TransportChannel;
import org.elasticsearch.transport.TransportResponse;
import org.ndd.Found;
import org.ndd.groups.GroupQueries;
import org.ndd.partition.node.NodeSteps;
import org.ndd.partition.plan.TaskParams;

/** A coordinator that was suspended when another one took over the run publishes nothing when it continues. */
@ESIntegTestCase.ClusterScope(scope = ESIntegTestCase.Scope.TEST, numDataNodes = 2, supportsDedicatedMasters = false)
public class StaleCoordinatorTests extends SuspendedRunTestCase {

    /** Starts a run and suspends it at a request to the index of the run, until another coordinator leads it. */
    private String runWithTakeOverAt(String action) throws Exception {
        indexCorpus();
        CountDownLatch reached = new CountDownLatch(1);
        transports()
                .forEach(transport ->
                        transport.addRequestHandlingBehavior(action, (handler, request, channel, task) -> {
                            String indices = request instanceof IndicesRequest read
                                    ? List.of(read.indices()).toString()
                                    : request.toString();
                            if (indices.contains(INDEX + "-ndd-")) {
                                reached.countDown();
                                request.mustIncRef();
                                // not on this thread, which may be one of the network
                                transport
                                        .getThreadPool()
                                        .generic()
                                        .execute(ActionRunnable.run(ActionListener.running(request::decRef), () -> {
                                            awaitResume(transport);
                                            handler.messageReceived(request, channel, task);
                                        }));
                            } else {
                                handler.messageReceived(request, channel, task);
                            }
                        }));
        String id = TestPartitions.start(client(), INDEX);
        assertTrue("groups are written", reached.await(60, TimeUnit.SECONDS));
        takeOver(id);
        resumeRun();
        awaitEnd(id);
        return id;
    }

    public void testDoesNotPublish() throws Exception {
        runWithTakeOverAt("indices:admin/refresh[s][p]");
        assertNull(RunIndex.publishedBy(clusterService().state(), INDEX + "-ndd"));
    }

    public void testWritesNoLists() throws Exception {
        String id = runWithTakeOverAt(TransportOpenPointInTimeAction.OPEN_SHARD_READER_CONTEXT_NAME);
        indicesAdmin().prepareRefresh(id).get();
        assertEquals(List.of(), Found.ids(client().prepareSearch(id).setQuery(GroupQueries.lists())));
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
        String id = TestPartitions.start(client(), INDEX);
        for (ClusterService node : internalCluster().getInstances(ClusterService.class)) {
            assertSoon(() -> assertNull(TaskParams.ofRun(node.state(), id)));
        }
        PlainActionFuture<TransportResponse> response = new PlainActionFuture<>();
        open.get().accept(new TestTransportChannel(response));
        Exception e = expectThrows(ResourceNotFoundException.class, response::actionGet);
        assertEquals("run [" + id + "] has ended", e.getMessage());
    }
}
