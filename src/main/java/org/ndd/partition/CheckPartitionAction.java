package org.ndd.partition;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;
import org.ndd.config.GenericPoolAction;
import org.ndd.pair.PairServices;
import org.ndd.partition.plan.RunSpec;

/**
 * Checks whether a run could start: whether the request is valid, and whether the user has all privileges that the run needs until its end.
 * Returns the settings of the run, and starts nothing.
 */
public final class CheckPartitionAction extends GenericPoolAction<PartitionRequest, CheckPartitionAction.Response> {

    /** Needs {@code read} on the source. */
    public static final String NAME = "indices:data/read/ndd/partition/check";

    public static final ActionType<Response> TYPE = new ActionType<>(NAME);

    /** The settings of the run. */
    public static final class Response extends ActionResponse {

        private final RunSpec spec;

        Response(RunSpec spec) {
            this.spec = spec;
        }

        /** Returns the settings that a run would have. They include an id that no run has. */
        public RunSpec spec() {
            return spec;
        }

        @Override
        public void writeTo(StreamOutput out) {
            TransportAction.localOnly();
        }
    }

    private final ClusterService clusterService;
    private final Client client;
    private final PartitionPlanner planner;

    @Inject
    public CheckPartitionAction(
            TransportService transportService,
            ActionFilters filters,
            IndicesService indices,
            PairServices services,
            RunStore store) {
        super(NAME, transportService, filters);
        this.clusterService = services.cluster();
        this.client = services.client();
        this.planner = new PartitionPlanner(transportService, indices, services, store);
    }

    @Override
    protected void doExecute(Task task, PartitionRequest request, ActionListener<Response> listener) {
        SubscribableListener.<RunSpec>newForked(l -> planner.check(request, (CancellableTask) task, l))
                .<Response>andThen((l, spec) -> RunStarter.checkRights(
                        client, spec, spec.runId(), clusterService.state(), l.map(allowed -> new Response(spec))))
                .addListener(listener);
    }
}
