package org.ndd.backfill;

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
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;
import org.ndd.bulk.BulkTaskResponse;
import org.ndd.bulk.DetachedTask;

/**
 * Sends documents that the processor has not processed, or not in their current state, through the pipeline again. Checks the request and
 * runs the backfill on this node: in the task of the request if that waits for completion, otherwise in a separate task that stores its
 * result. Runs with the rights of the requesting user.
 */
public final class BackfillAction extends TransportAction<BackfillRequest, BulkTaskResponse<BackfillReport>> {

    public static final String NAME = "indices:data/write/ndd/backfill";

    public static final ActionType<BulkTaskResponse<BackfillReport>> TYPE = new ActionType<>(NAME);

    private final ThreadPool threadPool;
    private final ClusterService clusterService;
    private final CircuitBreaker breaker;
    private final Client client;
    private final BackfillPlanner planner;

    @Inject
    public BackfillAction(
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
        this.planner = new BackfillPlanner(resolver, indicesService, ingestService);
    }

    @Override
    protected void doExecute(
            Task task, BackfillRequest request, ActionListener<BulkTaskResponse<BackfillReport>> listener) {
        SubscribableListener.<BackfillRun>newForked(l -> BackfillRun.open(
                        childrenOf(task), clusterService, breaker, planner.plan(request, clusterService.state()), l))
                .<BulkTaskResponse<BackfillReport>>andThen((l, run) -> {
                    if (request.waitForCompletion()) {
                        start(run, (BackfillTask) task, l);
                    } else {
                        startDetached(run, request, l);
                    }
                })
                .addListener(listener);
    }

    private ParentTaskAssigningClient childrenOf(Task task) {
        return new ParentTaskAssigningClient(client, clusterService.localNode(), task);
    }

    private void start(BackfillRun run, BackfillTask task, ActionListener<BulkTaskResponse<BackfillReport>> listener) {
        run.start(task, childrenOf(task), listener.map(BulkTaskResponse::new));
    }

    private void startDetached(
            BackfillRun run, BackfillRequest request, ActionListener<BulkTaskResponse<BackfillReport>> listener) {
        DetachedTask detached = DetachedTask.register(taskManager, threadPool, clusterService, actionName, request);
        detached.<BackfillReport>run(result -> start(run, (BackfillTask) detached.task(), result));
        listener.onResponse(new BulkTaskResponse<>(detached.id()));
    }
}
