package org.ndd.bulk;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.core.Nullable;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.tasks.TaskId;
import org.ndd.throttle.Pause;
import org.ndd.throttle.Throttle;

/**
 * A task that processes many documents: its speed, duration, failures, and end.
 *
 * @param <R> report of the task
 */
public abstract class BulkTask<R extends BulkTaskReport> extends CancellableTask {

    /** Maximum number of documents that a report names per kind of problem; all are counted. */
    protected static final int MAX_LISTED = 20;

    private final Throttle throttle;
    private final long startedAt = System.nanoTime();
    /** Summed over all concurrent waits. */
    private final LongAdder throttledNanos = new LongAdder();

    private final List<Failure> failures = new ArrayList<>();
    private long failed;
    private long total;

    /** @param requestsPerSecond see {@link BulkTaskSpeed} */
    protected BulkTask(
            long id,
            String type,
            String action,
            String description,
            TaskId parent,
            Map<String, String> headers,
            double requestsPerSecond) {
        super(id, type, action, description, parent, headers);
        this.throttle = new Throttle(System::nanoTime, requestsPerSecond, PointInTime.MAX_WAIT_SECONDS);
    }

    /** The kind of work that requests about bulk tasks select. */
    protected abstract Kind kind();

    /** Limits the speed, which may be changed at any time. */
    public final Throttle throttle() {
        return throttle;
    }

    /** Waits, without a thread, until the speed lets the next documents through; fails if the task is cancelled. */
    public final void awaitThrottle(Pause pause, ActionListener<Void> listener) {
        long from = System.nanoTime();
        pause.until(
                throttle::waitNanos,
                ActionListener.runBefore(listener, () -> throttledNanos.add(System.nanoTime() - from)));
    }

    /** Adds to the number of documents to process. */
    public final synchronized void addToTotal(long documents) {
        total += documents;
    }

    /** Counts a document that could not be written. */
    public final synchronized void addFailure(Failure failure) {
        failed++;
        if (failures.size() < MAX_LISTED) {
            failures.add(failure);
        }
    }

    /** Number of documents that could not be written. */
    protected final synchronized long failedCount() {
        return failed;
    }

    /** Adds the counts of this kind of task. */
    protected abstract R report(BulkTaskProgress progress);

    private R report(BulkTaskProgress.State state, @Nullable Failure cause) {
        return report(progress(state, cause));
    }

    private synchronized BulkTaskProgress progress(BulkTaskProgress.State state, Failure cause) {
        return new BulkTaskProgress(
                state,
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedAt),
                TimeUnit.NANOSECONDS.toMillis(throttledNanos.sum()),
                throttle.perSecond(),
                total,
                List.copyOf(failures),
                cause);
    }

    /**
     * The report at the end.
     *
     * @param e the failure that ended the task; {@code null} if it completed
     */
    public final R finalReport(@Nullable Exception e) {
        if (e == null) {
            return report(BulkTaskProgress.State.COMPLETED, null);
        }
        // a task that is being cancelled may refuse new children a moment before its own state is cancelled
        boolean cancelled = isCancelled() || ExceptionsHelper.unwrap(e, TaskCancelledException.class) != null;
        return cancelled
                ? report(BulkTaskProgress.State.CANCELLED, null)
                : report(BulkTaskProgress.State.FAILED, Failure.of(null, null, e));
    }

    /** The report of the task while it runs, for users who may read its documents. */
    final R report() {
        return report(BulkTaskProgress.State.RUNNING, null);
    }

    @Override
    public final Status getStatus() {
        return report().withoutDocuments();
    }

    /** The kinds of bulk tasks, with their names in paths. */
    public enum Kind {
        BACKFILL("backfill"),
        /** Deletes duplicates, or restores them. */
        DELETE("delete"),
        /** Marks duplicates, or takes marks away. */
        MARK("mark");

        private final String path;

        Kind(String path) {
            this.path = path;
        }

        /** The part of paths that names the kind. */
        public String path() {
            return path;
        }
    }
}
