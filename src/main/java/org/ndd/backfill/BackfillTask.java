package org.ndd.backfill;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskId;
import org.ndd.backfill.BackfillReport.Counts;
import org.ndd.backfill.BackfillReport.State;
import org.ndd.bulk.Failure;
import org.ndd.bulk.PointInTime;
import org.ndd.pace.Throttle;

/** The life of one backfill: counts what its slices do, and holds the speed that they share. */
final class BackfillTask extends CancellableTask {

    /** Failures that are kept; all are counted. */
    private static final int KEPT_FAILURES = 20;

    final LongAdder updated = new LongAdder();
    final LongAdder noops = new LongAdder();
    final LongAdder versionConflicts = new LongAdder();
    final LongAdder batches = new LongAdder();
    final LongAdder bulkRetries = new LongAdder();
    final LongAdder searchRetries = new LongAdder();
    final LongAdder throttledNanos = new LongAdder();

    private final Throttle throttle;
    private final long startedAt = System.nanoTime();
    private final List<Failure> failures = new ArrayList<>();
    private long failed;
    private volatile Set<String> indices = Set.of();
    private volatile long total;

    BackfillTask(
            long id,
            String type,
            String action,
            String description,
            TaskId parent,
            Map<String, String> headers,
            double requestsPerSecond) {
        super(id, type, action, description, parent, headers);
        this.throttle = new Throttle(System::nanoTime, requestsPerSecond, PointInTime.MOST_WAIT_SECONDS);
    }

    /** Names of the concrete indices; none before the work begins. */
    Set<String> indices() {
        return indices;
    }

    Throttle throttle() {
        return throttle;
    }

    /**
     * Says what the work is about.
     *
     * @param names of the concrete indices
     * @param documents that will be looked at
     */
    void begins(Set<String> names, long documents) {
        indices = names;
        total = documents;
    }

    /** Counts a document that could not be written. */
    synchronized void failed(Failure failure) {
        failed++;
        if (failures.size() < KEPT_FAILURES) {
            failures.add(failure);
        }
    }

    /** @param cause what ended it, where it failed; otherwise {@code null} */
    synchronized BackfillReport report(State state, Failure cause) {
        return new BackfillReport(
                state,
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedAt),
                total,
                new Counts(
                        updated.sum(),
                        noops.sum(),
                        failed,
                        versionConflicts.sum(),
                        batches.sum(),
                        bulkRetries.sum(),
                        searchRetries.sum()),
                TimeUnit.NANOSECONDS.toMillis(throttledNanos.sum()),
                throttle.perSecond(),
                List.copyOf(failures),
                cause);
    }

    @Override
    public Status getStatus() {
        return report(State.RUNNING, null);
    }
}
