package org.ndd.backfill;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;
import org.ndd.bulk.BulkTaskResponse;
import org.ndd.bulk.DetachedTask;
import org.ndd.config.GenericPoolAction;
import org.ndd.config.NodeServices;

/**
 * Sends documents that the processor has not processed, or not in their current state, through the pipeline again. Checks the request and
 * runs the backfill on this node: in the task of the request if that waits for completion, otherwise in a separate task that stores its
 * result. Runs with the rights of the requesting user.
 */
public final class BackfillAction extends GenericPoolAction<BackfillRequest, BulkTaskResponse<BackfillReport>> {

    public static final String NAME = "indices:data/write/ndd/backfill";

    public static final ActionType<BulkTaskResponse<BackfillReport>> TYPE = new ActionType<>(NAME);

    private final NodeServices services;
    private final BackfillPlanner planner;

    @Inject
    public BackfillAction(
            TransportService transportService,
            ActionFilters filters,
            NodeServices services,
            IngestService ingestService) {
        super(NAME, transportService, filters);
        this.services = services;
        this.planner = new BackfillPlanner(services.resolver(), services.indices(), ingestService);
    }

    @Override
    protected void doExecute(
            Task task, BackfillRequest request, ActionListener<BulkTaskResponse<BackfillReport>> listener) {
        SubscribableListener.<BackfillRun>newForked(l -> BackfillRun.open(
                        services.clientOf(task),
                        services,
                        planner.plan(request, services.cluster().state()),
                        l))
                .<BulkTaskResponse<BackfillReport>>andThen((l, run) -> {
                    if (request.waitForCompletion()) {
                        run.start((BackfillTask) task, l);
                    } else {
                        startDetached(run, request, l);
                    }
                })
                .addListener(listener);
    }

    private void startDetached(
            BackfillRun run, BackfillRequest request, ActionListener<BulkTaskResponse<BackfillReport>> listener) {
        DetachedTask detached = DetachedTask.register(taskManager, services, actionName, request);
        detached.<BackfillReport>run(result -> run.start((BackfillTask) detached.task(), result));
        listener.onResponse(new BulkTaskResponse<>(detached.id()));
    }
}
