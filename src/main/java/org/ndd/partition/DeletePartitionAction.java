package org.ndd.partition;

import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.index.Index;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.ndd.bulk.IndexClaims;
import org.ndd.compat.Project;
import org.ndd.config.ActionServices;
import org.ndd.config.LocalAction;
import org.ndd.config.RunLabel;

/**
 * Deletes a run with the rights of the user: its index, which holds groups, lists and report, the index of its boilerplate, and its record,
 * from which it could be resumed.
 */
public final class DeletePartitionAction extends LocalAction<DeletePartitionAction.Request, AcknowledgedResponse> {

    public static final ActionType<AcknowledgedResponse> TYPE = new ActionType<>("cluster:admin/ndd/partition/delete");

    public static final class Request extends RunIdRequest {

        private final boolean force;

        /** @param force whether the run is deleted even if its destination publishes it */
        public Request(String id, boolean force) {
            super(id);
            this.force = force;
        }
    }

    private final IndexClaims claims;
    private final RunReports reports;
    private final RunStore store;

    @Inject
    public DeletePartitionAction(ActionServices action, RunStore store) {
        super(TYPE, action);
        this.claims = new IndexClaims(services.cluster(), services.threads(), services.client());
        this.reports = new RunReports(services.client(), services.cluster());
        this.store = store;
    }

    @Override
    protected void doExecute(Task task, Request request, ActionListener<AcknowledgedResponse> listener) {
        // a run that is published at the same time must not be deleted
        List<Index> claimed = RunIndex.ofRun(services.cluster().state(), request.id());
        claims.during(task, "deletion", claimed, l -> delete(request, l), listener);
    }

    private void delete(Request request, ActionListener<AcknowledgedResponse> listener) {
        String run = request.id();
        SubscribableListener.<Map<String, Object>>newForked(l -> reports.getAfterTaskRemoval(run, l))
                .<Void>andThen((l, report) -> {
                    checkUnused(request, report);
                    new RunIndex(services.client(), run)
                            .delete(services.cluster().state(), l);
                })
                .<Void>andThen(l -> store.delete(run, l))
                .addListener(listener.map(deleted -> AcknowledgedResponse.TRUE));
    }

    private void checkUnused(Request request, Map<String, Object> report) {
        if (RunReports.isRunning(report)) {
            throw new IllegalArgumentException(
                    "[id] must be a run that has ended, but was [" + request.id() + "]: cancel it first");
        }
        RunLabel label = RunLabel.of(Project.of(services.cluster().state()).index(request.id()));
        boolean live = label != null
                && label.isLive(Project.of(services.cluster().state()).index(request.id()));
        if (live && request.force == false) {
            throw new IllegalArgumentException("[id] must be a run that is not published, but was ["
                    + request.id() + "], which [" + label.dest()
                    + "] publishes: publish another run first, or set [force]");
        }
    }
}
