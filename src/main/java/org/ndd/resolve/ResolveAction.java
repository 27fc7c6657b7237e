package org.ndd.resolve;

import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.ndd.bulk.BulkAction;
import org.ndd.bulk.BulkTaskResponse;
import org.ndd.bulk.IndexClaims;
import org.ndd.bulk.PrivilegeProbes;
import org.ndd.config.ActionServices;
import org.ndd.resolve.ResolvePlanner.ResolvePlan;

/**
 * Deletes or marks duplicates, and undoes both. Requires {@code read} and {@code write} on the pages, and {@code read} on the destination.
 * A task that writes claims its indices first.
 */
public final class ResolveAction extends BulkAction<ResolveRequest> {

    public static final ActionType<BulkTaskResponse> TYPE = new ActionType<>("indices:data/write/ndd/resolve");

    private final ResolvePlanner planner;
    private final IndexClaims claims;

    @Inject
    public ResolveAction(ActionServices action, IngestService ingestService) {
        super(TYPE, action);
        this.planner = new ResolvePlanner(services, ingestService);
        this.claims = new IndexClaims(services.cluster(), services.threads(), services.client());
    }

    @Override
    protected void check(Task task, ResolveRequest request, ActionListener<Execution> listener) {
        ClusterState state = services.cluster().state();
        SubscribableListener.<Void>newForked(l -> checkNames(planner.additionalNames(request, state), l))
                .<Execution>andThen(
                        services.threads().generic(), services.threads().getThreadContext(), (l, known) -> {
                            ResolvePlan plan =
                                    planner.plan(request, services.cluster().state());
                            RunDecisions decisions = new RunDecisions(services.cluster(), plan);
                            plan.checkRights(
                                    services.client(),
                                    l.delegateFailureAndWrap((m, allowed) -> decisions.check(
                                            services.client(),
                                            m.map(read -> new ResolveExecution(plan, decisions, services, claims)))));
                        })
                .addListener(listener);
    }

    /** @param listener fails with 403 if the user lacks the privilege to read one of these names, which may not exist */
    private void checkNames(List<String> names, ActionListener<Void> listener) {
        PrivilegeProbes probes = new PrivilegeProbes(services.client());
        names.forEach(probes::readName);
        probes.check(listener);
    }
}
