package org.ndd.partition;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.HandledTransportAction;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.transport.TransportService;
import org.ndd.partition.PartitionPlanner.Planned;
import org.ndd.partition.node.NodeRuns;
import org.ndd.partition.node.NodeSteps;
import org.ndd.partition.wire.RunMessenger;
import org.ndd.template.TemplateStore;

/** Has a run planned, makes its index and starts it; or only learns templates. */
public final class TransportPartitionAction extends HandledTransportAction<PartitionRequest, PartitionResponse> {

    /** Version of a report that any of the coordinator's replaces. */
    private static final long FIRST_REPORT = 0;

    private final ClusterService clusterService;
    private final Client client;
    private final PartitionPlanner planner;

    @Inject
    public TransportPartitionAction(
            TransportService transportService,
            ActionFilters filters,
            ClusterService clusterService,
            IndexNameExpressionResolver resolver,
            IndicesService indices,
            Client client,
            NodeRuns runs,
            TemplateStore templates) {
        super(
                PartitionAction.NAME,
                transportService,
                filters,
                PartitionRequest::new,
                transportService.getThreadPool().generic());
        this.clusterService = clusterService;
        this.client = client;
        RunMessenger messenger = new RunMessenger(transportService, PartitionAction.NAME);
        this.planner = new PartitionPlanner(transportService, clusterService, resolver, indices, messenger);
        new NodeSteps(runs, messenger, clusterService, indices, client, templates).register();
    }

    @Override
    protected void doExecute(Task task, PartitionRequest request, ActionListener<PartitionResponse> listener) {
        SubscribableListener.<Planned>newForked(l -> planner.plan(request, (CancellableTask) task, l))
                .<Planned>andThen((l, planned) -> createIndex(request, planned, l))
                .<PartitionResponse>andThen((l, planned) -> start(request, planned, task, l))
                .addListener(listener);
    }

    private void createIndex(PartitionRequest request, Planned planned, ActionListener<Planned> listener) {
        if (request.templatesOnly()) {
            listener.onResponse(planned);
        } else {
            RunIndex runIndex = new RunIndex(client, planned.plan().runId());
            SubscribableListener.<Void>newForked(runIndex::create)
                    .<Void>andThen(l -> storeFirstReport(runIndex, planned, l))
                    .addListener(listener.map(stored -> planned));
        }
    }

    /** Before the id is answered, so that whoever got the id can ask how the run stands. */
    private void storeFirstReport(RunIndex runIndex, Planned planned, ActionListener<Void> listener) {
        PartitionProgress progress = new PartitionProgress(planned.plan(), planned.dest(), System::currentTimeMillis);
        runIndex.store(progress.report(), clusterService.localNode().getId(), FIRST_REPORT, listener);
    }

    private void start(
            PartitionRequest request, Planned planned, Task task, ActionListener<PartitionResponse> listener) {
        RunPartitionAction.Request run =
                new RunPartitionAction.Request(planned.plan(), planned.dest(), request.templatesOnly());
        if (request.waitForCompletion()) {
            run.setParentTask(new TaskId(clusterService.localNode().getId(), task.getId()));
            client.execute(RunPartitionAction.INSTANCE, run, listener);
        } else {
            client.execute(RunPartitionAction.INSTANCE, run, ActionListener.noop());
            listener.onResponse(new PartitionResponse(planned.plan().runId(), null));
        }
    }
}
