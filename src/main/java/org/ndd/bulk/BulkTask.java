package org.ndd.bulk;

import static org.ndd.bulk.BulkTask.DocumentOutcome.CANONICAL_CHANGED;
import static org.ndd.bulk.BulkTask.DocumentOutcome.CANONICAL_MISSING;
import static org.ndd.bulk.BulkTask.DocumentOutcome.DECIDED_NOT_DUPLICATES;
import static org.ndd.bulk.BulkTask.DocumentOutcome.DELETED;
import static org.ndd.bulk.BulkTask.DocumentOutcome.EXISTS;
import static org.ndd.bulk.BulkTask.DocumentOutcome.FAILED;
import static org.ndd.bulk.BulkTask.DocumentOutcome.MISSING;
import static org.ndd.bulk.BulkTask.DocumentOutcome.NOOPS;
import static org.ndd.bulk.BulkTask.DocumentOutcome.RESTORED;
import static org.ndd.bulk.BulkTask.DocumentOutcome.UNMARKED;
import static org.ndd.bulk.BulkTask.DocumentOutcome.UPDATED;
import static org.ndd.bulk.BulkTask.DocumentOutcome.VERSION_CONFLICTS;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.Nullable;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.tasks.TaskId;
import org.ndd.bulk.BulkAction.BulkTaskRequest;
import org.ndd.config.DocumentName;
import org.ndd.config.Speed;
import org.ndd.config.TaskState;
import org.ndd.core.text.ApiName;

/** Processes many documents. Holds the speed, the duration, the outcomes of the documents, and the state. */
public final class BulkTask extends CancellableTask {

    /** Maximum number of documents that a report lists per kind of problem. All documents are counted. */
    private static final int MAX_LISTED = 20;

    public enum Kind implements ApiName {
        BACKFILL,
        /** Deletes duplicates, or restores deleted documents. */
        DELETE,
        /** Marks duplicates, or removes marks. */
        MARK
    }

    public enum Operation implements ApiName {
        BACKFILL(Kind.BACKFILL, "backfill", EnumSet.of(UPDATED, NOOPS, VERSION_CONFLICTS, FAILED)),
        DELETE(
                Kind.DELETE,
                "deletion",
                EnumSet.of(
                        DELETED,
                        VERSION_CONFLICTS,
                        MISSING,
                        CANONICAL_CHANGED,
                        CANONICAL_MISSING,
                        DECIDED_NOT_DUPLICATES,
                        FAILED)),
        RESTORE(Kind.DELETE, "restoration", EnumSet.of(RESTORED, VERSION_CONFLICTS, EXISTS, FAILED)),
        MARK(Kind.MARK, "marking", EnumSet.complementOf(EnumSet.of(UPDATED, DELETED, RESTORED, EXISTS))),
        UNMARK(Kind.MARK, "removal of marks", EnumSet.of(UNMARKED, VERSION_CONFLICTS, MISSING, FAILED));

        private final Kind kind;
        public final String noun;
        private final Set<DocumentOutcome> outcomes;

        Operation(Kind kind, String noun, Set<DocumentOutcome> outcomes) {
            this.kind = kind;
            this.noun = noun;
            this.outcomes = outcomes;
        }

        /** Returns the request that cancels a task of the operation with this noun; {@code null} if there is none. */
        static String cancelRequest(String noun, String task) {
            return Arrays.stream(values())
                    .filter(operation -> operation.noun.equals(noun))
                    .findFirst()
                    .map(operation -> "POST /_ndd/" + operation.kind.value() + "/" + task + "/_cancel")
                    .orElse(null);
        }
    }

    private final Operation operation;
    private final boolean dryRun;
    private final Throttle throttle;
    private final long startedAt = System.nanoTime();
    /** Nanoseconds that the task waited for its throttle, as the sum of all concurrent waits. */
    private final LongAdder throttledNanos = new LongAdder();

    final LongAdder batches = new LongAdder();
    private final LongAdder searchRetries = new LongAdder();
    private final LongAdder bulkRetries = new LongAdder();

    private final Map<DocumentOutcome, Long> counts = new EnumMap<>(DocumentOutcome.class);
    private final List<Map<String, Object>> skipped = new ArrayList<>();
    private final List<Map<String, Object>> failures = new ArrayList<>();
    private long total;
    private String run;
    private String backup;

    BulkTask(long id, String type, String action, BulkTaskRequest request, TaskId parent, Map<String, String> headers) {
        super(id, type, action, request.getDescription(), parent, headers);
        this.operation = request.operation;
        this.dryRun = request.dryRun;
        this.throttle = new Throttle(System::nanoTime, request.requestsPerSecond, PointInTime.MAX_WAIT_SECONDS);
    }

    Kind kind() {
        return operation.kind;
    }

    /** Returns whether the task writes no document, and only counts the documents to write. */
    public boolean isDryRun() {
        return dryRun;
    }

    /** Returns the throttle that limits the speed, which may change at any time. */
    public Throttle throttle() {
        return throttle;
    }

    /** Waits, without a thread, until the throttle permits the next documents. Fails if the task is cancelled. */
    void awaitThrottle(Pause pause, ActionListener<Void> listener) {
        long from = System.nanoTime();
        pause.until(
                throttle::waitNanos,
                ActionListener.runBefore(listener, () -> throttledNanos.add(System.nanoTime() - from)));
    }

    /** Repeats one read of documents while the cluster is too busy for it. */
    public <T> void retryReads(Pause pause, Consumer<ActionListener<T>> read, ActionListener<T> listener) {
        pause.retryWhileBusy(searchRetries, read, listener);
    }

    /** @param client client with the rights of the user */
    public BulkWriter writer(Client client, ClusterService clusterService, Pause pause) {
        return new BulkWriter(client, clusterService, pause, bulkRetries);
    }

    /** Sets the run and the backup that the task uses; {@code null} for none. */
    public synchronized void setRunAndBackup(@Nullable String runIndex, @Nullable String backupIndex) {
        run = runIndex;
        backup = backupIndex;
    }

    public synchronized void addToTotal(long documents) {
        total += documents;
    }

    public synchronized void count(DocumentOutcome outcome, long documents) {
        counts.merge(outcome, documents, Long::sum);
    }

    public synchronized void count(DocumentOutcome outcome, DocumentName document) {
        count(outcome, 1);
        if (outcome.isSkipped() && skipped.size() < MAX_LISTED) {
            Map<String, Object> named = new LinkedHashMap<>();
            named.put("_index", document.index());
            named.put("_id", document.id());
            named.put("reason", outcome.value());
            skipped.add(named);
        }
    }

    /** Counts a document by the result of its write; {@code conflict} if another client wrote it in the meantime. */
    public void count(
            DocumentName document, BulkItemResponse response, DocumentOutcome written, DocumentOutcome conflict) {
        if (response.isFailed() == false) {
            count(written, document);
        } else if (response.status() == RestStatus.CONFLICT) {
            count(conflict, document);
        } else {
            countFailure(document, response.getFailure().getCause());
        }
    }

    public synchronized void countFailure(DocumentName document, Exception cause) {
        count(FAILED, 1);
        if (failures.size() < MAX_LISTED) {
            failures.add(BulkTaskReport.failure(document, cause));
        }
    }

    /** @param cause the failure that ended the task; {@code null} if it did not fail */
    private synchronized BulkTaskReport report(TaskState state, @Nullable Exception cause) {
        boolean ofGroups = operation != Operation.BACKFILL;
        Map<String, Object> fields = new LinkedHashMap<>();
        if (ofGroups) {
            fields.put("operation", operation.value());
            fields.put("dry_run", dryRun);
        }
        if (run != null) {
            fields.put("run", run);
        }
        if (backup != null) {
            fields.put("backup", backup);
        }
        fields.put(BulkTaskReport.STATE, state.value());
        fields.put("took", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedAt));
        fields.put("throttled_millis", TimeUnit.NANOSECONDS.toMillis(throttledNanos.sum()));
        fields.put("requests_per_second", Speed.shown(throttle.perSecond()));
        fields.put("total", total);
        operation.outcomes.forEach(outcome -> fields.put(outcome.value(), counts.getOrDefault(outcome, 0L)));
        if (ofGroups) {
            fields.put(BulkTaskReport.SKIPPED, List.copyOf(skipped));
        } else {
            fields.put("batches", batches.sum());
            fields.put("retries", new TreeMap<>(Map.of("bulk", bulkRetries.sum(), "search", searchRetries.sum())));
        }
        List<Map<String, Object>> all = new ArrayList<>(failures);
        if (cause != null) {
            all.add(BulkTaskReport.failure(null, cause));
        }
        fields.put(BulkTaskReport.FAILURES, all);
        return new BulkTaskReport(fields, cause == null ? RestStatus.OK : ExceptionsHelper.status(cause));
    }

    /** Returns the report at the end, with the failure that ended the task, or {@code null}. */
    public BulkTaskReport finalReport(@Nullable Exception e) {
        if (e == null) {
            return report(TaskState.COMPLETED, null);
        }
        // a task that is being cancelled may refuse new children a moment before its own state is cancelled
        boolean cancelled = isCancelled() || ExceptionsHelper.unwrap(e, TaskCancelledException.class) != null;
        return cancelled ? report(TaskState.CANCELLED, null) : report(TaskState.FAILED, e);
    }

    @Override
    public Status getStatus() {
        return report(TaskState.RUNNING, null).withoutDocuments();
    }

    /** The outcome for a document of a bulk task. Every document is counted once. The names are part of the API. */
    public enum DocumentOutcome implements ApiName {
        /** The document was sent through the pipeline and written. */
        UPDATED,
        DELETED,
        RESTORED,
        MARKED,
        UNMARKED,
        /** The document already has the required state. */
        NOOPS,
        /** The document was changed since it was compared, or while the task processed it. */
        VERSION_CONFLICTS,
        /** The document does not exist, or the user has no right to see it. */
        MISSING,
        /** The canonical document was changed since the two were compared, so its text may differ. */
        CANONICAL_CHANGED,
        CANONICAL_MISSING,
        /** People decided that the document is not a duplicate of its canonical document, or of another document of its group. */
        DECIDED_NOT_DUPLICATES,
        /** A document with this id exists again. */
        EXISTS,
        /** The document could not be written. */
        FAILED;

        /** Returns whether the document was skipped, although the task should change it. */
        boolean isSkipped() {
            return compareTo(NOOPS) > 0 && this != FAILED;
        }
    }
}
