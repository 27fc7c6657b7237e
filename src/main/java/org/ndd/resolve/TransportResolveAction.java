package org.ndd.resolve;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.HandledTransportAction;
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
import org.ndd.bulk.DetachedTask;
import org.ndd.bulk.JobResponse;

/**
 * Checks a request and does the job on this node: in the task of the request where that waits, otherwise in a task of its own whose
 * result is kept. Everything is done as the user who asks.
 */
public final class TransportResolveAction extends HandledTransportAction<ResolveRequest, JobResponse<ResolveReport>> {

    private final ThreadPool threadPool;
    private final ClusterService clusterService;
    private final CircuitBreaker breaker;
    private final Client client;
    private final ResolvePlanner planner;

    @Inject
    public TransportResolveAction(
            TransportService transportService,
            ActionFilters filters,
            ClusterService clusterService,
            IndexNameExpressionResolver resolver,
            IndicesService indicesService,
            IngestService ingestService,
            CircuitBreakerService breakers,
            Client client) {
        super(
                ResolveAction.NAME,
                transportService,
                filters,
                ResolveRequest::new,
                transportService.getThreadPool().generic());
        this.threadPool = transportService.getThreadPool();
        this.clusterService = clusterService;
        this.breaker = breakers.getBreaker(CircuitBreaker.REQUEST);
        this.client = client;
        this.planner = new ResolvePlanner(resolver, indicesService, ingestService);
    }

    @Override
    protected void doExecute(Task task, ResolveRequest request, ActionListener<JobResponse<ResolveReport>> listener) {
        ResolvePlan plan = planner.plan(request, clusterService.state());
        if (request.waitForCompletion()) {
            start(plan, (ResolveTask) task, listener);
        } else {
            listener.onResponse(new JobResponse<>(DetachedTask.<JobResponse<ResolveReport>>start(
                    taskManager,
                    threadPool,
                    clusterService,
                    actionName,
                    request,
                    (own, result) -> start(plan, (ResolveTask) own, result))));
        }
    }

    private void start(ResolvePlan plan, ResolveTask task, ActionListener<JobResponse<ResolveReport>> listener) {
        ParentTaskAssigningClient children = new ParentTaskAssigningClient(client, clusterService.localNode(), task);
        new ResolveJob(plan, task, children, clusterService, breaker).start(listener.map(JobResponse::new));
    }
}
