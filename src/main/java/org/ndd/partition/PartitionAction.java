package org.ndd.partition;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;
import org.ndd.boilerplate.BoilerplateIndex;
import org.ndd.bulk.RetryUntilTimeout;
import org.ndd.config.GenericPoolAction;
import org.ndd.config.NodeServices;
import org.ndd.partition.node.NodeRuns;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.plan.RunSpec;
import org.ndd.partition.wire.RunMessenger;

/**
 * Partitions an index into groups of near-duplicates: validates the request and starts the run, or only learns boilerplate. A request that
 * is only checked gets the report of a run that has not started, and whose id no run has.
 */
public final class PartitionAction extends GenericPoolAction<PartitionRequest, PartitionResponse> {

    /** Needs {@code read} on the source. */
    public static final String NAME = "indices:data/read/ndd/partition";

    public static final ActionType<PartitionResponse> TYPE = new ActionType<>(NAME);

    private final PartitionPlanner planner;
    private final RunStarter starter;
    private final RunMessenger messenger;

    @Inject
    public PartitionAction(
            TransportService transportService,
            ActionFilters filters,
            NodeRuns runs,
            RunStore store,
            NodeServices services) {
        super(NAME, transportService, filters, services);
        this.messenger = new RunMessenger(transportService, NAME, runs::received);
        this.planner = new PartitionPlanner(transportService, services, store);
        this.starter = new RunStarter(services, store);
    }

    @Override
    protected void doExecute(Task task, PartitionRequest request, ActionListener<PartitionResponse> listener) {
        CancellableTask cancellable = (CancellableTask) task;
        SubscribableListener.<RunSpec>newForked(l -> planner.plan(request, cancellable, l))
                .<PartitionResponse>andThen((l, spec) -> {
                    if (request.checkOnly()) {
                        PartitionReport planned = new PartitionProgress(spec, System::currentTimeMillis).report();
                        RunStarter.checkRights(
                                services.client(),
                                spec,
                                spec.runId(),
                                services.cluster().state(),
                                l.map(allowed -> new PartitionResponse(spec.runId(), planned)));
                    } else if (spec.boilerplateOnly()) {
                        learnBoilerplate(spec, cancellable, l);
                    } else {
                        start(spec, cancellable, request.waitForCompletion(), l);
                    }
                })
                .addListener(listener);
    }

    private void start(RunSpec spec, CancellableTask task, boolean wait, ActionListener<PartitionResponse> listener) {
        starter.start(spec, task, listener.delegateFailureAndWrap((l, started) -> {
            if (wait) {
                starter.await(spec, task, l.map(report -> new PartitionResponse(spec.runId(), report)));
            } else {
                l.onResponse(new PartitionResponse(spec.runId(), null));
            }
        }));
    }

    private void learnBoilerplate(RunSpec spec, CancellableTask task, ActionListener<PartitionResponse> listener) {
        ClusterState state = services.cluster().state();
        String index = BoilerplateIndex.name(spec.runId());
        SubscribableListener.<Void>newForked(
                        l -> RunStarter.checkRights(services.client(), spec, spec.runId(), state, l))
                .<Void>andThen(l -> BoilerplateInUse.index(spec, state).create(services.client(), state, index, l))
                .<PartitionResponse>andThen(l -> learnInto(index, spec, task, l))
                .addListener(listener);
    }

    private void learnInto(
            String index, RunSpec spec, CancellableTask task, ActionListener<PartitionResponse> listener) {
        RunPublisher publisher = new RunPublisher(services.client(), services.cluster());
        AtomicInteger attempts = new AtomicInteger();
        SubscribableListener.<PartitionResponse>newForked(l -> RetryUntilTimeout.onNodesOfShards(
                        services.threads(), task, m -> learnAllowed(spec, attempts.getAndIncrement(), task, m), l))
                .<PartitionResponse>andThen((l, learned) -> publisher.publishLearned(spec, l.map(seen -> learned)))
                .addListener(listener.delegateResponse(
                        (l, e) -> publisher.delete(List.of(index), ActionListener.running(() -> l.onFailure(e)))));
    }

    private void learnAllowed(
            RunSpec spec, int number, CancellableTask task, ActionListener<PartitionResponse> listener) {
        PartitionProgress progress = new PartitionProgress(spec, System::currentTimeMillis);
        PartitionPlan plan = RunPlanner.plan(
                services.cluster(),
                spec,
                number,
                false,
                Map.of(),
                services.cluster().localNode().getId());
        PartitionAttempt attempt =
                new PartitionAttempt(plan, task, messenger, services.cluster(), services.threads(), progress, 1);
        attempt.learn(ActionListener.runBefore(
                listener.map(learned -> {
                    progress.completed();
                    return new PartitionResponse(spec.runId(), progress.report());
                }),
                () -> attempt.close(ActionListener.noop())));
    }
}
