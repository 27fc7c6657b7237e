package org.ndd.documents;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.admin.indices.refresh.RefreshRequest;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.TaskId;
import org.ndd.bulk.BatchLoop;
import org.ndd.bulk.Batches;
import org.ndd.bulk.BulkAction;
import org.ndd.bulk.BulkTask;
import org.ndd.bulk.BulkTaskReport;
import org.ndd.bulk.IndexClaims;
import org.ndd.bulk.Pause;
import org.ndd.bulk.PointInTime;
import org.ndd.bulk.Refresh;
import org.ndd.config.NodeServices;
import org.ndd.documents.Backup.RestoreWork;
import org.ndd.documents.Marks.MarkWork;
import org.ndd.documents.Marks.UnmarkWork;
import org.ndd.documents.ResolvePlanner.ResolvePlan;

/** Executes a plan, from its preparation to its report. Executes one piece of work after the other, each with a separate point in time. */
final class ResolveExecution implements BulkAction.Execution {

    private static final BatchLoop.Reading READING = new BatchLoop.Reading(search -> {}, 500);

    private final ResolvePlan plan;
    private final RunDecisions decisions;
    private final NodeServices services;
    private final IndexClaims claims;
    /** The claim on the indices; {@code null} if no document is written. */
    private volatile IndexClaims.GrantedClaim claim;

    ResolveExecution(ResolvePlan plan, RunDecisions decisions, NodeServices services, IndexClaims claims) {
        this.plan = plan;
        this.decisions = decisions;
        this.services = services;
        this.claims = claims;
    }

    @Override
    public void prepare(TaskId task, ActionListener<Void> listener) {
        if (plan.request().dryRun) {
            listener.onResponse(null);
        } else {
            claims.claim(task, plan.request().operation.noun, plan.claimed(), listener.map(granted -> {
                claim = granted;
                return null;
            }));
        }
    }

    @Override
    public void start(BulkTask task, ActionListener<BulkTaskReport> listener) {
        task.setRunAndBackup(
                plan.run(),
                plan.backup() != null && plan.backup().isCreated()
                        ? plan.backup().name()
                        : null);
        Pause pause = claim == null
                ? new Pause(task, services.threads())
                : new Pause(task, services.threads(), claim::ensureHeld);
        ParentTaskAssigningClient client = services.clientOf(task);
        ResolveContext context = new ResolveContext(
                client,
                services,
                pause,
                plan.claimed().stream().collect(Collectors.toMap(Index::getName, Function.identity())),
                plan,
                decisions,
                task);
        ActionListener<Void> ended = ActionListener.wrap(
                done -> end(task.finalReport(null), listener), e -> end(task.finalReport(e), listener));
        ActionListener.run(ended, l -> Batches.oneByOne(works(context), (work, m) -> run(work, client, context, m), l));
    }

    private void end(BulkTaskReport report, ActionListener<BulkTaskReport> listener) {
        if (claim == null) {
            listener.onResponse(report);
        } else {
            claim.release(() -> listener.onResponse(report));
        }
    }

    private List<Work> works(ResolveContext context) {
        return switch (plan.request().operation) {
            case DELETE -> List.of(new DeleteWork(context));
            case RESTORE -> List.of(new RestoreWork(context));
            case MARK ->
                List.of(new MarkWork(context, false), new MarkWork(context, true), new UnmarkWork(context, false));
            case UNMARK -> List.of(new UnmarkWork(context, true));
            case BACKFILL -> throw new IllegalArgumentException("a backfill has no groups");
        };
    }

    private void run(
            Work work, ParentTaskAssigningClient client, ResolveContext context, ActionListener<Void> listener) {
        SubscribableListener.<Void>newForked(l -> refresh(client, work, l))
                .<PointInTime>andThen(l -> PointInTime.open(client, work.indices(), work.query(), l))
                .<Void>andThen((l, documents) -> {
                    if (work.isTotalKnown()) {
                        context.task().addToTotal(documents.total());
                    }
                    BatchLoop loop = new BatchLoop(context.task(), work, documents, READING, context.pause(), services);
                    SubscribableListener.<Void>newForked(m -> work.checkFound(documents.total(), m))
                            .<Void>andThen(loop::run)
                            .andThenAccept(done -> documents.requireAllRead())
                            .addListener(ActionListener.runAfter(l, documents::close));
                })
                .addListener(listener);
    }

    /** Refreshes the indices, if the user has the privilege, so that the search for marks finds the latest marks. */
    private static void refresh(ParentTaskAssigningClient client, Work work, ActionListener<Void> listener) {
        if (work instanceof UnmarkWork == false) {
            listener.onResponse(null);
            return;
        }
        Refresh.execute(client, new RefreshRequest(work.indices()), listener.delegateResponse((l, e) -> {
            if (ExceptionsHelper.status(e) == RestStatus.FORBIDDEN) {
                l.onResponse(null);
            } else {
                l.onFailure(e);
            }
        }));
    }

    interface Work extends BatchLoop.Work {

        String[] indices();

        QueryBuilder query();

        /** Checks the number of documents that the query finds; fails if the request cannot be meant for so few. */
        default void checkFound(long total, ActionListener<Void> listener) {
            listener.onResponse(null);
        }

        /** Returns whether the task processes each document that the query finds, so that the total is known in advance. */
        default boolean isTotalKnown() {
            return true;
        }
    }
}
