package org.ndd.partition;

import static org.ndd.Soon.assertSoon;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.elasticsearch.ElasticsearchSecurityException;
import org.elasticsearch.action.support.ActiveShardCount;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESIntegTestCase;

/** While no copy of the index of security is available, security rejects users whose roles it cannot read. */
@ESIntegTestCase.ClusterScope(scope = ESIntegTestCase.Scope.TEST, numDataNodes = 2, supportsDedicatedMasters = false)
public class UnavailableRolesTests extends SuspendedRunTestCase {

    public void testRunWaitsForRoles() throws Exception {
        indexCorpus();
        CountDownLatch rejecting = new CountDownLatch(1);
        AtomicBoolean first = new AtomicBoolean(true);
        transports()
                .forEach(transport -> transport.addRequestHandlingBehavior(STEP, (handler, request, channel, task) -> {
                    if (first.getAndSet(false)) {
                        rejecting.countDown();
                        awaitResume(transport);
                        channel.sendResponse(new ElasticsearchSecurityException("unauthorized", RestStatus.FORBIDDEN));
                    } else {
                        handler.messageReceived(request, channel, task);
                    }
                }));
        String id = TestPartitions.start(client(), INDEX);
        assertTrue(rejecting.await(60, TimeUnit.SECONDS));
        indicesAdmin()
                .prepareCreate(".security")
                .setSettings(indexSettings(1, 0).put("index.routing.allocation.require._name", "none"))
                .setWaitForActiveShards(ActiveShardCount.NONE)
                .get();
        resumeRun();
        assertSoon(() -> assertEquals(1, report(id).get("restarts")));
        indicesAdmin().prepareDelete(".security").get();
        assertCompleted(id);
        assertEquals(expected(), lines(INDEX + "-ndd"));
    }
}
