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
import org.ndd.config.NodeServices;
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
     * @param claim the claim on the indices; {@code null} if nothing is written
     */
    ResolveExecution(ResolvePlan plan, ResolveTask task, NodeServices services, @Nullable IndexClaims.Held claim) {
        this.plan = plan;
        this.task = task;
        this.client = services.clientOf(task);
        this.clusterService = services.cluster();
        this.breaker = services.breaker();
        this.pause = claim == null
                ? new Pause(task, client.threadPool())
                : new Pause(task, client.threadPool(), claim::ensureHeld);
    }

    /** @param listener never fails: errors are in the report */
    void start(ActionListener<ResolveReport> listener) {
        task.setRunAndBackup(
                plan.run(),
                plan.backup() == null || plan.createsBackup()
                        ? null
                        : plan.backup().name());
        SubscribableListener.<Void>newForked(l -> runNext(planWork().iterator(), l))
                .addListener(ActionListener.wrap(
                        done -> listener.onResponse(task.finalReport(null)),
                        e -> listener.onResponse(task.finalReport(e))));
    }

    /** Creates the backup, once it is known that there are documents to delete, and that the user may read them. */
    private void createBackup(PointInTime documents, ActionListener<Void> listener) {
        if (plan.createsBackup() && documents.total() > 0) {
            plan.backup().create(client, clusterService, listener.map(made -> {
                task.setRunAndBackup(plan.run(), plan.backup().name());
                return null;
            }));
        } else {
            listener.onResponse(null);
        }
    }

    /** Refreshes the indices, if the user may, so that the search for marks finds the latest ones. */
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

    private List<Work> planWork() {
        ResolveRequest request = plan.request();
        ResolveContext context = new ResolveContext(
                client,
                clusterService,
                pause,
                plan.claimed().stream().collect(Collectors.toMap(Index::getName, Function.identity())),
                plan.indices(),
                task);
        DocumentFields fields = new DocumentFields(plan.field());
        Marks marks = new Marks(fields);
        PageWriter writer = new PageWriter(context, request.dryRun());
        List<Work> works = new ArrayList<>();
        switch (request.operation()) {
            case DELETE -> works.add(new DeleteWork(context, plan.run(), request.rule(), plan.backup()));
            case RESTORE ->
                works.add(new RestoreWork(context, plan.backup(), request.allowRecreatedIndex(), request.dryRun()));
            case MARK -> {
                MarkWork.Rule rule = new MarkWork.Rule(plan.run(), request.rule());
                works.add(new MarkWork(context, rule, false, marks, writer));
                works.add(new MarkWork(context, rule, true, marks, writer));
                works.add(new UnmarkWork(context, fields, rule, marks, writer));
            }
            case UNMARK -> works.add(new UnmarkWork(context, fields, null, marks, writer));
        }
        return works;
    }

    private void runNext(Iterator<Work> remaining, ActionListener<Void> listener) {
        if (remaining.hasNext() == false) {
            listener.onResponse(null);
            return;
        }
        Work work = remaining.next();
        SubscribableListener.<Void>newForked(l -> refresh(work, l))
                .<PointInTime>andThen(l -> PointInTime.open(client, work.indices(), work.query(), l))
                .<Void>andThen((l, documents) -> {
                    if (work.isTotalKnown()) {
                        task.addToTotal(documents.total());
                    }
                    ActionListener<Void> end = ActionListener.runAfter(l, documents::close);
                    createBackup(
                            documents,
                            end.delegateFailureAndWrap(
                                    (e, made) -> new BatchLoop(task, work, documents, pause, breaker).run(e)));
                })
                .addListener(listener.delegateFailureAndWrap((l, done) -> runNext(remaining, l)));
    }
}
