package org.ndd.backfill;

import java.util.concurrent.atomic.AtomicReference;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.admin.indices.refresh.RefreshRequest;
import org.elasticsearch.action.support.RefCountingRunnable;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
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
                BatchSize size = new BatchSize(plan.options().batchSize());
                ActionListener<Void> end = ActionListener.releaseAfter(
                        ActionListener.wrap(done -> {}, e -> failure.compareAndSet(null, e)), slices.acquire());
                BackfillSlice work = new BackfillSlice(task, reader, writer, pause, size, () -> failure.get() != null);
                ActionListener.run(end, work::run);
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
}
