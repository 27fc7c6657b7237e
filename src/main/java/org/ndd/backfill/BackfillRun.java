package org.ndd.backfill;

import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.admin.indices.refresh.RefreshRequest;
import org.elasticsearch.action.search.ClosePointInTimeRequest;
import org.elasticsearch.action.search.OpenPointInTimeRequest;
import org.elasticsearch.action.search.OpenPointInTimeResponse;
import org.elasticsearch.action.search.TransportClosePointInTimeAction;
import org.elasticsearch.action.search.TransportOpenPointInTimeAction;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.RefCountingRunnable;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.tasks.TaskCancelledException;
import org.ndd.backfill.BackfillReport.Failure;
import org.ndd.backfill.BackfillReport.State;
import org.ndd.pace.Pause;

/** One backfill from the point in time that it reads to its report. All slices share the task's speed; the first that fails ends all. */
final class BackfillRun {

    private static final Logger LOGGER = LogManager.getLogger(BackfillRun.class);

    private final ClusterService clusterService;
    private final CircuitBreaker breaker;
    private final BackfillPlan plan;
    private final BytesReference pointInTime;
    private final long total;
    private final AtomicReference<Exception> failure = new AtomicReference<>();

    private BackfillRun(
            ClusterService clusterService,
            CircuitBreaker breaker,
            BackfillPlan plan,
            BytesReference pointInTime,
            long total) {
        this.clusterService = clusterService;
        this.breaker = breaker;
        this.plan = plan;
        this.pointInTime = pointInTime;
        this.total = total;
    }

    /**
     * Fixes what is read, and counts it: who may not read, and a query that does not fit, fail here.
     *
     * @param client of the user who asks, for children of the task
     */
    static void open(
            ParentTaskAssigningClient client,
            ClusterService clusterService,
            CircuitBreaker breaker,
            BackfillPlan plan,
            ActionListener<BackfillRun> listener) {
        OpenPointInTimeRequest request = new OpenPointInTimeRequest(plan.indexNames())
                .indicesOptions(IndicesOptions.strictExpandOpenAndForbidClosed())
                .keepAlive(PageReader.KEEP_ALIVE);
        client.execute(
                TransportOpenPointInTimeAction.TYPE,
                request,
                listener.<OpenPointInTimeResponse>delegateFailureAndWrap((l, opened) -> PageReader.search(
                        client,
                        PageReader.source(plan, opened.getPointInTimeId())
                                .size(0)
                                .trackTotalHits(true),
                        l.delegateResponse((failed, e) -> {
                                    close(client, opened.getPointInTimeId());
                                    failed.onFailure(e);
                                })
                                .map(counted -> new BackfillRun(
                                        clusterService,
                                        breaker,
                                        plan,
                                        opened.getPointInTimeId(),
                                        counted.getHits().getTotalHits().value)))));
    }

    /** Not as a child of the task: a task that is cancelled has no children any more, and would leave its point in time open. */
    private static void close(ParentTaskAssigningClient client, BytesReference pointInTime) {
        client.unwrap()
                .execute(
                        TransportClosePointInTimeAction.TYPE,
                        new ClosePointInTimeRequest(pointInTime),
                        ActionListener.wrap(
                                closed -> {},
                                e -> LOGGER.debug("a point in time was not closed, and ends by itself", e)));
    }

    /**
     * Does the work.
     *
     * @param client of the user who asked, for children of the task
     * @param listener never fails: what went wrong is in the report
     */
    void start(BackfillTask task, ParentTaskAssigningClient client, ActionListener<BackfillReport> listener) {
        task.begins(Set.of(plan.indexNames()), total);
        Pause pause = new Pause(task, client.threadPool());
        DocumentWriter writer = new DocumentWriter(client, clusterService, task, plan, pause);
        try (RefCountingRunnable slices = new RefCountingRunnable(() -> finish(task, client, listener))) {
            for (int slice = 0; slice < plan.slices(); slice++) {
                PageReader reader = new PageReader(client, breaker, plan, pointInTime, slice);
                PageSize size = new PageSize(plan.options().batchSize());
                ActionListener<Void> end = ActionListener.releaseAfter(
                        ActionListener.wrap(done -> {}, e -> failure.compareAndSet(null, e)), slices.acquire());
                BackfillSlice work = new BackfillSlice(task, reader, writer, pause, size, () -> failure.get() != null);
                ActionListener.run(end, work::run);
            }
        }
    }

    private void finish(BackfillTask task, ParentTaskAssigningClient client, ActionListener<BackfillReport> listener) {
        close(client, pointInTime);
        if (failure.get() == null && plan.options().refresh()) {
            client.admin()
                    .indices()
                    .refresh(
                            new RefreshRequest(plan.indexNames()),
                            ActionListener.wrap(
                                    refreshed -> listener.onResponse(report(task, null)),
                                    e -> listener.onResponse(report(task, e))));
        } else {
            listener.onResponse(report(task, failure.get()));
        }
    }

    private static BackfillReport report(BackfillTask task, Exception failure) {
        // a task that is being cancelled may start no more children a moment before it says so itself
        if (task.isCancelled() || ExceptionsHelper.unwrap(failure, TaskCancelledException.class) != null) {
            return task.report(State.CANCELLED, null);
        }
        return failure == null
                ? task.report(State.COMPLETED, null)
                : task.report(State.FAILED, Failure.of(null, null, failure));
    }
}
