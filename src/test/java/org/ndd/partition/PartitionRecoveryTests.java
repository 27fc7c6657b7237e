package org.ndd.partition;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.hasToString;
import static org.hamcrest.Matchers.not;
import static org.ndd.Soon.assertSoon;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.test.ESIntegTestCase;
import org.elasticsearch.transport.TransportChannel;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.partition.InMemoryPartition;
import org.ndd.core.partition.Partition;
import org.ndd.core.partition.PartitionDocument;
import org.ndd.core.partition.PartitionParameters;
import org.ndd.partition.PartitionReport.NodeShare;
import org.ndd.partition.plan.PartitionRequest;
import org.ndd.partition.plan.StepCounts.Count;

/** A run recovers from failures in any phase and ends with the same groups as a run without failures. */
@ESIntegTestCase.ClusterScope(
        scope = ESIntegTestCase.Scope.TEST,
        numDataNodes = 3,
        numClientNodes = 0,
        supportsDedicatedMasters = false)
public class PartitionRecoveryTests extends SuspendedRunTestCase {

    public void testNodeLoss() throws Exception {
        indexCorpus();
        // indices without replicas are lost with their node, which is outside of the responsibility of the run
        client().execute(PartitionAction.TYPE, PartitionRequest.boilerplate(new String[] {INDEX}, "ndd"))
                .actionGet();
        ensureGreen();
        List<TestDecisions.Pair> decided =
                randomBoolean() ? List.of() : TestDecisions.pairs(random(), groups(List.of()));
        String body = "{}";
        if (decided.isEmpty() == false) {
            TestDecisions.put(client(), INDEX, decided);
            body = "{\"decisions_index\": \"" + TestDecisions.INDEX + "\"}";
        }
        completeWithLostNode(body);
        assertEquals(TestCorpus.lines(groups(decided)), lines(INDEX + "-ndd"));
    }

    /** A run that loses a node. */
    private void completeWithLostNode(String body) throws Exception {
        String id = startAndStopAt(between(1, 40), body);
        ensureGreen();
        String lostNode = switch (between(0, 2)) {
            case 0 -> leader(id);
            case 1 -> internalCluster().getMasterName();
            default -> internalCluster().getRandomNodeName();
        };
        logger.info("victim [{}], leader [{}]", lostNode, leader(id));
        internalCluster().stopNode(lostNode);
        resumeRun();
        assertCompleted(id);
    }

    public void testLossOfNodeWithReferenceShards() throws Exception {
        indexCorpus();
        List<TestCorpus.Page> archived = randomSubsetOf(30, corpus.pages());
        index(new TestCorpus(random(), archived), "archive", 3, 1, fingerprints);
        completeWithLostNode("{\"against\": {\"index\": \"archive\"}, \"boilerplate\": \"none\"}");
        List<PartitionDocument> documents = new ArrayList<>();
        corpus.pages().forEach(page -> documents.add(TestCorpus.document(INDEX, page, fingerprints)));
        archived.forEach(page -> documents.add(TestCorpus.document("archive", page, fingerprints)));
        Partition expected = new InMemoryPartition(
                        PartitionParameters.BALANCED.against(Set.of("archive")), ComparisonMemory.UNLIMITED)
                .run(documents, site -> null, () -> {});
        assertEquals(TestCorpus.lines(expected), lines(INDEX + "-ndd"));
    }

    private Partition groups(List<TestDecisions.Pair> decided) {
        return corpus.expected(
                PartitionParameters.BALANCED,
                fingerprints,
                true,
                page -> MustAgreeKeys.NONE,
                decided.stream().map(pair -> pair.decided("pages")).toList());
    }

    public void testFullRestart() throws Exception {
        indexCorpus();
        String id = startAndStopAt(between(1, 40), "{}");
        resume.countDown();
        internalCluster().fullRestart();
        ensureGreen(INDEX);
        assertCompleted(id);
        assertThat(report(id).get("interruptions").toString(), not(containsString("by request")));
        assertEquals(expected(), lines(INDEX + "-ndd"));
    }

    /** The node is in the cluster but never responds. */
    public void testUnresponsiveNode() throws Exception {
        indexCorpus();
        String question = PartitionAction.TYPE.name() + (randomBoolean() ? "[open]" : "[step]");
        AtomicReference<TransportChannel> unanswered = new AtomicReference<>();
        transports()
                .forEach(transport ->
                        transport.addRequestHandlingBehavior(question, (handler, request, channel, task) -> {
                            if (unanswered.compareAndSet(null, channel) == false) {
                                handler.messageReceived(request, channel, task);
                            }
                        }));
        PartitionRequest request =
                PartitionRequest.parse(new String[] {INDEX}, null, false).timeout(TimeValue.timeValueSeconds(5));
        String id = client().execute(PartitionAction.TYPE, request).actionGet().id();
        assertCompleted(id);
        assertThat(report(id).get("interruptions").toString(), containsString("ReceiveTimeoutTransportException"));
        unanswered.get().sendResponse(new IllegalStateException("late"));
        assertEquals(expected(), lines(INDEX + "-ndd"));
    }

    public void testReadOnlyDestination() throws Exception {
        indexCorpus();
        String id = startAndStopAt(between(20, 40), "{}");
        updateIndexSettings(Settings.builder().put(IndexMetadata.SETTING_READ_ONLY, true), id);
        resumeRun();
        assertWaitsIn("groups", id);
        updateIndexSettings(Settings.builder().put(IndexMetadata.SETTING_READ_ONLY, false), id);
        assertCompleted(id);
        assertEquals(expected(), lines(INDEX + "-ndd"));
    }

    public void testDeletedSourceFailsRun() throws Exception {
        indexCorpus();
        // otherwise the run and its report would be deleted as soon as it ends
        String id = startAndStopAt(between(1, 20), "{\"dest\": {\"retain_on_source_deletion\": true}}");
        assertAcked(client().admin().indices().prepareDelete(INDEX));
        resumeRun();
        assertFails(id, "no such index [" + INDEX + "]");
    }

    private static void assertFails(String id, String reason) throws Exception {
        Map<String, Object> report = reportAtTheEnd(id);
        assertEquals("failed", report.get("state"));
        assertThat(report.get("failures").toString(), containsString(reason));
    }

    public void testDeletedSourceFailsThrottledRun() throws Exception {
        indexCorpus();
        // one document per quarter of an hour
        PartitionRequest request = TestPartitions.request(
                        INDEX, "{\"dest\": {\"retain_on_source_deletion\": true}}", false)
                .atMost(0.001);
        String id = client().execute(PartitionAction.TYPE, request).actionGet().id();
        assertWaitsIn("decide", id);
        assertAcked(client().admin().indices().prepareDelete(INDEX));
        assertFails(id, "no such index [" + INDEX + "]");
    }

    public void testClosedSourceFailsRun() throws Exception {
        indexCorpus();
        String id = startAndStopAt(between(1, 20), "{}");
        assertAcked(client().admin().indices().prepareClose(INDEX));
        resumeRun();
        assertFails(id, "closed");
    }

    public void testShardRelocation() throws Exception {
        indexCorpus();
        String id = startAndStopAt(between(1, 40), "{}");
        updateIndexSettings(
                Settings.builder()
                        .put("index.number_of_replicas", 0)
                        .put(
                                "index.routing.allocation.exclude._name",
                                internalCluster().getRandomNodeName()),
                INDEX);
        resumeRun();
        assertCompleted(id);
        assertEquals(expected(), lines(INDEX + "-ndd"));
        ensureGreen(INDEX);
    }

    /** A run that is slow enough to be cancelled during its decisions, and to detect repeated decisions. */
    public void testCancelWaitsAndKeepsDecisions() throws Exception {
        indexCorpus();
        String id = TestPartitions.start(client(), INDEX, 20);
        long required = between(5, 30);
        assertSoon(() -> assertTrue(runs().anyMatch(run -> decided(run) >= required)));
        // both requests are sent to one node, because other nodes may apply the cluster state without the task later
        Client nodeClient = client();
        nodeClient
                .execute(RunActions.Cancel.TYPE, new RunActions.Cancel.Request(id))
                .actionGet(TimeValue.timeValueSeconds(60));
        Map<String, Object> cancelled = report(nodeClient, id);
        assertEquals(cancelled.toString(), "cancelled", cancelled.get("state"));
        assertEquals("no task continues", List.of(), runs().toList());
        long decided = ((Number) phase(cancelled, "decide").get("done")).longValue();
        assertThat(decided, greaterThanOrEqualTo(required));
        resumeAtFullSpeed(id);
        assertCompleted(id);
        assertThat(((Number) report(id).get("replayed_decisions")).longValue(), greaterThanOrEqualTo(decided));
        assertEquals(expected(), lines(INDEX + "-ndd"));
        for (int shard = 0; shard < 5; shard++) {
            assertFalse(
                    "the state for recovery is deleted",
                    client().prepareGet(id, "decisions-" + shard + "-0").get().isExists());
        }
    }

    private static void resumeAtFullSpeed(String id) {
        client().execute(RunActions.Resume.TYPE, new RunActions.RunIdRequest(id))
                .actionGet();
        client().execute(RunActions.Rethrottle.TYPE, new RunActions.Rethrottle.Request(id, -1))
                .actionGet();
    }

    private static long decided(PartitionReport run) {
        return run.progress().phases().stream()
                .filter(phase -> phase.name().equals("decide"))
                .mapToLong(PartitionReport.Phase::done)
                .sum();
    }

    private static Map<?, ?> phase(Map<String, Object> report, String name) {
        return ((List<?>) report.get("phases"))
                .stream()
                        .map(phase -> (Map<?, ?>) phase)
                        .filter(phase -> name.equals(phase.get("phase")))
                        .findFirst()
                        .orElseThrow();
    }

    /** A run that was just started or resumed has no coordinator yet: requests for it succeed nevertheless. */
    public void testCancelAndRethrottleImmediatelyAfterStart() throws Exception {
        indexCorpus();
        String id = TestPartitions.start(client(), INDEX, 0.01);
        client().execute(RunActions.Cancel.TYPE, new RunActions.Cancel.Request(id))
                .actionGet();
        assertEquals("cancelled", reportAtTheEnd(id).get("state"));
        resumeAtFullSpeed(id);
        assertCompleted(id);
        assertEquals(expected(), lines(INDEX + "-ndd"));
        assertThat(
                expectThrows(
                        ResourceNotFoundException.class,
                        () -> client().execute(RunActions.Cancel.TYPE, new RunActions.Cancel.Request("none"))
                                .actionGet()),
                hasToString(containsString("run [none] does not exist")));
    }

    /** The shares of the nodes add up to the totals of the run. */
    public void testSharesOfNodes() throws Exception {
        indexCorpus();
        PartitionReport report = partition(INDEX, "{}");
        List<String> names = report.work().nodes().stream().map(NodeShare::node).toList();
        assertTrue(names.toString(), List.of(internalCluster().getNodeNames()).containsAll(names));
        for (Count count : List.of(Count.DOCUMENTS, Count.COMPARISONS, Count.VERIFICATIONS, Count.WIRE_BYTES)) {
            assertEquals(
                    count.key(),
                    report.counts().get(count),
                    report.work().nodes().stream()
                            .mapToLong(share -> share.counts().get(count))
                            .sum());
        }
        double imbalance = NodeShare.imbalance(report.work().nodes());
        assertTrue("[" + imbalance + "]", imbalance >= 1 && imbalance <= names.size());
    }

    public void testRethrottle() throws Exception {
        indexCorpus();
        String id = TestPartitions.start(client(), INDEX, 0.01);
        assertSoon(() -> assertEquals("decide", report(id).get("phase")));
        client().execute(RunActions.Rethrottle.TYPE, new RunActions.Rethrottle.Request(id, -1))
                .actionGet(TimeValue.timeValueSeconds(30));
        assertCompleted(id);
        assertEquals(expected(), lines(INDEX + "-ndd"));
        assertEquals(-1, ((Number) ((Map<?, ?>) report(id).get("parameters")).get("requests_per_second")).intValue());
    }
}
