package org.ndd.partition;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.elasticsearch.test.ESTestCase;
import org.ndd.partition.PartitionReport.Phase;

/** Nothing of a run's time is lost between its phases, however often they come and however often it begins again. */
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
                report.tookMillis(),
                report.phases().stream().mapToLong(Phase::tookMillis).sum());
    }

    public void testPhasesThatComeOnceAWindow() {
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
        assertEquals(3315, report.tookMillis());
        assertEquals(
                List.of(
                        new Phase("starting", 5, 0, 0),
                        new Phase("pin", 10, 1, 2),
                        new Phase("candidates", 300, 3, 6),
                        new Phase("decide", 3000, 3, 6)),
                report.phases());
        assertAddsUp(report);
    }

    public void testWhatWasBeforeAnInterruption() {
        pass("pin", 10);
        pass("decide", 20);
        progress.restart("a node is lost");
        clock.addAndGet(3);
        assertEquals("interrupted", progress.report().phase());
        pass("pin", 40);
        assertEquals(
                List.of(new Phase("interrupted", 33, 0, 0), new Phase("pin", 40, 1, 2)),
                progress.report().phases());
        assertAddsUp(progress.report());
        PartitionProgress resumed = new PartitionProgress(TestRuns.spec(), progress.report(), clock::get);
        clock.addAndGet(500);
        resumed.begin("publish");
        clock.addAndGet(7);
        resumed.completed();
        assertEquals(
                List.of(new Phase("interrupted", 573, 0, 0), new Phase("publish", 7, 0, 0)),
                resumed.report().phases());
        assertAddsUp(resumed.report());
    }
}
