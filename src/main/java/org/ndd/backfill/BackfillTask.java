package org.ndd.backfill;

import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.elasticsearch.tasks.TaskId;
import org.ndd.backfill.BackfillReport.Counts;
import org.ndd.bulk.BulkTask;
import org.ndd.bulk.BulkTaskProgress;

/** The task of one backfill: counts the work of its slices. */
final class BackfillTask extends BulkTask<BackfillReport> {

    final LongAdder updated = new LongAdder();
    final LongAdder noops = new LongAdder();
    final LongAdder versionConflicts = new LongAdder();
    final LongAdder batches = new LongAdder();
    final LongAdder bulkRetries = new LongAdder();
    final LongAdder searchRetries = new LongAdder();

    BackfillTask(
            long id,
            String type,
            String action,
            String description,
            TaskId parent,
            Map<String, String> headers,
            double requestsPerSecond) {
        super(id, type, action, description, parent, headers, requestsPerSecond);
    }

    @Override
    protected BulkTask.Kind kind() {
        return BulkTask.Kind.BACKFILL;
    }

    @Override
    protected BackfillReport report(BulkTaskProgress progress) {
        return new BackfillReport(
                progress,
                new Counts(
                        updated.sum(),
                        noops.sum(),
                        failedCount(),
                        versionConflicts.sum(),
                        batches.sum(),
                        bulkRetries.sum(),
                        searchRetries.sum()));
    }
}
