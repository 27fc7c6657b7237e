package org.ndd.job;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.instanceOf;
import static org.ndd.Soon.answer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.NoShardAvailableActionException;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.telemetry.InstrumentType;
import org.elasticsearch.telemetry.Measurement;
import org.ndd.config.ShardPosition;
import org.ndd.config.TaskState;
import org.ndd.job.FakeCluster.CheckpointRequest;
import org.ndd.job.FakeCluster.Coordinator;
import org.ndd.job.JobRecord.State;
import org.ndd.partition.RecordWriter;
import org.ndd.partition.RecordWriter.StaleCoordinatorException;
import org.ndd.partition.plan.PartitionRequest;

/** The steps of a job in the presence of failures, requests of users, and failover. */
public class JobLoopTests extends JobLoopTestCase {

    private static final long FIRST_CHECK_INTERVAL = 500;
    private static final long CHECK_INTERVAL = 5_000;

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
            assertEquals("history is retained during the run", check + 1, cluster.renewals.size());
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
        answer((ActionListener<Void> l) ->
                leader.loop.update(job -> job.updated(config, TestJobs.user(user)), null, l));
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

    /** The record of the stop may not have the update, which was stored between the two requests of the stop. */
    public void testUpdateFailsIfJobIsStopped() {
        Coordinator leader = startLoopWithRun();
        cluster.runs.isLed = false;
        assertThat(
                expectThrows(ElasticsearchStatusException.class, () -> update(leader, "bob", true))
                        .getMessage(),
                containsString("job [pages-live] was stopped"));
    }

    /** A node that was suspended during a checkpoint must not write, also if the next node has not completed a checkpoint. */
    public void testSuspendedNodeDoesNotLead() {
        Coordinator suspended = startLoopWithRun();
        checkpoint();
        answer(suspended.loop::ensureLeads);
        startLoop(2);
        checkpoint();
        expectThrows(StaleCoordinatorException.class, () -> answer(suspended.loop::ensureLeads));
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
        assertEquals(
                "the next checkpoint finds entries of an earlier attempt, also if the full run is stopped",
                0,
                kept().checkpoints().number());
        ends("run-1", TaskState.COMPLETED, true, null);
        assertEquals(FIRST_CHECK_INTERVAL, cluster.next());
        assertEquals("run-1", checkpoint().job().runs().current());
        assertEquals(
                "the positions at the start of the run, not those at the end of the checkpoint",
                41,
                kept().runs().positions().get(TestJobs.SHARD).seqNo());
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

    @SuppressWarnings("try") // closes the context, does not use it
    private PlainActionFuture<JobRecord> scheduleNow(Coordinator leader, String user) {
        PlainActionFuture<JobRecord> request = new PlainActionFuture<>();
        try (var ignored = TestJobs.user(user).enter(cluster.threadPool.getThreadContext())) {
            leader.loop.now(ActionListener.wrap(
                    job -> {
                        ThreadContext context = cluster.threadPool.getThreadContext();
                        assertEquals(user, context.getHeader(TestJobs.HEADER));
                        assertEquals("warnings of its searches", Map.of(), context.getResponseHeaders());
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
        cluster.threadPool.getThreadContext().addResponseHeader("Warning", "of a search");
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
        for (PlainActionFuture<JobRecord> ended : List.of(request, scheduleNow(leader, "bob"))) {
            ElasticsearchStatusException e = expectThrows(ElasticsearchStatusException.class, ended::actionGet);
            assertEquals(RestStatus.CONFLICT, e.status());
            assertThat(
                    e.getMessage(),
                    containsString(
                            "job [pages-live] was stopped, or another node leads it now: if it is stopped, start "
                                    + "it with [POST /_ndd/job/pages-live/_start]"));
        }
    }
}
