package org.ndd.partition;

import static org.hamcrest.Matchers.greaterThan;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.test.ESTestCase;
import org.ndd.config.TaskState;
import org.ndd.partition.PartitionReport.Phase;
import org.ndd.partition.RunStore.RunRecord;

/** The times of the phases add up to the time of the run, with any number of repeated phases and restarts. */
public class PartitionProgressTests extends ESTestCase {

    private final AtomicLong clock = new AtomicLong(1000);
    private final PartitionProgress progress = new PartitionProgress(TestRuns.spec(), clock::get);

    private void pass(String phase, long millis) {
        progress.begin(phase);
        progress.expect(2);
        progress.done(1);
        clock.addAndGet(millis);
    }

    private static void assertAddsUp(PartitionReport report) {
        assertEquals(
                report.status().tookMillis(),
                report.progress().phases().stream().mapToLong(Phase::tookMillis).sum());
    }

    public void testPhasesRepeatPerWindow() {
        clock.addAndGet(5);
        pass("pin", 10);
        for (int window = 0; window < 3; window++) {
            pass("candidates", 100);
            pass("decide", 1000);
        }
        assertAddsUp(progress.report());
        progress.completed();
        clock.addAndGet(77);
        PartitionReport report = progress.report();
        assertEquals(3315, report.status().tookMillis());
        assertEquals(
                List.of(
                        new Phase("starting", 5, 0, 0),
                        new Phase("pin", 10, 1, 2),
                        new Phase("candidates", 300, 3, 6),
                        new Phase("decide", 3000, 3, 6)),
                report.progress().phases());
        assertAddsUp(report);
    }

    public void testTimesBeforeInterruption() {
        pass("pin", 10);
        pass("decide", 20);
        progress.restart("a node is lost");
        clock.addAndGet(3);
        assertEquals("interrupted", progress.report().progress().phase());
        pass("pin", 40);
        assertEquals(
                List.of(new Phase("interrupted", 33, 0, 0), new Phase("pin", 40, 1, 2)),
                progress.report().progress().phases());
        assertAddsUp(progress.report());
        PartitionProgress resumed = new PartitionProgress(progress.report(), clock::get);
        clock.addAndGet(500);
        resumed.begin("publish");
        clock.addAndGet(7);
        resumed.completed();
        assertEquals(
                List.of(new Phase("interrupted", 573, 0, 0), new Phase("publish", 7, 0, 0)),
                resumed.report().progress().phases());
        assertAddsUp(resumed.report());
    }

    /** Clocks of nodes differ, and the record of a run cannot have negative times. */
    public void testClockOfNextNodeIsBehind() throws IOException {
        pass("pin", 10);
        PartitionReport before = progress.report();
        clock.addAndGet(-2000);
        PartitionProgress next = new PartitionProgress(before, clock::get);
        next.begin("decide");
        clock.addAndGet(5);
        next.completed();
        PartitionReport report = next.report();
        assertEquals(0, report.status().tookMillis());
        assertAddsUp(report);
        assertThat(RecordStore.toBytes(report, TransportVersion.current()).length(), greaterThan(0));
    }

    private PartitionReport resumed(RunRecord record) {
        return PartitionProgress.fromRecord(record, clock::get).report();
    }

    private static void assertInterrupted(PartitionReport report, String... reason) {
        assertEquals(List.of(reason), report.interruptions().reasons());
        assertEquals(reason.length, report.interruptions().restarts());
        assertEquals(
                reason.length == 0 ? "starting" : "interrupted",
                report.progress().phase());
    }

    public void testInterruptionReasons() {
        RunUser alice = TestRuns.record("alice").user();
        RunRecord started = new RunRecord(progress.report(), Map.of(), false, alice);
        assertInterrupted(resumed(started));
        RunRecord pinned = TestRuns.record("alice");
        assertInterrupted(resumed(pinned), PartitionProgress.COORDINATOR_LOST);

        progress.cancelled();
        RunRecord resumed = pinned.ended(progress.report()).resumedBy(alice);
        String cancelled = "cancelled, and resumed by request";
        assertEquals(TaskState.RUNNING, resumed.report().state());
        assertInterrupted(resumed(resumed), cancelled);
        assertInterrupted(resumed(started.ended(progress.report()).resumedBy(alice)), cancelled);
        assertEquals(
                "also if only the alias is missing",
                List.of(cancelled),
                resumed(resumed.written()).interruptions().reasons());

        RunRecord restartedLoop = resumed.reported(resumed(resumed));
        assertInterrupted(resumed(restartedLoop), cancelled, PartitionProgress.COORDINATOR_LOST);
        assertInterrupted(resumed(restartedLoop.resumedBy(alice)), cancelled, "lost its task, and resumed by request");

        progress.failed(new IllegalStateException("no such luck"));
        assertInterrupted(
                resumed(pinned.ended(progress.report()).resumedBy(alice)),
                "failed, and resumed by request: IllegalStateException: no such luck");
    }

    public void testKeepsLastInterruptions() {
        RunRecord record = TestRuns.record("alice");
        for (int i = 0; i < 12; i++) {
            record = record.reported(resumed(record));
        }
        assertEquals(10, record.report().interruptions().reasons().size());
        assertEquals(12, record.report().interruptions().restarts());
    }
}
