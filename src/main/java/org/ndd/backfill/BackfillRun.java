package org.ndd.backfill;

import java.util.concurrent.atomic.AtomicReference;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.admin.indices.refresh.RefreshRequest;
import org.elasticsearch.action.support.RefCountingRunnable;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.ndd.bulk.Backoff;
import org.ndd.bulk.BatchSize;
import org.ndd.bulk.BulkTaskResponse;
import org.ndd.bulk.PointInTime;
import org.ndd.config.NodeServices;
import org.ndd.throttle.Pause;

/** One backfill from opening its point in time to its report. All slices share the task's speed; the first that fails ends all. */
final class BackfillRun {

    private final NodeServices services;
    private final BackfillPlan plan;
    private final PointInTime pointInTime;
    private final AtomicReference<Exception> failure = new AtomicReference<>();

    private BackfillRun(NodeServices services, BackfillPlan plan, PointInTime pointInTime) {
        this.services = services;
        this.plan = plan;
        this.pointInTime = pointInTime;
    }

    /**
     * Opens the point in time and counts the documents. Fails here if the user lacks the privilege to read, or if the query is invalid.
     *
     * @param client client of the requesting user, for children of the task
     */
    static void open(
            ParentTaskAssigningClient client,
            NodeServices services,
            BackfillPlan plan,
            ActionListener<BackfillRun> listener) {
        PointInTime.open(
                client,
                plan.indexNames(),
                plan.query(),
                listener.map(pointInTime -> new BackfillRun(services, plan, pointInTime)));
    }

    /**
     * Runs the backfill.
     *
     * @param listener is never called with a failure: failures are in the report
     */
    void start(BackfillTask task, ActionListener<BulkTaskResponse<BackfillReport>> listener) {
        ParentTaskAssigningClient client = services.clientOf(task);
        task.addToTotal(pointInTime.total());
        Pause pause = new Pause(task, client.threadPool());
        DocumentWriter writer = new DocumentWriter(client, services.cluster(), task, plan, pause);
        try (RefCountingRunnable slices =
                new RefCountingRunnable(() -> finish(task, client, listener.map(BulkTaskResponse::new)))) {
            for (int slice = 0; slice < plan.slices(); slice++) {
                BatchReader reader =
                        new BatchReader(client, services.breaker(), plan, pointInTime.withClient(client), slice);
                ActionListener<Void> end = ActionListener.releaseAfter(
                        ActionListener.wrap(done -> {}, e -> failure.compareAndSet(null, e)), slices.acquire());
                ActionListener.run(end, new Slice(task, reader, writer, pause)::run);
            }
        }
    }

    private void finish(BackfillTask task, ParentTaskAssigningClient client, ActionListener<BackfillReport> listener) {
        pointInTime.close();
        if (failure.get() == null && plan.options().refresh()) {
            client.admin()
                    .indices()
                    .refresh(
                            new RefreshRequest(plan.indexNames()),
                            ActionListener.wrap(
                                    refreshed -> listener.onResponse(task.finalReport(null)),
                                    e -> listener.onResponse(task.finalReport(e))));
        } else {
            listener.onResponse(task.finalReport(failure.get()));
        }
    }

    /**
     * One slice of the indices: repeatedly reads a batch, writes the documents that are due, and waits for the throttle, sequentially, until
     * the end, or until another slice has failed.
     */
    private final class Slice {

        private final BackfillTask task;
        private final BatchReader reader;
        private final DocumentWriter writer;
        private final Pause pause;
        private final BatchSize size = new BatchSize(plan.options().batchSize());

        Slice(BackfillTask task, BatchReader reader, DocumentWriter writer, Pause pause) {
            this.task = task;
            this.reader = reader;
            this.writer = writer;
            this.pause = pause;
        }

        void run(ActionListener<Void> listener) {
            if (failure.get() == null) {
                task.awaitThrottle(pause, listener.delegateFailureAndWrap((l, nothing) -> read(l)));
            } else {
                listener.onResponse(null);
            }
        }

        private void read(ActionListener<Void> listener) {
            int batchSize = size.next(task.throttle().perSecond());
            new Backoff(pause, task.searchRetries)
                    .<BatchReader.Batch>run(
                            l -> reader.next(batchSize, l),
                            listener.delegateFailureAndWrap((l, batch) -> write(batch, l)));
        }

        private void write(BatchReader.Batch batch, ActionListener<Void> listener) {
            if (batch.read() == 0) {
                batch.close();
                listener.onResponse(null);
                return;
            }
            task.batches.increment();
            task.noops.add(batch.read() - batch.due().size());
            task.throttle().take(batch.read());
            size.adapt(batch.read(), batch.bytes());
            writer.write(
                    batch.due(),
                    ActionListener.runBefore(listener.delegateFailureAndWrap((l, nothing) -> run(l)), batch::close));
        }
    }
}
