package org.ndd.resolve;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.admin.indices.refresh.RefreshRequest;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.action.support.broadcast.BroadcastResponse;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.core.Nullable;
import org.elasticsearch.index.Index;
import org.elasticsearch.rest.RestStatus;
import org.ndd.bulk.IndexClaims;
import org.ndd.bulk.PointInTime;
import org.ndd.config.DocumentFields;
import org.ndd.throttle.Pause;

/** Executes a plan, from its preparation to its report: one piece of work after the other, each on a separate view of its documents. */
final class ResolveExecution {

    private final ResolvePlan plan;
    private final ResolveTask task;
    private final ParentTaskAssigningClient client;
    private final ClusterService clusterService;
    private final CircuitBreaker breaker;
    private final Pause pause;

    /**
     * @param client of the user, for children of the task
     * @param held the claim on the indices; {@code null} if nothing is written
     */
    ResolveExecution(
            ResolvePlan plan,
            ResolveTask task,
            ParentTaskAssigningClient client,
            ClusterService clusterService,
            CircuitBreaker breaker,
            @Nullable IndexClaims.Held held) {
        this.plan = plan;
        this.task = task;
        this.client = client;
        this.clusterService = clusterService;
        this.breaker = breaker;
        this.pause = held == null
                ? new Pause(task, client.threadPool())
                : new Pause(task, client.threadPool(), held::ensureHeld);
    }

    /** @param listener never fails: errors are in the report */
    void start(ActionListener<ResolveReport> listener) {
        task.begins(
                plan.run(),
                plan.backup() == null || plan.makesBackup()
                        ? null
                        : plan.backup().name());
        SubscribableListener.<Void>newForked(l -> each(works().iterator(), l))
                .addListener(ActionListener.wrap(
                        done -> listener.onResponse(task.ended(null)), e -> listener.onResponse(task.ended(e))));
    }

    /** Once it is known that there is something to keep, and that the user may read it. */
    private void makeBackup(PointInTime documents, ActionListener<Void> listener) {
        if (plan.makesBackup() && documents.total() > 0) {
            plan.backup().create(client, clusterService, listener.map(made -> {
                task.begins(plan.run(), plan.backup().name());
                return null;
            }));
        } else {
            listener.onResponse(null);
        }
    }

    /** Marks are searched, and those of a moment ago are to be found: as far as the user may refresh. */
    private void refresh(Work work, ActionListener<Void> listener) {
        if (plan.request().operation() != ResolveAction.Operation.UNMARK) {
            listener.onResponse(null);
            return;
        }
        client.admin()
                .indices()
                .refresh(
                        new RefreshRequest(work.indices()),
                        listener.<BroadcastResponse>map(refreshed -> null).delegateResponse((l, e) -> {
                            if (ExceptionsHelper.status(e) == RestStatus.FORBIDDEN) {
                                l.onResponse(null);
                            } else {
                                l.onFailure(e);
                            }
                        }));
    }

    private List<Work> works() {
        ResolveRequest request = plan.request();
        ResolveContext tools = new ResolveContext(
                client,
                clusterService,
                pause,
                plan.claimed().stream().collect(Collectors.toMap(Index::getName, Function.identity())),
                plan.indices(),
                task);
        DocumentFields fields = new DocumentFields(plan.field());
        Marks marks = new Marks(fields);
        PageWriter writer = new PageWriter(tools, request.dryRun());
        List<Work> works = new ArrayList<>();
        switch (request.operation()) {
            case DELETE -> works.add(new DeleteWork(tools, plan.run(), request.rule(), plan.backup()));
            case RESTORE -> works.add(new RestoreWork(tools, plan.backup(), request.recreated(), request.dryRun()));
            case MARK -> {
                MarkRule rule = new MarkRule(plan.run(), request.rule());
                works.add(new MarkWork(tools, rule, false, marks, writer));
                works.add(new MarkWork(tools, rule, true, marks, writer));
                works.add(new UnmarkWork(tools, fields, rule, marks, writer));
            }
            case UNMARK -> works.add(new UnmarkWork(tools, fields, null, marks, writer));
        }
        return works;
    }

    private void each(Iterator<Work> left, ActionListener<Void> listener) {
        if (left.hasNext() == false) {
            listener.onResponse(null);
            return;
        }
        Work work = left.next();
        SubscribableListener.<Void>newForked(l -> refresh(work, l))
                .<PointInTime>andThen(l -> PointInTime.open(client, work.indices(), work.query(), l))
                .<Void>andThen((l, documents) -> {
                    if (work.isCountedBefore()) {
                        task.expect(documents.total());
                    }
                    ActionListener<Void> end = ActionListener.runAfter(l, documents::close);
                    makeBackup(
                            documents,
                            end.delegateFailureAndWrap(
                                    (e, made) -> new BatchLoop(task, work, documents, pause, breaker).run(e)));
                })
                .addListener(listener.delegateFailureAndWrap((l, done) -> each(left, l)));
    }
}
