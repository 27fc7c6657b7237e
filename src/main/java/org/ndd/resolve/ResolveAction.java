package org.ndd.resolve;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;
import org.ndd.bulk.BulkTaskResponse;
import org.ndd.bulk.DetachedTask;
import org.ndd.bulk.IndexClaims;

/**
 * Deletes duplicates or marks them, and undoes both. Needs {@code read} and {@code write} on the pages, and {@code read} on the
 * destination. Checks the request and executes it on this node: in the task of the request if that waits, otherwise in a separate task
 * whose result is stored. A task that writes claims its indices first. Everything is done as the user of the request.
 */
public final class ResolveAction extends TransportAction<ResolveRequest, BulkTaskResponse<ResolveReport>> {

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

    private final ThreadPool threadPool;
    private final ClusterService clusterService;
    private final CircuitBreaker breaker;
    private final Client client;
    private final ResolvePlanner planner;
    private final IndexClaims claims;

    @Inject
    public ResolveAction(
            TransportService transportService,
            ActionFilters filters,
            ClusterService clusterService,
            IndexNameExpressionResolver resolver,
            IndicesService indicesService,
            IngestService ingestService,
            CircuitBreakerService breakers,
            Client client) {
        super(
                NAME,
                filters,
                transportService.getTaskManager(),
                transportService.getThreadPool().generic());
        this.threadPool = transportService.getThreadPool();
        this.clusterService = clusterService;
        this.breaker = breakers.getBreaker(CircuitBreaker.REQUEST);
        this.client = client;
        this.planner = new ResolvePlanner(resolver, indicesService, ingestService);
        this.claims = new IndexClaims(clusterService, threadPool, client);
    }

    @Override
    protected void doExecute(
            Task task, ResolveRequest request, ActionListener<BulkTaskResponse<ResolveReport>> listener) {
        ResolveRights rights = new ResolveRights(client);
        SubscribableListener.<Void>newForked(
                        l -> rights.checkNames(planner.additionalNames(request, clusterService.state()), l))
                .<ResolvePlan>andThen(threadPool.generic(), threadPool.getThreadContext(), (l, known) -> {
                    ResolvePlan plan = planner.plan(request, clusterService.state());
                    rights.check(plan, l.map(allowed -> plan));
                })
                .<BulkTaskResponse<ResolveReport>>andThen((l, plan) -> claimAndStart(task, plan, l))
                .addListener(listener);
    }

    private void claimAndStart(Task task, ResolvePlan plan, ActionListener<BulkTaskResponse<ResolveReport>> listener) {
        ResolveRequest request = plan.request();
        if (request.waitForCompletion()) {
            claim(
                    plan,
                    new TaskId(clusterService.localNode().getId(), task.getId()),
                    listener.delegateFailureAndWrap((l, claim) -> start(plan, (ResolveTask) task, claim, l)));
            return;
        }
        DetachedTask detached = DetachedTask.register(taskManager, threadPool, clusterService, actionName, request);
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
        ParentTaskAssigningClient childClient = new ParentTaskAssigningClient(client, clusterService.localNode(), task);
        ResolveExecution execution = new ResolveExecution(plan, task, childClient, clusterService, breaker, claim);
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
