package org.ndd.resolve;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskId;
import org.ndd.bulk.Failure;
import org.ndd.bulk.PointInTime;
import org.ndd.pace.Throttle;
import org.ndd.resolve.ResolveAction.Operation;
import org.ndd.resolve.ResolveReport.Left;
import org.ndd.resolve.ResolveReport.State;

/** The life of one job: counts what becomes of its pages. */
final class ResolveTask extends CancellableTask {

    /** Pages and failures that are named; all are counted. */
    private static final int NAMED = 20;

    final LongAdder retries = new LongAdder();
    final LongAdder throttledNanos = new LongAdder();

    private final Operation operation;
    private final boolean dryRun;
    private final Throttle throttle;
    private final long startedAt = System.nanoTime();
    private final Map<Outcome, Long> counts = new EnumMap<>(Outcome.class);
    private final List<Left> left = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();
    private long total;
    private volatile String run;
    private volatile String backup;

    ResolveTask(
            long id,
            String type,
            String action,
            String description,
            TaskId parent,
            Map<String, String> headers,
            Operation operation,
            boolean dryRun,
            double requestsPerSecond) {
        super(id, type, action, description, parent, headers);
        this.operation = operation;
        this.dryRun = dryRun;
        this.throttle = new Throttle(System::nanoTime, requestsPerSecond, PointInTime.MOST_WAIT_SECONDS);
    }

    Throttle throttle() {
        return throttle;
    }

    /** Says what the job goes by; {@code null} for what there is not. */
    void begins(String ofRun, String withBackup) {
        run = ofRun;
        backup = withBackup;
    }

    /** More documents will be looked at. */
    synchronized void expect(long documents) {
        total += documents;
    }

    synchronized void count(Outcome outcome, PageKey page) {
        counts.merge(outcome, 1L, Long::sum);
        if (outcome.isLeft() && left.size() < NAMED) {
            left.add(new Left(page.index(), page.id(), outcome.key()));
        }
    }

    synchronized void failed(Failure failure) {
        counts.merge(Outcome.FAILED, 1L, Long::sum);
        if (failures.size() < NAMED) {
            failures.add(failure);
        }
    }

    /** @param cause what ended it, where it failed; otherwise {@code null} */
    synchronized ResolveReport report(State state, Failure cause) {
        Map<String, Long> named = new LinkedHashMap<>();
        for (Outcome outcome : Outcome.values()) {
            if (Work.outcomes(operation).contains(outcome)) {
                named.put(outcome.key(), counts.getOrDefault(outcome, 0L));
            }
        }
        return new ResolveReport(
                operation,
                state,
                dryRun,
                run,
                backup,
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedAt),
                TimeUnit.NANOSECONDS.toMillis(throttledNanos.sum()),
                throttle.perSecond(),
                total,
                named,
                List.copyOf(left),
                List.copyOf(failures),
                cause);
    }

    @Override
    public Status getStatus() {
        return report(State.RUNNING, null);
    }
}
