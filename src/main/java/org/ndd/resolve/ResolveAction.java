package org.ndd.resolve;

import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.transport.TransportService;
import org.ndd.bulk.BulkTaskResponse;
import org.ndd.bulk.DetachedTask;
import org.ndd.bulk.IndexClaims;
import org.ndd.bulk.PrivilegeProbes;
import org.ndd.config.GenericPoolAction;
import org.ndd.config.NodeServices;

/**
 * Deletes duplicates or marks them, and undoes both. Needs {@code read} and {@code write} on the pages, and {@code read} on the
 * destination. Checks the request and executes it on this node: in the task of the request if that waits, otherwise in a separate task
 * whose result is stored. A task that writes claims its indices first. Everything is done as the user of the request.
 */
public final class ResolveAction extends GenericPoolAction<ResolveRequest, BulkTaskResponse<ResolveReport>> {

    public static final String NAME = "indices:data/write/ndd/resolve";

    public static final ActionType<BulkTaskResponse<ResolveReport>> TYPE = new ActionType<>(NAME);

    /** The operation of a request. */
    public enum Operation {
        DELETE("deletion"),
        RESTORE("restoration"),
        MARK("marking"),
        UNMARK("removal of marks");

        private final String noun;

        Operation(String noun) {
            this.noun = noun;
        }

        /** The noun for such a task in messages. */
        String noun() {
            return noun;
        }
    }

    private final NodeServices services;
    private final ResolvePlanner planner;
    private final IndexClaims claims;

    @Inject
    public ResolveAction(
            TransportService transportService,
            ActionFilters filters,
            NodeServices services,
            IngestService ingestService) {
        super(NAME, transportService, filters);
        this.services = services;
        this.planner = new ResolvePlanner(services.resolver(), services.indices(), ingestService);
        this.claims = new IndexClaims(services.cluster(), services.threads(), services.client());
    }

    @Override
    protected void doExecute(
            Task task, ResolveRequest request, ActionListener<BulkTaskResponse<ResolveReport>> listener) {
        ClusterState state = services.cluster().state();
        SubscribableListener.<Void>newForked(l -> checkNames(planner.additionalNames(request, state), l))
                .<ResolvePlan>andThen(
                        services.threads().generic(), services.threads().getThreadContext(), (l, known) -> {
                            ResolvePlan plan =
                                    planner.plan(request, services.cluster().state());
                            plan.checkRights(services.client(), l.map(allowed -> plan));
                        })
                .<BulkTaskResponse<ResolveReport>>andThen((l, plan) -> claimAndStart(task, plan, l))
                .addListener(listener);
    }

    /** @param listener fails with 403 if the user may not read under one of these names, whether they exist or not */
    private void checkNames(List<String> names, ActionListener<Void> listener) {
        PrivilegeProbes probes = new PrivilegeProbes(services.client());
        names.forEach(probes::readName);
        probes.check(listener);
    }

    private void claimAndStart(Task task, ResolvePlan plan, ActionListener<BulkTaskResponse<ResolveReport>> listener) {
        ResolveRequest request = plan.request();
        if (request.waitForCompletion()) {
            claim(
                    plan,
                    new TaskId(services.cluster().localNode().getId(), task.getId()),
                    listener.delegateFailureAndWrap((l, claim) -> start(plan, (ResolveTask) task, claim, l)));
            return;
        }
        DetachedTask detached = DetachedTask.register(taskManager, services, actionName, request);
        claim(
                plan,
                detached.id(),
                listener.delegateResponse((l, e) -> {
                            detached.discard();
                            l.onFailure(e);
                        })
                        .map(claim -> {
                            detached.<ResolveReport>run(
                                    result -> start(plan, (ResolveTask) detached.task(), claim, result));
                            return new BulkTaskResponse<>(detached.id());
                        }));
    }

    /** @param listener gets {@code null} if nothing is written */
    private void claim(ResolvePlan plan, TaskId task, ActionListener<IndexClaims.Held> listener) {
        if (plan.request().dryRun()) {
            listener.onResponse(null);
        } else {
            String kind = plan.request().operation().noun();
            claims.claim(task, kind, plan.claimed(), listener);
        }
    }

    private void start(
            ResolvePlan plan,
            ResolveTask task,
            IndexClaims.Held claim,
            ActionListener<BulkTaskResponse<ResolveReport>> listener) {
        ResolveExecution execution = new ResolveExecution(plan, task, services, claim);
        execution.start(listener.<ResolveReport>delegateFailureAndWrap((l, report) -> {
            Runnable done = () -> l.onResponse(new BulkTaskResponse<>(report));
            if (claim == null) {
                done.run();
            } else {
                claim.release(done);
            }
        }));
    }
}
