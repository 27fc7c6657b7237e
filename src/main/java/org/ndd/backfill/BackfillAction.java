package org.ndd.backfill;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.ndd.backfill.BackfillPlanner.BackfillPlan;
import org.ndd.bulk.BulkAction;
import org.ndd.bulk.BulkTaskResponse;
import org.ndd.bulk.PointInTime;
import org.ndd.config.ActionServices;

/** Sends documents that the processor has not processed, or not in their current state, through the pipeline again. */
public final class BackfillAction extends BulkAction<BackfillRequest> {

    public static final ActionType<BulkTaskResponse> TYPE = new ActionType<>("indices:data/write/ndd/backfill");

    private final BackfillPlanner planner;

    @Inject
    public BackfillAction(ActionServices action, IngestService ingestService) {
        super(TYPE, action);
        this.planner = new BackfillPlanner(services, ingestService);
    }

    /** Checks the request. Also fails if the user lacks the privilege to read the documents, or if the query is invalid. */
    @Override
    protected void check(Task task, BackfillRequest request, ActionListener<Execution> listener) {
        BackfillPlan plan = planner.plan(request, services.cluster().state());
        PointInTime.open(
                services.clientOf(task),
                plan.indexNames(),
                plan.query(),
                listener.map(documents -> new BackfillRun(services, plan, documents)));
    }
}
