package org.ndd.partition;

import static org.ndd.Soon.assertSoon;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata.PersistentTask;
import org.elasticsearch.test.ESIntegTestCase;
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
        assertSoon(() -> assertNull(TaskParams.ofRun(clusterService().state(), id)), 60, TimeUnit.SECONDS);
        assertNull(RunIndex.publishedBy(clusterService().state(), INDEX + "-ndd"));
    }
}
