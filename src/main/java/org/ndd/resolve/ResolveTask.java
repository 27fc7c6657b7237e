package org.ndd.resolve;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.elasticsearch.tasks.TaskId;
import org.ndd.bulk.BulkTask;
import org.ndd.bulk.BulkTaskProgress;
import org.ndd.resolve.ResolveAction.Operation;
import org.ndd.resolve.ResolveReport.Skipped;

/** The task of a deletion, marking or undo: counts the outcomes of its documents. */
final class ResolveTask extends BulkTask<ResolveReport> {

    final LongAdder retries = new LongAdder();

    private final Operation operation;
    private final boolean dryRun;
    private final Map<Outcome, Long> counts = new EnumMap<>(Outcome.class);
    private final List<Skipped> skipped = new ArrayList<>();
    private volatile String run;
    private volatile String backup;

    ResolveTask(
            long id, String type, String action, ResolveRequest request, TaskId parent, Map<String, String> headers) {
        super(id, type, action, request.getDescription(), parent, headers, request.requestsPerSecond());
        this.operation = request.operation();
        this.dryRun = request.dryRun();
    }

    @Override
    protected BulkTask.Kind kind() {
        return switch (operation) {
            case DELETE, RESTORE -> BulkTask.Kind.DELETE;
            case MARK, UNMARK -> BulkTask.Kind.MARK;
        };
    }

    /** Sets the run and the backup that the task uses; {@code null} for none. */
    void setRunAndBackup(String runIndex, String backupIndex) {
        run = runIndex;
        backup = backupIndex;
    }

    synchronized void count(Outcome outcome, PageKey page) {
        counts.merge(outcome, 1L, Long::sum);
        if (outcome.isSkipped() && skipped.size() < MAX_LISTED) {
            skipped.add(new Skipped(page.index(), page.id(), outcome.key()));
        }
    }

    @Override
    protected synchronized ResolveReport report(BulkTaskProgress progress) {
        Map<String, Long> countsByKey = new LinkedHashMap<>();
        for (Outcome outcome : Outcome.values()) {
            if (Work.outcomes(operation).contains(outcome)) {
                countsByKey.put(
                        outcome.key(), outcome == Outcome.FAILED ? failedCount() : counts.getOrDefault(outcome, 0L));
            }
        }
        return new ResolveReport(operation, dryRun, run, backup, progress, countsByKey, List.copyOf(skipped));
    }
}
