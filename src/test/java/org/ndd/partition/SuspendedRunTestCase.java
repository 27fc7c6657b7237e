package org.ndd.partition;

import static org.ndd.Soon.answer;
import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.component.Lifecycle;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.node.NodeClosedException;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata.PersistentTask;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.tasks.TaskInfo;
import org.elasticsearch.test.transport.MockTransportService;
import org.junit.After;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.partition.PartitionParameters;
import org.ndd.partition.RunStore.RunRecord;
import org.ndd.partition.plan.TaskParams;
import org.ndd.plugin.NddPlugin;

/** Suspends a run at one of its steps, so that a test can inject a fault there. */
public abstract class SuspendedRunTestCase extends PartitionTestCase {

    static final String STEP = PartitionAction.TYPE.name() + "[step]";
    static final String INDEX = "pages";

    private final CountDownLatch reached = new CountDownLatch(1);
    final CountDownLatch resume = new CountDownLatch(1);
    TestCorpus corpus;

    /** Of the documents: few as by default, or one for each passage. */
    final FingerprintParameters fingerprints = randomFrom(FingerprintParameters.BALANCED, TestCorpus.EACH_PASSAGE);

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return List.of(NddPlugin.class, MockTransportService.TestPlugin.class);
    }

    /** With real circuit breakers, which the framework disables at random. */
    @Override
    protected Settings nodeSettings(int nodeOrdinal, Settings otherSettings) {
        return Settings.builder()
                .put(super.nodeSettings(nodeOrdinal, otherSettings))
                .put("indices.breaker.request.type", "memory")
                .build();
    }

    void indexCorpus() throws IOException {
        corpus = new TestCorpus(random(), between(100, 200));
        index(corpus, INDEX, 5, 1, fingerprints);
    }

    List<String> expected() {
        return TestCorpus.lines(corpus.expected(PartitionParameters.BALANCED, fingerprints, true));
    }

    /** Starts a run and suspends it at a step. */
    String startAndStopAt(int step, String body) throws Exception {
        return startAndStopAt(step, Set.of(), body);
    }

    /** Starts a run and suspends it at a step of the given phases, or of any phase if none is given. */
    String startAndStopAt(int step, Set<String> phases, String body) throws Exception {
        AtomicInteger steps = new AtomicInteger();
        transports()
                .forEach(transport -> transport.addRequestHandlingBehavior(STEP, (handler, request, channel, task) -> {
                    if ((phases.isEmpty() || phases.contains(phase())) && steps.incrementAndGet() >= step) {
                        reached.countDown();
                        awaitResume(transport);
                    }
                    handler.messageReceived(request, channel, task);
                }));
        String id = client().execute(PartitionAction.TYPE, TestPartitions.request(INDEX, body, false))
                .actionGet()
                .id();
        assertTrue(reached.await(60, TimeUnit.SECONDS));
        return id;
    }

    /** Waits until the test resumes the run, or the node closes, which waits ten seconds for its threads. */
    void awaitResume(MockTransportService transport) throws InterruptedException {
        while (resume.await(20, TimeUnit.MILLISECONDS) == false) {
            if (transport.lifecycleState() != Lifecycle.State.STARTED) {
                throw new NodeClosedException(transport.getLocalNode());
            }
        }
    }

    /** Lets another coordinator lead a run, as if Elasticsearch had assigned its task again. */
    static void takeOver(String id) {
        PersistentTask<?> task =
                TaskParams.ofRun(internalCluster().clusterService().state(), id);
        RunStore store = internalCluster().getInstance(RunStore.class);
        RecordStore.Versioned<RunRecord> kept = answer(l -> store.get(id, l));
        answer((ActionListener<Void> l) ->
                store.put(kept.record(), RecordWriter.version(task.getAllocationId() + 1, 1), l));
    }

    /** Waits until a coordinator has ended. */
    static void awaitEnd(String id) throws Exception {
        assertSoon(
                () -> assertNull(
                        TaskParams.ofRun(internalCluster().clusterService().state(), id)),
                45,
                TimeUnit.SECONDS);
    }

    @After
    public void resumeSteps() {
        resume.countDown();
    }

    void resumeRun() {
        resume.countDown();
        transports().forEach(MockTransportService::clearAllRules);
    }

    /** Waits until all nodes know that the run has ended. Another read could reach a copy of the shard that does not have the report yet. */
    static Map<String, Object> reportAtTheEnd(String id) throws Exception {
        AtomicReference<Map<String, Object>> last = new AtomicReference<>();
        assertSoon(
                () -> {
                    for (Client client : clients()) {
                        last.set(report(client, id));
                        assertNotEquals("running", last.get().get("state"));
                    }
                },
                90,
                TimeUnit.SECONDS);
        return last.get();
    }

    static void assertCompleted(String id) throws Exception {
        Map<String, Object> report = reportAtTheEnd(id);
        assertEquals(report.toString(), "completed", report.get("state"));
    }

    String leader(String id) {
        var task = TaskParams.ofRun(clusterService().state(), id);
        return clusterService().state().nodes().get(task.getExecutorNode()).getName();
    }

    /** The reports of the active runs. */
    static Stream<PartitionReport> runs() {
        return tasks().filter(task -> task.status() != null).map(task -> (PartitionReport) task.status());
    }

    private static Stream<TaskInfo> tasks() {
        return client()
                .admin()
                .cluster()
                .prepareListTasks()
                .setActions(RunPartitionAction.TYPE.name())
                .setDetailed(true)
                .get()
                .getTasks()
                .stream();
    }

    /** The current phase of the run. */
    private static String phase() {
        return runs().map(run -> run.progress().phase()).findFirst().orElse("none");
    }

    static void cancel(String id) throws Exception {
        client().execute(RunActions.Cancel.TYPE, new RunActions.Cancel.Request(id));
        assertSoon(() -> assertTrue(tasks().allMatch(TaskInfo::cancelled)));
    }

    static void assertWaitsIn(String phase, String id) throws Exception {
        assertSoon(() -> assertTrue(runs().anyMatch(
                        run -> run.id().equals(id) && run.progress().phase().equals(phase))));
        assertEquals("running", report(id).get("state"));
    }
}
