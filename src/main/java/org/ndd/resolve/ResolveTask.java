package org.ndd.resolve;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.elasticsearch.tasks.TaskId;
import org.ndd.bulk.BulkTask;
import org.ndd.bulk.BulkTaskKind;
import org.ndd.bulk.BulkTaskState;
import org.ndd.bulk.Failure;
import org.ndd.resolve.ResolveAction.Operation;
import org.ndd.resolve.ResolveReport.Skipped;

/** The task of a deletion, marking or undo: counts the outcomes of its documents. */
final class ResolveTask extends BulkTask<ResolveReport> {

    final LongAdder retries = new LongAdder();

    private final Operation operation;
    private final boolean dryRun;
    private final Map<Outcome, Long> counts = new EnumMap<>(Outcome.class);
    private final List<Skipped> skipped = new ArrayList<>();
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
        super(id, type, action, description, parent, headers, kind(operation), requestsPerSecond);
        this.operation = operation;
        this.dryRun = dryRun;
    }

    private static BulkTaskKind kind(Operation operation) {
        return switch (operation) {
            case DELETE, RESTORE -> BulkTaskKind.DELETE;
            case MARK, UNMARK -> BulkTaskKind.MARK;
        };
    }

    /** Sets the run and the backup that the task uses; {@code null} for none. */
    void setRunAndBackup(String runIndex, String backupIndex) {
        run = runIndex;
        backup = backupIndex;
    }

    /** Adds to the number of documents to process. */
    synchronized void addToTotal(long documents) {
        total += documents;
    }

    synchronized void count(Outcome outcome, PageKey page) {
        counts.merge(outcome, 1L, Long::sum);
        if (outcome.isSkipped() && skipped.size() < MAX_LISTED) {
            skipped.add(new Skipped(page.index(), page.id(), outcome.key()));
        }
    }

    @Override
    protected synchronized ResolveReport report(BulkTaskState state, Failure cause) {
        Map<String, Long> countsByKey = new LinkedHashMap<>();
        for (Outcome outcome : Outcome.values()) {
            if (Work.outcomes(operation).contains(outcome)) {
                countsByKey.put(
                        outcome.key(), outcome == Outcome.FAILED ? failedCount() : counts.getOrDefault(outcome, 0L));
            }
        }
        return new ResolveReport(
                operation,
                state,
                dryRun,
                run,
                backup,
                tookMillis(),
                throttledMillis(),
                throttle().perSecond(),
                total,
                countsByKey,
                List.copyOf(skipped),
                failures(),
                cause);
    }
}
