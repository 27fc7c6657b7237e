package org.ndd.job;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.lessThan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.elasticsearch.ElasticsearchSecurityException;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.NoShardAvailableActionException;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.telemetry.InstrumentType;
import org.elasticsearch.telemetry.Measurement;
import org.elasticsearch.test.ESTestCase;
import org.junit.Before;
import org.ndd.config.ShardPosition;
import org.ndd.config.TaskState;
import org.ndd.job.FakeCluster.CheckpointRequest;
import org.ndd.job.FakeCluster.Coordinator;
import org.ndd.job.JobRecord.State;
import org.ndd.job.update.CheckpointCounts;
import org.ndd.partition.PartitionRequest;
import org.ndd.partition.RecordWriter;
import org.ndd.partition.RecordWriter.StaleCoordinatorException;

/** The steps of a job in the presence of failures, requests of users, and failover. */
public class JobLoopTests extends ESTestCase {

    private static final CheckpointCounts COUNTS = new CheckpointCounts(
            Map.of("changed", 7L, "deleted", 2L, "settled", 3L, "joined", 4L, "regrouped", 5L, "moved", 60L));
    private static final long FIRST_CHECK_INTERVAL = 500;
    private static final long CHECK_INTERVAL = 5_000;
    private static final long FREQUENCY = TestJobs.FREQUENCY.millis();

    private final FakeCluster cluster = new FakeCluster();
    private final List<Coordinator> leaders = new ArrayList<>();

    @Before
    public void keepJob() {
        cluster.store.record = TestJobs.job();
    }

    private Coordinator startLoop(long allocation) {
        Coordinator leader = cluster.new Coordinator(allocation);
        leaders.add(leader);
        return leader;
    }

    private JobRecord kept() {
        return cluster.store.record;
    }

    private void ends(String run, TaskState state, boolean published, String failure) {
        cluster.runs.known.put(run, TestJobs.run(run, state, published, failure));
        if (published) {
            cluster.runs.shown = run;
        }
    }

    /** A loop whose job keeps the groups of a run up to date and has requested its first checkpoint. */
    private Coordinator startLoopWithRun() {
        kept("run-0");
        return startLoop(1);
    }

    private void kept(String run) {
        cluster.runs.shown = run;
        cluster.store.record = TestJobs.job().trackRun(run, Map.of(TestJobs.SHARD, new ShardPosition(41, "history")));
    }

    private CheckpointRequest checkpoint() {
        assertEquals(1, cluster.checkpoints.size());
        return cluster.checkpoints.remove();
    }

    private void succeeds(CheckpointRequest checkpoint, long seqNo, String fullRun) {
        checkpoint.listener().onResponse(TestJobs.result(seqNo, COUNTS, fullRun));
        cluster.work();
    }

    public void testStartsWithFullRun() {
        Coordinator leader = startLoop(1);
        assertEquals(List.of("run-1"), cluster.runs.started);
        assertEquals("run-1", kept().runs().pending());
        assertEquals(JobLoop.BEGINS, kept().runs().reason());
        assertNull(kept().runs().current());
        ends("run-1", TaskState.RUNNING, false, null);
        for (int check = 0; check < 10; check++) {
            assertEquals(check == 0 ? FIRST_CHECK_INTERVAL : CHECK_INTERVAL, cluster.next());
            assertEquals("run-1", kept().runs().pending());
        }
        assertTrue(cluster.checkpoints.isEmpty());
        ends("run-1", TaskState.COMPLETED, true, null);
        assertEquals(CHECK_INTERVAL, cluster.next());
        CheckpointRequest first = checkpoint();
        assertEquals("run-1", first.job().runs().current());
        assertNull(first.job().runs().pending());
        assertEquals(
                Map.of(TestJobs.SHARD, new ShardPosition(41, "history")),
                first.job().runs().positions());
        assertEquals("alice", first.user());
        assertSame(leader.task, first.task());
        assertNull(leader.end);
    }

    public void testSuccessiveCheckpoints() {
        Coordinator leader = startLoopWithRun();
        for (int number = 1; number <= 3; number++) {
            CheckpointRequest checkpoint = checkpoint();
            assertEquals(number - 1, checkpoint.job().checkpoints().number());
            assertEquals("steps must not overlap", -1, cluster.next());
            succeeds(checkpoint, 41 + number, null);
            assertEquals(number, kept().checkpoints().number());
            assertEquals(
                    new ShardPosition(41 + number, "history"),
                    kept().runs().positions().get(TestJobs.SHARD));
            assertEquals(7L * number, kept().checkpoints().totals().get("changed"));
            assertEquals(60L * number, kept().checkpoints().totals().get("moved"));
            assertEquals(COUNTS, kept().checkpoints().last().counts());
            assertEquals(FREQUENCY, cluster.next());
        }
        assertNull(leader.end);
    }

    /** A change of the field requires other groups, a change of the frequency does not. */
    private static void update(Coordinator leader, String user, boolean sameGroups) {
        JobConfig config = sameGroups
                ? new JobConfig(TestJobs.request(), TimeValue.timeValueSeconds(3), TestJobs.CHANGES_RETENTION)
                : new JobConfig(
                        PartitionRequest.boilerplate(new String[] {"pages"}, "other")
                                .to(TestJobs.DEST),
                        TestJobs.FREQUENCY,
                        TestJobs.CHANGES_RETENTION);
        PlainActionFuture<Void> updated = new PlainActionFuture<>();
        leader.loop.update(job -> job.updated(config, TestJobs.user(user)), null, updated);
        updated.actionGet();
    }

    public void testUpdateOfFrequency() {
        Coordinator leader = startLoopWithRun();
        CheckpointRequest checkpoint = checkpoint();
        update(leader, "alice", true);
        succeeds(checkpoint, 42, null);
        assertEquals("applies to the pause after the next checkpoint", FREQUENCY, cluster.next());
        succeeds(checkpoint(), 43, null);
        assertEquals(3_000, cluster.next());
        assertEquals(List.of(), cluster.runs.started);
    }

    public void testUpdateOfGroupsDuringCheckpoint() {
        Coordinator leader = startLoopWithRun();
        CheckpointRequest checkpoint = checkpoint();
        update(leader, "bob", false);
        assertEquals(TestJobs.user("bob"), kept().user());
        succeeds(checkpoint, 42, null);
        assertEquals("run-0", kept().runs().current());
        cluster.next();
        assertEquals(List.of("run-1"), cluster.runs.started);
        assertEquals(JobLoop.UPDATED, kept().runs().reason());
        assertFalse(kept().runs().outdated());
        ends("run-1", TaskState.COMPLETED, true, null);
        cluster.next();
        assertEquals("run-1", kept().runs().current());
        assertEquals("bob", checkpoint().user());
        assertNull(leader.end);
    }

    public void testUpdateOfGroupsDuringFullRun() {
        Coordinator leader = startLoop(1);
        update(leader, "bob", false);
        ends("run-1", TaskState.COMPLETED, true, null);
        cluster.next();
        assertEquals(
                "a run of the earlier configuration is discarded", List.of("run-1", "run-2"), cluster.runs.started);
        assertTrue(cluster.checkpoints.isEmpty());
        assertEquals("run-2", kept().runs().pending());
        assertFalse(kept().runs().outdated());
        assertNull(leader.end);
    }

    public void testUpdateWhileFullRunStarts() {
        cluster.runs.onStart = () -> {
            cluster.runs.onStart = () -> {};
            update(leaders.get(0), "bob", false);
        };
        Coordinator leader = startLoopWithRun();
        succeeds(checkpoint(), 42, "history is gone");
        assertEquals("run-1", kept().runs().pending());
        assertTrue(kept().runs().outdated());
        ends("run-1", TaskState.COMPLETED, true, null);
        cluster.next();
        assertEquals(List.of("run-1", "run-2"), cluster.runs.started);
        assertFalse(kept().runs().outdated());
        assertNull(leader.end);
    }

    public void testUpdateFailsIfRecordCannotBeStored() {
        Coordinator leader = startLoopWithRun();
        cluster.store.broken = new NoShardAvailableActionException(TestJobs.SHARD, "none");
        expectThrows(NoShardAvailableActionException.class, () -> update(leader, "bob", true));
        cluster.store.broken = null;
        update(leader, "bob", true);
        assertEquals(TestJobs.user("bob"), kept().user());
    }

    public void testFailsIfUserIsInvalid() {
        Coordinator leader = startLoopWithRun();
        succeeds(checkpoint(), 42, null);
        cluster.invalid = new ElasticsearchSecurityException("API key [k] was invalidated", RestStatus.FORBIDDEN);
        assertEquals(FREQUENCY, cluster.next());
        assertTrue("no checkpoint is requested", cluster.checkpoints.isEmpty());
        assertSame(cluster.invalid, leader.end);
    }

    public void testRetriesIfUserLookupFails() {
        Coordinator leader = startLoopWithRun();
        succeeds(checkpoint(), 42, null);
        cluster.invalid = new NoShardAvailableActionException(null, "later");
        assertEquals(FREQUENCY, cluster.next());
        assertTrue("no checkpoint is requested", cluster.checkpoints.isEmpty());
        assertNull(leader.end);
        cluster.invalid = null;
        cluster.next();
        checkpoint();
    }

    private long last(InstrumentType type, String name) {
        List<Measurement> measurements = cluster.meters.getRecorder().getMeasurements(type, "es.ndd.job." + name);
        return measurements.get(measurements.size() - 1).getLong();
    }

    private long total(String name) {
        return Measurement.combine(cluster.meters
                        .getRecorder()
                        .getMeasurements(InstrumentType.LONG_COUNTER, "es.ndd.job." + name + ".total"))
                .stream()
                .mapToLong(Measurement::getLong)
                .sum();
    }

    private void assertGauges(long jobs, long age) {
        cluster.meters.getRecorder().collect();
        assertEquals(jobs, last(InstrumentType.LONG_GAUGE, "jobs.current"));
        assertEquals(age, last(InstrumentType.LONG_GAUGE, "age.current"));
    }

    public void testMetrics() {
        assertGauges(0, 0);
        Coordinator leader = startLoopWithRun();
        cluster.now += 700;
        assertGauges(1, 700);
        succeeds(checkpoint(), 50, null);
        cluster.now = kept().checkpoints().last().startedAt() + 20;
        assertGauges(1, 20);
        assertEquals(7, total("changed"));
        assertEquals(60, total("moved"));
        assertEquals(0, total("failures"));
        assertEquals(kept().checkpoints().last().tookMillis(), last(InstrumentType.LONG_HISTOGRAM, "checkpoint.time"));
        assertEquals(FREQUENCY, cluster.next());
        checkpoint().listener().onFailure(new NoShardAvailableActionException(TestJobs.SHARD, "none"));
        cluster.work();
        assertEquals(1, total("failures"));
        assertEquals(7, total("changed"));
        leader.cancel();
        assertGauges(0, 0);
    }

    public void testCheckpointRequestsFullRun() {
        Coordinator leader = startLoopWithRun();
        succeeds(checkpoint(), 50, "the history of [pages][0] is gone");
        assertEquals("run-0", kept().runs().current());
        assertEquals("run-1", kept().runs().pending());
        assertEquals("the history of [pages][0] is gone", kept().runs().reason());
        assertEquals(1, kept().checkpoints().number());
        ends("run-1", TaskState.COMPLETED, true, null);
        assertEquals(FIRST_CHECK_INTERVAL, cluster.next());
        assertEquals("run-1", checkpoint().job().runs().current());
        assertEquals(
                "the positions at the start of the run, not those at the end of the checkpoint",
                41,
                kept().runs().positions().get(TestJobs.SHARD).seqNo());
        assertNull(leader.end);
    }

    public void testRetriesTransientFailuresWithBackoff() {
        Coordinator leader = startLoopWithRun();
        long pause = 0;
        for (int retry = 1; retry <= 20; retry++) {
            checkpoint().listener().onFailure(new NoShardAvailableActionException(TestJobs.SHARD, "none"));
            cluster.work();
            assertEquals(retry, kept().status().retries());
            assertEquals(State.STARTED, kept().state());
            assertThat(kept().status().failure(), containsString("NoShardAvailableActionException: [pages][0] none"));
            long next = cluster.next();
            assertThat(next, retry <= 14 ? greaterThan(pause) : greaterThan(pause - 1));
            assertThat(next, greaterThan(FREQUENCY));
            assertThat(next, lessThan(FREQUENCY + 600_000));
            pause = next;
        }
        succeeds(checkpoint(), 50, null);
        assertEquals(0, kept().status().retries());
        assertNull(kept().status().failure());
        assertEquals(FREQUENCY, cluster.next());
        assertNull(leader.end);
    }

    public void testCheckpointRetriesOnCircuitBreaker() {
        Coordinator leader = startLoopWithRun();
        checkpoint().listener().onFailure(new CircuitBreakingException("no room", CircuitBreaker.Durability.TRANSIENT));
        cluster.work();
        assertEquals(1, kept().status().retries());
        assertThat(kept().status().failure(), containsString("no room"));
        cluster.next();
        succeeds(checkpoint(), 50, null);
        assertNull(kept().status().failure());
        assertNull(leader.end);
    }

    public void testPermanentFailureEndsLoop() {
        Coordinator leader = startLoopWithRun();
        checkpoint().listener().onFailure(new IllegalStateException("broken"));
        cluster.work();
        assertEquals("broken", leader.end.getMessage());
        assertEquals(-1, cluster.next());
        assertEquals("the caller of the loop stores its end", State.STARTED, kept().state());
    }

    public void testMissingSource() {
        cluster.runs.source = FullRuns.conflict("all is gone");
        assertEquals("all is gone", startLoopWithRun().end.getMessage());
        assertTrue(cluster.checkpoints.isEmpty());
    }

    public void testDestinationPublishesAnotherRun() {
        kept("run-0");
        cluster.runs.shown = "run-9";
        assertThat(
                startLoop(1).end.getMessage(),
                containsString("[pages-ndd] must publish run [run-0], but publishes [run-9]"));
        cluster.runs.shown = null;
        assertThat(
                startLoop(2).end.getMessage(),
                containsString("[pages-ndd] must publish run [run-0], but publishes nothing"));
        assertTrue(cluster.checkpoints.isEmpty());
    }

    public void testFailedFullRun() {
        Coordinator leader = startLoop(1);
        boolean failed = randomBoolean();
        ends("run-1", failed ? TaskState.FAILED : TaskState.CANCELLED, false, failed ? "why" : null);
        cluster.next();
        assertThat(
                leader.end.getMessage(),
                containsString(failed ? "[run-1] has ended as [failed]: why" : "[run-1] has ended as [cancelled]"));
        assertEquals(List.of("run-1"), cluster.runs.started);
    }

    public void testFullRunThatLostAnIndexOfItsSource() {
        Coordinator leader = startLoop(1);
        ends("run-1", TaskState.FAILED, false, "IndexNotFoundException: no such index [.ds-logs-000001]");
        cluster.runs.hasLostSource = true;
        cluster.next();
        assertNull(leader.end);
        assertEquals(List.of("run-1", "run-2"), cluster.runs.started);
        assertEquals("run-2", cluster.store.record.runs().pending());
        ends("run-2", TaskState.CANCELLED, false, null);
        cluster.next();
        assertThat(leader.end.getMessage(), containsString("[run-2] has ended as [cancelled]"));
    }

    public void testMissingFullRun() {
        Coordinator leader = startLoop(1);
        cluster.next();
        assertEquals("full run [run-1] is gone", leader.end.getMessage());
    }

    public void testFullRunWithoutTask() {
        Coordinator leader = startLoop(1);
        ends("run-1", TaskState.RUNNING, false, null);
        cluster.runs.hasCoordinator = false;
        cluster.next();
        cluster.runs.hasCoordinator = true;
        cluster.next();
        cluster.runs.hasCoordinator = false;
        for (int check = 0; check < 3; check++) {
            cluster.next();
            assertNull("a node may not know the task yet, or not anymore", leader.end);
        }
        cluster.next();
        assertEquals("full run [run-1] has lost its task", leader.end.getMessage());
    }

    public void testRepeatsUnpublishedFullRun() {
        Coordinator leader = startLoop(1);
        ends("run-1", TaskState.COMPLETED, false, null);
        cluster.next();
        assertNull(kept().runs().pending());
        assertEquals(1, kept().status().retries());
        assertThat(kept().status().failure(), containsString("[run-1] published no groups: no shard was available"));
        assertThat(cluster.next(), greaterThan(FREQUENCY));
        assertEquals("run-2", kept().runs().pending());
        assertEquals(
                "a run that has only started does not reset the retries",
                1,
                kept().status().retries());
        ends("run-2", TaskState.COMPLETED, true, null);
        cluster.next();
        assertEquals(0, kept().status().retries());
        assertEquals("run-2", checkpoint().job().runs().current());
        assertNull(leader.end);
    }

    public void testStopCancelsCheckpoint() {
        Coordinator leader = startLoopWithRun();
        CheckpointRequest checkpoint = checkpoint();
        JobRecord before = kept();
        leader.cancel();
        assertTrue(checkpoint.task().isCancelled());
        assertNull("the checkpoint has not ended yet", leader.end);
        if (randomBoolean()) {
            succeedLate(checkpoint);
        } else {
            checkpoint.listener().onFailure(new NoShardAvailableActionException(TestJobs.SHARD, "none"));
            assertSame("a stop is not stored as a failure", before, kept());
        }
        cluster.work();
        assertThat(leader.end, instanceOf(TaskCancelledException.class));
        assertEquals(-1, cluster.next());
        assertEquals(State.STARTED, kept().state());
        assertEquals("run-0", kept().runs().current());
    }

    /** The result of a completed checkpoint is stored, unless another node has updated the record to stop the job. */
    private void succeedLate(CheckpointRequest checkpoint) {
        boolean stopped = randomBoolean();
        JobRecord record = stopped ? kept().stopped() : kept();
        if (stopped) {
            cluster.store.record = record;
            cluster.store.version = RecordWriter.nextVersion(RecordWriter.version(1, 5));
        }
        checkpoint.listener().onResponse(TestJobs.result(50, COUNTS, null));
        if (stopped) {
            assertSame(record, kept());
            cluster.store.record = TestJobs.job().trackRun("run-0", Map.of());
        } else {
            assertEquals(50, kept().runs().positions().get(TestJobs.SHARD).seqNo());
        }
    }

    public void testStopBetweenCheckpoints() {
        Coordinator leader = startLoopWithRun();
        succeeds(checkpoint(), 50, null);
        leader.cancel();
        assertThat(leader.end, instanceOf(TaskCancelledException.class));
        cluster.next();
        assertTrue(cluster.checkpoints.isEmpty());
    }

    public void testStopCancelsRunThatIsStarting() {
        List<Coordinator> stopped = new ArrayList<>();
        cluster.runs.onStart = () -> stopped.get(0).cancel();
        cluster.runs.source = new NoShardAvailableActionException(TestJobs.SHARD, "not yet");
        stopped.add(startLoop(1));
        cluster.runs.source = null;
        cluster.next();
        assertEquals(List.of("run-1"), cluster.runs.started);
        assertEquals(List.of("run-1"), cluster.runs.cancelled);
        assertThat(stopped.get(0).end, instanceOf(TaskCancelledException.class));
        assertNull(kept().runs().pending());
    }

    public void testResumesFromStoredRecord() {
        startLoopWithRun();
        succeeds(checkpoint(), 50, null);
        Coordinator second = startLoop(5);
        CheckpointRequest again = checkpoint();
        assertEquals(1, again.job().checkpoints().number());
        assertEquals(50, again.job().runs().positions().get(TestJobs.SHARD).seqNo());
        assertEquals("alice", again.user());
        succeeds(again, 60, null);
        assertEquals(2, kept().checkpoints().number());
        JobRecord newer = kept();
        // the earlier node has not detected yet that it was replaced
        cluster.next();
        cluster.checkpoints.removeIf(request -> request.task() == second.task);
        succeeds(checkpoint(), 55, null);
        assertThat(leaders.get(0).end, instanceOf(StaleCoordinatorException.class));
        assertSame(newer, kept());
        assertNull(second.end);
    }

    public void testLateWriteDoesNotRestartStoppedJob() {
        Coordinator leader = startLoopWithRun();
        CheckpointRequest checkpoint = checkpoint();
        cluster.store.record = kept().stopped();
        cluster.store.version = RecordWriter.nextVersion(RecordWriter.version(1, 0));
        succeeds(checkpoint, 50, null);
        assertEquals(State.STOPPED, kept().state());
        assertThat(leader.end, instanceOf(StaleCoordinatorException.class));
    }

    public void testContinuesIfRecordCannotBeStored() {
        Coordinator leader = startLoopWithRun();
        cluster.store.broken = new NoShardAvailableActionException(TestJobs.SHARD, "none");
        succeeds(checkpoint(), 50, null);
        assertEquals(0, kept().checkpoints().number());
        cluster.store.broken = null;
        cluster.next();
        CheckpointRequest second = checkpoint();
        assertEquals(
                "the node continues from its own state",
                50,
                second.job().runs().positions().get(TestJobs.SHARD).seqNo());
        succeeds(second, 60, null);
        assertEquals(2, kept().checkpoints().number());
        assertNull(leader.end);
    }

    public void testAdoptsFullRunOfLostNode() {
        cluster.runs.inProgress = "run-7";
        ends("run-7", TaskState.RUNNING, false, null);
        startLoop(2);
        assertEquals(List.of(), cluster.runs.started);
        assertEquals("run-7", kept().runs().pending());
    }

    public void testRejectsFullRunWithOtherOptions() {
        cluster.runs.inProgress = "run-7";
        cluster.runs.known.put(
                "run-7",
                TestJobs.run(
                        "run-7",
                        TaskState.RUNNING,
                        false,
                        null,
                        PartitionRequest.boilerplate(new String[] {"pages"}, "ndd")
                                .options()));
        assertThat(startLoop(2).end.getMessage(), containsString("to which [run-7] is"));
        assertNull(kept().runs().pending());
    }

    public void testRejectedRun() {
        cluster.runs.rejected = new ElasticsearchStatusException("upgrade", RestStatus.SERVICE_UNAVAILABLE);
        Coordinator leader = startLoop(1);
        assertNull("a rolling upgrade is a transient failure", leader.end);
        assertEquals(1, kept().status().retries());
        cluster.runs.rejected = new ElasticsearchStatusException("not allowed", RestStatus.FORBIDDEN);
        cluster.next();
        assertEquals("not allowed", leader.end.getMessage());
    }

    @SuppressWarnings("try") // closes the context, does not use it
    private PlainActionFuture<JobRecord> scheduleNow(Coordinator leader, String user) {
        PlainActionFuture<JobRecord> request = new PlainActionFuture<>();
        try (var ignored = TestJobs.user(user).enter(cluster.threadPool.getThreadContext())) {
            leader.loop.now(ActionListener.wrap(
                    job -> {
                        assertEquals(user, cluster.threadPool.getThreadContext().getHeader(TestJobs.HEADER));
                        request.onResponse(job);
                    },
                    request::onFailure));
        }
        cluster.work();
        return request;
    }

    public void testScheduleNowWaitsForNextCheckpoint() {
        Coordinator leader = startLoopWithRun();
        CheckpointRequest inProgress = checkpoint();
        PlainActionFuture<JobRecord> early = scheduleNow(leader, "bob");
        assertTrue("only one checkpoint at a time", cluster.checkpoints.isEmpty());
        succeeds(inProgress, 50, null);
        assertFalse("started before the request", early.isDone());
        CheckpointRequest next = checkpoint();
        assertEquals("executed as the user of the job", "alice", next.user());
        succeeds(next, 60, null);
        assertEquals(2, early.actionGet().checkpoints().number());
        PlainActionFuture<JobRecord> late = scheduleNow(leader, "bob");
        CheckpointRequest request = checkpoint();
        assertEquals("alice", request.user());
        request.listener().onFailure(new NoShardAvailableActionException(TestJobs.SHARD, "none"));
        cluster.work();
        assertThat(
                expectThrows(NoShardAvailableActionException.class, late::actionGet)
                        .getMessage(),
                containsString("none"));
        assertNull(leader.end);
        PlainActionFuture<JobRecord> last = scheduleNow(leader, "bob");
        succeeds(checkpoint(), 70, null);
        assertEquals(3, last.actionGet().checkpoints().number());
        assertEquals("the pause starts again", FREQUENCY, cluster.next());
    }

    public void testScheduleNowFailsWhenJobEnds() {
        Coordinator leader = startLoopWithRun();
        CheckpointRequest inProgress = checkpoint();
        PlainActionFuture<JobRecord> request = scheduleNow(leader, "bob");
        leader.cancel();
        inProgress.listener().onFailure(new TaskCancelledException("test"));
        cluster.work();
        expectThrows(TaskCancelledException.class, request::actionGet);
        expectThrows(TaskCancelledException.class, scheduleNow(leader, "bob")::actionGet);
    }
}
