package org.ndd.partition;

import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.ndd.config.ActionServices;
import org.ndd.config.LocalAction;
import org.ndd.partition.plan.RunSpec;

/**
 * Resumes a run that was cancelled or has failed from its stored state. Checks its source with the rights of the user, as at the start of a
 * run, and creates a new task of the run.
 */
public final class ResumePartitionAction extends LocalAction<RunIdRequest, PartitionResponse> {

    public static final ActionType<PartitionResponse> TYPE = new ActionType<>("cluster:admin/ndd/partition/resume");

    private final RunReports reports;
    private final RunStore store;
    private final PartitionPlanner planner;
    private final RunStarter starter;

    @Inject
    public ResumePartitionAction(ActionServices action, RunStore store) {
        super(TYPE, action);
        this.reports = new RunReports(services.client(), services.cluster());
        this.store = store;
        this.planner = new PartitionPlanner(action, store);
        this.starter = new RunStarter(services, store);
    }

    @Override
    protected void doExecute(Task task, RunIdRequest request, ActionListener<PartitionResponse> listener) {
        SubscribableListener.<Map<String, Object>>newForked(l -> reports.getAfterTaskRemoval(request.id(), l))
                .<RecordStore.Versioned<RunRecord>>andThen((l, report) -> {
                    if (RunReports.isRunning(report) || RunReports.isCompleted(report)) {
                        throw new IllegalArgumentException(
                                "[id] must be a run that was cancelled or has failed, but was [" + request.id()
                                        + "], which is [" + report.get("state") + "]");
                    }
                    store.get(request.id(), l);
                })
                .<RecordStore.Versioned<RunRecord>>andThen((l, kept) ->
                        planner.check(kept.record().spec(), (CancellableTask) task, l.<RunSpec>map(checked -> kept)))
                .<Void>andThen((l, kept) -> starter.resume(kept, l))
                .addListener(listener.map(started -> new PartitionResponse(request.id(), null)));
    }
}
