package org.ndd.backfill;

import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.elasticsearch.tasks.TaskId;
import org.ndd.backfill.BackfillReport.Counts;
import org.ndd.bulk.BulkTask;
import org.ndd.bulk.BulkTaskKind;
import org.ndd.bulk.BulkTaskState;
import org.ndd.bulk.Failure;

/** The task of one backfill: counts the work of its slices. */
final class BackfillTask extends BulkTask<BackfillReport> {

    final LongAdder updated = new LongAdder();
    final LongAdder noops = new LongAdder();
    final LongAdder versionConflicts = new LongAdder();
    final LongAdder batches = new LongAdder();
    final LongAdder bulkRetries = new LongAdder();
    final LongAdder searchRetries = new LongAdder();

    private volatile long total;

    BackfillTask(
            long id,
            String type,
            String action,
            String description,
            TaskId parent,
            Map<String, String> headers,
            double requestsPerSecond) {
        super(id, type, action, description, parent, headers, BulkTaskKind.BACKFILL, requestsPerSecond);
    }

    /** Sets the number of documents to read. */
    void setTotal(long documents) {
        total = documents;
    }

    @Override
    protected BackfillReport report(BulkTaskState state, Failure cause) {
        return new BackfillReport(
                state,
                tookMillis(),
                total,
                new Counts(
                        updated.sum(),
                        noops.sum(),
                        failedCount(),
                        versionConflicts.sum(),
                        batches.sum(),
                        bulkRetries.sum(),
                        searchRetries.sum()),
                throttledMillis(),
                throttle().perSecond(),
                failures(),
                cause);
    }
}
